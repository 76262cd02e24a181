#include "service_registry.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "sample_services.hpp"

namespace shop {
namespace {
struct Nameless : leat::Interface<Get> {};
}  // namespace
}  // namespace shop

namespace leat {
namespace {

using namespace shop;
using testing::PongActor;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(ServiceRegistry, FindsAServiceByAnyPartOfItsMessages) {
    System system({.threads = 1});
    const auto store = system.spawn_service<MemoryStore>({}, 7);
    ASSERT_TRUE(store);

    EXPECT_EQ(answer_of(system.autowire<Source>()), "7");
    EXPECT_EQ(answer_of(system.autowire<Store>()), "7");
    EXPECT_EQ(answer_of(system.autowire<MemoryStore>()), "7");
    EXPECT_TRUE(*system.autowire<MemoryStore>() == *store);
}

TEST(ServiceRegistry, TellsServicesOfOneClassApartByTheirQualifiers) {
    System system({.threads = 2});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu"}, 1));
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "us"}, 2));
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "asia"}, 3));

    EXPECT_EQ(answer_of(system.autowire<Store>("eu")), "1");
    EXPECT_EQ(answer_of(system.autowire<Store>("us")), "2");
    EXPECT_EQ(answer_of(system.autowire<Store>("asia")), "3");
}

TEST(ServiceRegistry, KnowsServicesOnly) {
    System system({.threads = 1});
    const auto plain = system.spawn<MemoryStore>(1);
    EXPECT_TRUE(system.autowire<Store>().error() == Errc::service_missing);

    (void)system.spawn_with<MemoryStore>({.service = true, .qualifier = "eu", .primary = true}, 2);
    EXPECT_EQ(answer_of(system.autowire<Store>()), "2");
    EXPECT_EQ(answer_of(system.autowire<Store>("eu")), "2");
}

TEST(ServiceRegistry, PrefersThePrimaryOneOfSeveral) {
    System system({.threads = 1});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({}, 1));
    ASSERT_TRUE(system.spawn_service<Constant>({.qualifier = "eu", .primary = true}, 2));
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu"}, 3));

    EXPECT_EQ(answer_of(system.autowire<Source>()), "2");
    EXPECT_EQ(answer_of(system.autowire<Source>("eu")), "2");
    EXPECT_EQ(answer_of(system.autowire<Store>("eu")), "3");
}

TEST(ServiceRegistry, NamesAllCandidatesWhenItCannotChoose) {
    System system({.threads = 1});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu"}, 1));
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "us"}, 2));
    ASSERT_TRUE(system.spawn_service<Constant>({.qualifier = "us"}, 3));

    const auto found = system.autowire<Source>();
    ASSERT_FALSE(found);
    EXPECT_TRUE(found.error() == Errc::service_ambiguous);
    EXPECT_EQ(found.error().message(),
              "more than one such service: shop::Source {shop::Get} (there is "
              "shop::MemoryStore \"eu\"; shop::MemoryStore \"us\"; "
              "shop::Constant \"us\")");
    const std::string in_us = answer_of(system.autowire<Source>("us"));
    EXPECT_TRUE(contains(in_us, "with qualifier \"us\" (there is ")) << in_us;
    EXPECT_TRUE(contains(in_us, "Constant \"us\"")) << in_us;
    EXPECT_FALSE(contains(in_us, "\"eu\"")) << in_us;
}

TEST(ServiceRegistry, DoesNotChooseBetweenPrimariesOfTwoClasses) {
    System system({.threads = 1});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.primary = true}, 1));
    ASSERT_TRUE(system.spawn_service<Constant>({.primary = true}, 2));

    const std::string both = answer_of(system.autowire<Source>());
    EXPECT_TRUE(contains(both, "MemoryStore (primary)")) << both;
    EXPECT_TRUE(contains(both, "Constant (primary)")) << both;
    EXPECT_EQ(answer_of(system.autowire<Store>()), "1");
}

