#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <stdexcept>
#include <string>
#include <thread>

#include "sample_actors.hpp"

/// How actors begin, watch each other, and end.
namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

template <class Condition>
void wait_until(Condition condition) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!condition() && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_TRUE(condition());
}

struct Fail {};

class Watched final : public StateActor<Ping, Fail> {
public:
    Pong on(const Ping& ping) { return {ping.id}; }
    void on(const Fail&) { throw std::runtime_error("broken"); }

protected:
    Supervision supervise(const std::exception_ptr&) override { return Supervision::stop; }
};

struct Watch {
    Address<Ping> whom;
};
struct Unwatch {};
struct Ends {
    using Reply = std::string;
};

/// Writes down the ends that it is told of.
class Watcher final : public StateActor<Watch, Unwatch, Ends> {
public:
    void on(const Watch& order) { last_ = watch(order.whom); }
    void on(const Unwatch&) {
        EXPECT_TRUE(unwatch(last_));
        EXPECT_FALSE(unwatch(last_));
    }
    std::string on(const Ends&) { return ends_; }

protected:
    void on_ended(WatchId id, EndReason reason) override {
        constexpr const char* names[] = {"stopped", "failed", "unreachable", "shutdown"};
        ends_ += std::to_string(static_cast<int>(id)) + names[static_cast<int>(reason)] + " ";
    }

private:
    WatchId last_{};
    std::string ends_;
};

class Watches : public ::testing::TestWithParam<int> {
protected:
    void expect_ends(const Address<Watch, Unwatch, Ends>& watcher, const std::string& ends) {
        wait_until([&] { return *watcher.ask_blocking<Ends>(patience) == ends; });
        EXPECT_EQ(*watcher.ask_blocking<Ends>(patience), ends);
    }

    System system_{{.threads = GetParam()}};
};

TEST_P(Watches, TellOfEachKindOfEnd) {
    const auto watcher = system_.spawn<Watcher>();
    const auto stopped = system_.spawn<Watched>();
    const auto failing = system_.spawn<Watched>();
    auto unreachable = std::make_unique<Address<Ping>>(system_.spawn<Watched>());
    watcher.notice<Watch>(stopped);
    watcher.notice<Watch>(failing);
    watcher.notice<Watch>(*unreachable);
    EXPECT_EQ(*watcher.ask_blocking<Ends>(patience), "");
    wait_until([&] { return system_.metrics().messages >= 4; });

    stopped.stop();
    expect_ends(watcher, "1stopped ");
    failing.notice<Fail>();
    expect_ends(watcher, "1stopped 2failed ");
    unreachable.reset();
    expect_ends(watcher, "1stopped 2failed 3unreachable ");
}

TEST_P(Watches, TellOfAnEndThatIsOver) {
    const auto watcher = system_.spawn<Watcher>();
    const auto watched = system_.spawn<Watched>();
    watched.stop();
    wait_until([&] { return !watched.ask_blocking<Ping>(patience, 1); });
    watcher.notice<Watch>(watched);
    expect_ends(watcher, "1stopped ");
}

TEST_P(Watches, CanBeTakenBack) {
    const auto watcher = system_.spawn<Watcher>();
    const auto watched = system_.spawn<Watched>();
    watcher.notice<Watch>(watched);
    watcher.notice<Unwatch>();
    wait_until([&] { return system_.metrics().messages >= 2; });
    watched.stop();
    wait_until([&] { return !watched.ask_blocking<Ping>(patience, 1); });
    EXPECT_EQ(*watcher.ask_blocking<Ends>(patience), "");
}

TEST_P(Watches, KeepNothingAliveAndLeaveNothingBehind) {
    const auto service = system_.spawn<Watched>();
    for (int i = 0; i < 100; ++i) {
        system_.spawn<Watcher>().notice<Watch>(service);
    }
    wait_until([&] { return system_.metrics().houses == 1; });
    service.stop();
}

INSTANTIATE_TEST_SUITE_P(Threads, Watches, ::testing::Values(1, 3));

struct Spawn {
    using Reply = Address<Ping>;
};

