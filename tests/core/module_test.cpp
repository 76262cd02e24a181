#include "leat/core/module.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "sample_services.hpp"

namespace leat {
namespace {

using namespace shop;

struct GetOther {
    using Reply = Value;
};
struct Pair : Interface<Get, GetOther> {};

/// One of two services that need each other.
class Peer final : public StateActor<Get, GetOther> {
public:
    Peer(int number, std::string other) : number_(number), other_name_(std::move(other)) {}
    Value on(const Get&) { return {number_}; }
    Task<Value> on(GetOther) {
        const Value value = co_await other_->ask<Get>();
        co_return value;
    }

protected:
    void after_mount() override { other_ = *autowire<Pair>(other_name_); }

private:
    int number_;
    std::string other_name_;
    std::optional<Pair::AddressType> other_;
};

TEST(Module, LetsItsServicesFindEachOtherInAnyOrder) {
    for (int round = 0; round < 50; ++round) {
        System system({.threads = 2});
        Module pair;
        pair.add<Peer>({.qualifier = "left"}, 1, "right")
            .add<Peer>({.qualifier = "right"}, 2, "left");
        ASSERT_TRUE(system.load_module(std::move(pair)));

        const auto left = system.autowire<Pair>("left");
        const auto right = system.autowire<Pair>("right");
        EXPECT_EQ(left->ask_blocking<GetOther>(patience)->number, 2);
        EXPECT_EQ(right->ask_blocking<GetOther>(patience)->number, 1);
    }
}

/// Notes how many of its kind are made when it is mounted.
class Witness final : public StateActor<Get> {
public:
    explicit Witness(std::atomic<int>& made) : made_(made) { ++made_; }
    Value on(const Get&) { return {seen_}; }

protected:
    void after_mount() override { seen_ = made_; }

private:
    std::atomic<int>& made_;
    int seen_ = 0;
};

TEST(Module, MakesAllOfItsServicesBeforeItMountsOne) {
    std::atomic<int> made = 0;
    System system({.threads = 2});
    Module module;
    for (int i = 0; i < 50; ++i) {
        module.add<Witness>({.qualifier = std::to_string(i)}, std::ref(made));
    }
    EXPECT_EQ(module.size(), 50U);
    EXPECT_EQ(made, 0);
    ASSERT_TRUE(system.load_module(std::move(module)));
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(answer_of(system.autowire<Source>(std::to_string(i))), "50");
    }
}

TEST(Module, LoadsNothingWhenOneServiceIsRefused) {
    Census census;
    System system({.threads = 1});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu"}, 1));
    Module module;
    module.add<Constant>({}, 2);
    module.add<MemoryStore>({.qualifier = "us"}, 3, &census);
    module.add<MemoryStore>({.qualifier = "eu"}, 4, &census);

    const Result<void> loaded = system.load_module(std::move(module));

    ASSERT_FALSE(loaded);
    EXPECT_TRUE(loaded.error() == Errc::service_taken);
    EXPECT_NE(loaded.error().message().find("MemoryStore \"eu\""), std::string::npos);
    EXPECT_EQ(census.made, 0);
    EXPECT_EQ(answer_of(system.autowire<Source>()), "1");
    EXPECT_EQ(system.metrics().houses, 1U);
}

TEST(Module, RefusesAQualifierOrAPrimaryThatItHasTwice) {
    System system({.threads = 1});
    Module names;
    names.add<MemoryStore>({.qualifier = "eu"}).add<MemoryStore>({.qualifier = "eu"});
    EXPECT_TRUE(system.load_module(std::move(names)).error() == Errc::service_taken);
    Module primaries;
    primaries.add<Constant>({.primary = true}, 1).add<Constant>({.primary = true}, 2);
    EXPECT_TRUE(system.load_module(std::move(primaries)).error() == Errc::service_taken);
    EXPECT_EQ(system.metrics().houses, 0U);
}

class Failing final : public StateActor<Get> {
public:
    Failing() { throw std::runtime_error("no disk"); }
    Value on(const Get&) { return {0}; }
};

TEST(Module, LoadsNothingWhenAConstructorThrows) {
    Census census;
    System system({.threads = 1});
    Module module;
    module.add<MemoryStore>({.qualifier = "eu"}, 1, &census).add<Failing>();

    EXPECT_THROW((void)system.load_module(std::move(module)), std::runtime_error);

    EXPECT_EQ(census.made, 1);
    EXPECT_EQ(census.alive, 0);
    EXPECT_EQ(system.metrics().houses, 0U);
    EXPECT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu"}));
}

TEST(Module, TakesOverOtherModules) {
    System system({.threads = 1});
    Module inner;
    inner.add<MemoryStore>({.qualifier = "eu", .primary = true}, 1);
    Module outer;
    outer.add(std::move(inner)).add<MemoryStore>({.qualifier = "us"}, 2);
    EXPECT_EQ(outer.size(), 2U);

    ASSERT_TRUE(system.load_module(std::move(outer)));

    EXPECT_EQ(answer_of(system.autowire<Store>()), "1");
    EXPECT_EQ(answer_of(system.autowire<Store>("us")), "2");
}

/// Cannot be made from a copy.
class Owner final : public StateActor<Get> {
public:
    explicit Owner(std::unique_ptr<int> number) : number_(std::move(number)) {}
    Value on(const Get&) { return {*number_}; }

private:
    std::unique_ptr<int> number_;
};

TEST(Module, KeepsNamesAndArgumentsUntilItIsLoaded) {
    static_assert(std::movable<Module> && !std::copyable<Module>);
    Module module;
    {
        const std::string name = "a name that lives only while the module is written";
        module.add<Owner>({.thread = 1, .qualifier = name}, std::make_unique<int>(9));
        EXPECT_EQ(Module().add(std::move(module)).size(), 1U);
        module = Module();
        module.add<Owner>({.thread = 1, .qualifier = name}, std::make_unique<int>(8));
    }
    System system({.threads = 2});
    ASSERT_TRUE(system.load_module(std::move(module)));
    EXPECT_EQ(
        answer_of(system.autowire<Source>("a name that lives only while the module is written")),
        "8");
}

TEST(Module, IsRefusedAfterAShutdown) {
    Census census;
    System system({.threads = 1});
    EXPECT_TRUE(system.shutdown(patience));
    Module module;
    module.add<MemoryStore>({}, 1, &census);
    EXPECT_TRUE(system.load_module(std::move(module)).error() == Errc::shutting_down);
    EXPECT_EQ(census.made, 0);
    EXPECT_TRUE(system.load_module(Module()).error() == Errc::shutting_down);
}

}  // namespace
}  // namespace leat