TEST(ServiceRegistry, NamesWhatComesNearWhenNothingFits) {
    System system({.threads = 1});
    EXPECT_EQ(answer_of(system.autowire<Source>("eu")),
              "no such service: shop::Source {shop::Get} with qualifier \"eu\" "
              "(no service takes any of these messages)");
    ASSERT_TRUE(system.spawn_service<Constant>({}, 2));
    ASSERT_TRUE(system.spawn_service<PongActor>({}));

    const auto none = system.autowire<Store>();
    EXPECT_TRUE(none.error() == Errc::service_missing);
    EXPECT_EQ(none.error().message(),
              "no such service: shop::Store {shop::Put, shop::Get} "
              "(there is shop::Constant, which lacks shop::Put)");
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu"}));
    const std::string in_us = answer_of(system.autowire<Store>("us"));
    EXPECT_TRUE(contains(in_us, "MemoryStore \"eu\")")) << in_us;
    EXPECT_TRUE(contains(in_us, "Constant, which lacks")) << in_us;
    EXPECT_FALSE(contains(in_us, "Pong")) << in_us;
}

TEST(ServiceRegistry, LeavesNamespacesWithoutANameOut) {
    System system({.threads = 1});
    EXPECT_EQ(answer_of(system.autowire<shop::Nameless>()),
              "no such service: shop::Nameless {shop::Get} "
              "(no service takes any of these messages)");
}

TEST(ServiceRegistry, ListsAFewOfVeryMany) {
    System system({.threads = 1});
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(system.spawn_service<Constant>({}, i));
    }
    const std::string many = answer_of(system.autowire<Source>());
    EXPECT_TRUE(contains(many, "Constant; and 12 more)")) << many;
}

TEST(ServiceRegistry, RefusesAQualifierThatIsTakenInItsClass) {
    Census census;
    System system({.threads = 1});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu"}, 1, &census));

    const auto second = system.spawn_service<MemoryStore>({.qualifier = "eu"}, 2, &census);

    ASSERT_FALSE(second);
    EXPECT_TRUE(second.error() == Errc::service_taken);
    EXPECT_EQ(second.error().message(),
              "the place of the service is taken: shop::MemoryStore \"eu\" beside "
              "shop::MemoryStore \"eu\"");
    EXPECT_EQ(census.made, 1);
    EXPECT_TRUE(system.spawn_service<Constant>({.qualifier = "eu"}, 3));
    EXPECT_EQ(answer_of(system.autowire<Store>("eu")), "1");
}

TEST(ServiceRegistry, RefusesASecondPrimaryOfAClass) {
    System system({.threads = 1});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu", .primary = true}, 1));

    const auto second = system.spawn_service<MemoryStore>({.primary = true}, 2);

    ASSERT_FALSE(second);
    EXPECT_TRUE(second.error() == Errc::service_taken);
    EXPECT_EQ(second.error().detail(),
              "shop::MemoryStore (primary) beside "
              "shop::MemoryStore \"eu\" (primary)");
    EXPECT_EQ(answer_of(system.autowire<Store>()), "1");
}

TEST(ServiceRegistry, TakesManyServicesWithoutAQualifier) {
    System system({.threads = 1});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({}, 1));
    EXPECT_EQ(answer_of(system.autowire<Store>()), "1");
    (void)system.spawn_with<MemoryStore>({.service = true}, 2);
    EXPECT_TRUE(system.autowire<Store>().error() == Errc::service_ambiguous);
}

struct Crash {};
class Fragile final : public StateActor<Get, Crash> {
public:
    Value on(const Get&) { return {restarts_}; }
    void on(const Crash&) { throw std::runtime_error("crash"); }

protected:
    void restart() override { ++restarts_; }

private:
    int restarts_ = 0;
};

TEST(ServiceRegistry, KeepsAServiceThatIsRestarted) {
    System system({.threads = 1});
    const auto fragile = system.spawn_service<Fragile>({.qualifier = "eu", .primary = true});
    fragile->notice<Crash>();
    const auto until = std::chrono::steady_clock::now() + patience;
    while (system.metrics().restarts == 0 && std::chrono::steady_clock::now() < until) {
        std::this_thread::yield();
    }
    EXPECT_TRUE(*system.autowire<Fragile>() == *fragile);
    EXPECT_EQ(answer_of(system.autowire<Source>("eu")), "1");
}

void wait_for_end(const Address<Get>& actor) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (actor.ask_blocking<Get>(patience) && std::chrono::steady_clock::now() < until) {
    }
}

TEST(ServiceRegistry, ForgetsAServiceThatHasStoppedAndFreesItsPlace) {
    System system({.threads = 1});
    const auto first = system.spawn_service<MemoryStore>({.qualifier = "eu", .primary = true}, 1);
    first->stop();
    wait_for_end(*first);

    EXPECT_TRUE(system.autowire<Store>().error() == Errc::service_missing);
    EXPECT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu", .primary = true}, 2));
    EXPECT_EQ(answer_of(system.autowire<Store>("eu")), "2");
    EXPECT_EQ(answer_of(first), "the actor has stopped");
}