class Child final : public StateActor<Ping> {
public:
    explicit Child(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
    ~Child() override { --alive_; }
    Pong on(const Ping& ping) { return {ping.id}; }

private:
    std::atomic<int>& alive_;
};

class Parent final : public StateActor<Spawn> {
public:
    explicit Parent(std::atomic<int>& alive) : alive_(alive) {}
    Address<Ping> on(const Spawn&) { return children_.emplace_back(spawn<Child>(alive_)); }

private:
    std::atomic<int>& alive_;
    std::deque<Address<Ping>> children_;
};

TEST(Children, EndWithTheirParentAlsoWhenOthersHaveTheirAddress) {
    std::atomic<int> alive = 0;
    System system({.threads = 2});
    const auto parent = system.spawn<Parent>(alive);
    const auto child = *parent.ask_blocking<Spawn>(patience);
    (void)parent.ask_blocking<Spawn>(patience);
    EXPECT_EQ(child.ask_blocking<Ping>(patience, 1)->id, 1);
    parent.stop();
    wait_until([&] { return alive == 0; });
    EXPECT_TRUE(child.ask_blocking<Ping>(patience, 1).error() == Errc::actor_stopped);
}

TEST(Children, GoWithAParentThatNobodyKnows) {
    std::atomic<int> alive = 0;
    System system({.threads = 2});
    {
        const auto parent = system.spawn<Parent>(alive);
        (void)parent.ask_blocking<Spawn>(patience);
        EXPECT_EQ(alive, 1);
    }
    wait_until([&] { return alive == 0 && system.metrics().houses == 0; });
}

TEST(Children, MayEndBeforeTheirParent) {
    std::atomic<int> alive = 0;
    System system({.threads = 2});
    const auto parent = system.spawn<Parent>(alive);
    for (int i = 0; i < 50; ++i) {
        parent.ask_blocking<Spawn>(patience)->stop();
    }
    wait_until([&] { return alive == 0; });
    parent.stop();
}

TEST(Shutdown, RefusesWhatIsSpawnedOrSentAfterIt) {
    std::atomic<int> alive = 0;
    System system({.threads = 2});
    EXPECT_TRUE(system.shutdown(patience));
    const auto late = system.spawn<Child>(alive);
    EXPECT_EQ(alive, 0);
    late.notice<Ping>(1);
    EXPECT_TRUE(late.ask_blocking<Ping>(patience, 1).error() == Errc::shutting_down);
    EXPECT_EQ(system.metrics().dead_letters, 1U);
}

struct Never {
    using Reply = Pong;
};
class Silent final : public StateActor<Never> {
public:
    explicit Silent(Address<Ping> to) : to_(std::move(to)) {}
    Task<Pong> on(Never) {
        while (true) {
            (void)co_await to_.ask<Ping>(1);
        }
    }

private:
    Address<Ping> to_;
};

TEST(Shutdown, FreesWhatIsSpawnedMeanwhile) {
    for (int round = 0; round < 50; ++round) {
        std::atomic<bool> has_begun = false;
        System system({.threads = 2});
        std::thread spawner([&] {
            for (int i = 0; i < 1'000; ++i) {
                (void)system.spawn<PongActor>();
                has_begun = true;
            }
        });
        while (!has_begun) {
            std::this_thread::yield();
        }
        (void)system.shutdown({});
        spawner.join();
        EXPECT_EQ(system.metrics().houses, 0U);
    }
}

TEST(Shutdown, FailsWhatIsLeftAndSaysSo) {
    System system({.threads = 2});
    const auto silent = system.spawn<Silent>(system.spawn<PongActor>());
    Result<Pong> answer = Errc::end_of_data;
    std::thread asker([&] { answer = silent.ask_blocking<Never>(patience); });
    wait_until([&] { return system.metrics().messages > 10; });
    EXPECT_FALSE(system.shutdown(20ms));
    asker.join();
    EXPECT_TRUE(answer.error() == Errc::shutting_down);
}

/// Spawns another one when it ends.
class Hydra final : public StateActor<Ping> {
public:
    Pong on(const Ping& ping) { return {ping.id}; }

protected:
    void after_stop() override { (void)system().spawn<Hydra>(); }
};

TEST(Shutdown, EndsActorsThatSpawnOthersAtTheirEnd) {
    System system({.threads = 2});
    EXPECT_TRUE(system.spawn<Hydra>().ask_blocking<Ping>(patience, 1));
    system.shutdown(1ms);
    EXPECT_EQ(system.metrics().houses, 0U);
}

}  // namespace
}  // namespace leat