/// Hands its place on when it ends, until its lives are used up.
class Dynasty final : public StateActor<Get> {
public:
    explicit Dynasty(int lives) : lives_(lives) {}
    Value on(const Get&) { return {lives_}; }

protected:
    void after_mount() override {
        if (lives_ != 0) {
            stop();
        }
    }
    void after_stop() override {
        if (lives_ != 0) {
            EXPECT_TRUE(autowire<Source>().error() == Errc::service_missing);
            EXPECT_TRUE(system().spawn_service<Dynasty>({.qualifier = "heir"}, lives_ - 1));
        }
    }

private:
    int lives_;
};

TEST(ServiceRegistry, FreesThePlaceOfAServiceBeforeItsLastHook) {
    System system({.threads = 2});
    ASSERT_TRUE(system.spawn_service<Dynasty>({.qualifier = "heir"}, 20));
    const auto until = std::chrono::steady_clock::now() + patience;
    while (answer_of(system.autowire<Source>("heir")) != "0" &&
           std::chrono::steady_clock::now() < until) {
        std::this_thread::yield();
    }
    EXPECT_EQ(answer_of(system.autowire<Source>("heir")), "0");
}

TEST(ServiceRegistry, LeavesAServiceAloneThatLosesItsAddresses) {
    Census census;
    System system({.threads = 1});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({}, 5, &census));
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(answer_of(system.autowire<Source>()), "5");
    }
    EXPECT_EQ(census.alive, 1);
}

/// Wires itself when it is mounted.
class Reader final : public StateActor<Get> {
public:
    explicit Reader(std::string qualifier) : qualifier_(std::move(qualifier)) {}
    Task<Value> on(Get) {
        const Value value = co_await store_->ask<Get>();
        co_return Value{value.number + 100};
    }

protected:
    void after_mount() override {
        if (const auto store = autowire<Store>(qualifier_)) {
            store_ = *store;
        }
    }

private:
    std::string qualifier_;
    std::optional<Address<Put, Get>> store_;
};

TEST(ServiceRegistry, ServesActorsFromTheirMountingOn) {
    System system({.threads = 2});
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "eu"}, 1));
    ASSERT_TRUE(system.spawn_service<MemoryStore>({.qualifier = "us"}, 2));
    const auto reader = system.spawn<Reader>("us");
    EXPECT_EQ(reader.ask_blocking<Get>(patience)->number, 102);
}

TEST(ServiceRegistry, IsClosedAfterAShutdown) {
    Census census;
    System system({.threads = 1});
    const auto store = system.spawn_service<MemoryStore>({.qualifier = "eu"}, 1, &census);
    EXPECT_TRUE(system.shutdown(patience));

    EXPECT_TRUE(system.autowire<Store>().error() == Errc::shutting_down);
    const auto late = system.spawn_service<MemoryStore>({}, 2, &census);
    EXPECT_TRUE(late.error() == Errc::shutting_down);
    EXPECT_EQ(census.made, 1);
    (void)system.spawn_with<MemoryStore>({.service = true}, 3, &census);
    EXPECT_EQ(census.made, 2);
    EXPECT_EQ(census.alive, 0);
}

class Hasty final : public StateActor<Get> {
public:
    Hasty() { (void)autowire<Store>(); }
    Value on(const Get&) { return {0}; }
};

TEST(ServiceRegistryDeathTest, AssertsWhatSpawnCannotRefuse) {
    const auto spawn_twice = [] {
        System system({.threads = 1});
        (void)system.spawn_with<MemoryStore>({.service = true, .qualifier = "eu"});
        (void)system.spawn_with<MemoryStore>({.service = true, .qualifier = "eu"});
    };
    EXPECT_DEATH(spawn_twice(), "the place of the service is taken: .*MemoryStore \"eu\"");
    const auto forget_service = [] {
        System system({.threads = 1});
        (void)system.spawn_with<MemoryStore>({.qualifier = "eu"});
    };
    EXPECT_DEATH(forget_service(), "are for services");
    const auto wire_too_early = [] {
        System system({.threads = 1});
        (void)system.spawn<Hasty>();
    };
    EXPECT_DEATH(wire_too_early(), "not at home before after_mount");
}

}  // namespace
}  // namespace leat
