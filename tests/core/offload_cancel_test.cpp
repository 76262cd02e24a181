#include <gtest/gtest.h>

#include "leat/core/offload.hpp"
#include "offload_actors.hpp"

/// What becomes of offloaded functions that nobody waits for any more.
namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

/// Counts its calls, and itself.
struct Counted {
    Tracked tracked;
    std::atomic<int>* calls;
    int operator()() const { return ++*calls; }
};

/// What the tests look at: how many functions exist, and how many have run.
struct Counts {
    std::atomic<int> living = 0;
    std::atomic<int> calls = 0;
    std::atomic<int> finished = 0;
};
Counts counts;

class OffloadCancel : public ::testing::Test {
protected:
    OffloadCancel() {
        counts.living = 0;
        counts.calls = 0;
        counts.finished = 0;
    }
};

Counted counted() {
    return {Tracked(counts.living), &counts.calls};
}

/// Occupies the one thread of the pool, and waits for a second function behind that.
Task<Sum> wait_for_two(Stage stage) {
    auto first = offload(&Gate::pass, stage.gate);
    auto second = offload(counted());
    (void)co_await second;
    ++counts.finished;
    co_return Sum{1};
}

/// Waits for a function that is running.
Task<Sum> wait_for_one(Stage stage) {
    auto held = offload(
        [](Gate* gate, Tracked tracked) {
            gate->pass();
            return tracked;
        },
        stage.gate, Tracked(counts.living));
    const Tracked tracked = co_await held;
    ++counts.finished;
    co_return Sum{1};
}

TEST_F(OffloadCancel, TimesOut) {
    Gate gate;
    System system({.threads = 1});
    const auto script = [](Stage stage) -> Task<Sum> {
        const long code = co_await failure_of(offload(&Gate::pass, stage.gate).within(1ms));
        co_return Sum{code};
    };
    const auto actor = system.spawn<Performer>();
    const auto code = actor.ask_blocking<Perform>(patience, script, Stage{.gate = &gate});
    gate.open();
    ASSERT_TRUE(code);
    EXPECT_EQ(code->value, number(Errc::ask_timeout));
    EXPECT_TRUE(system.shutdown(patience));
}

TEST_F(OffloadCancel, SkipsWhatHasNotBegun) {
    Gate gate;
    System system({.threads = 1, .offload_threads_max = 1});
    const auto script = [](Stage stage) -> Task<Sum> {
        auto first = offload(&Gate::pass, stage.gate);
        auto cancelled = offload(counted());
        auto late = offload(counted()).within(1ns);
        const long code = co_await failure_of(std::move(late));
        cancelled.cancel();
        stage.gate->open();
        co_await first;
        // In order: when this has run, the cancelled ones are over.
        auto last = offload(counted());
        (void)co_await last;
        co_return Sum{code};
    };

    {
        const auto actor = system.spawn<Performer>();
        const auto code = actor.ask_blocking<Perform>(patience, script, Stage{.gate = &gate});
        ASSERT_TRUE(code);
        EXPECT_EQ(code->value, number(Errc::ask_timeout));
    }
    EXPECT_EQ(counts.calls, 1);
    EXPECT_EQ(counts.living, 0);

    // The actor ends with its address: no ask of it is open.
    const auto until = std::chrono::steady_clock::now() + patience;
    while (system.metrics().houses != 0 && std::chrono::steady_clock::now() < until) {
        std::this_thread::yield();
    }
    EXPECT_EQ(system.metrics().houses, 0U);
}

/// Stops the actor while it waits at the gate, and waits for its end.
void stop(const Address<Perform, Ping, Break>& actor) {
    actor.stop();
    while (actor.ask_blocking<Ping>(patience, 1)) {
        std::this_thread::yield();
    }
}

TEST_F(OffloadCancel, SkipsAFunctionWhoseActorHasEnded) {
    Gate gate;
    System system({.threads = 1, .offload_threads_max = 1});
    const auto actor = system.spawn<Performer>();
    actor.notice<Perform>(&wait_for_two, Stage{.gate = &gate});
    gate.await_arrivals(1);
    stop(actor);
    gate.open();
    EXPECT_TRUE(system.shutdown(patience));
    EXPECT_EQ(counts.calls, 0);
    EXPECT_EQ(counts.living, 0);
    EXPECT_EQ(counts.finished, 0);
}

TEST_F(OffloadCancel, DropsTheResultForAnActorThatHasEnded) {
    Gate gate;
    System system({.threads = 1});
    const auto actor = system.spawn<Performer>();
    actor.notice<Perform>(&wait_for_one, Stage{.gate = &gate});
    gate.await_arrivals(1);
    stop(actor);
    EXPECT_GT(counts.living, 0);
    gate.open();
    EXPECT_TRUE(system.shutdown(patience));
    EXPECT_EQ(counts.living, 0);
    EXPECT_EQ(counts.finished, 0);
}

TEST_F(OffloadCancel, DropsTheResultForAnActorThatWasRestarted) {
    Gate gate;
    System system({.threads = 1});
    const auto actor = system.spawn<Performer>();
    actor.notice<Perform>(&wait_for_one, Stage{.gate = &gate});
    gate.await_arrivals(1);
    actor.notice<Break>();
    while (system.metrics().restarts == 0) {
        std::this_thread::yield();
    }
    gate.open();
    EXPECT_TRUE(actor.ask_blocking<Ping>(patience, 1));
    EXPECT_TRUE(system.shutdown(patience));
    EXPECT_EQ(counts.living, 0);
    EXPECT_EQ(counts.finished, 0);
}

TEST_F(OffloadCancel, LetsRunningWorkFinishBeforeAShutdown) {
    Gate gate;
    System system({.threads = 1, .offload_threads_max = 1});
    const auto actor = system.spawn<Performer>();
    actor.notice<Perform>(&wait_for_two, Stage{.gate = &gate});
    gate.await_arrivals(1);
    std::thread opener([&] {
        // Refused from outside: the shutdown has begun.
        while (actor.ask_blocking<Ping>(patience, 1)) {
        }
        gate.open();
    });
    EXPECT_TRUE(system.shutdown(patience));
    opener.join();
    EXPECT_EQ(counts.calls, 1);
    EXPECT_EQ(counts.finished, 1);
}

TEST_F(OffloadCancel, FailsWhatHasNotBegunAtAShutdownAndWaitsForWhatRuns) {
    System system({.threads = 1, .offload_threads_max = 1});
    const auto script = [](Stage stage) -> Task<Sum> {
        auto first = offload([gate = stage.gate] {
            gate->pass();
            // Until the second one is refused, which destroys it.
            while (counts.living != 0) {
                std::this_thread::yield();
            }
            ++counts.finished;
        });
        auto second = offload(counted());
        stage.gate->open();
        (void)co_await second;
        co_return Sum{0};
    };
    Gate gate;
    system.spawn<Performer>().notice<Perform>(script, Stage{.gate = &gate});
    gate.await_arrivals(1);
    while (counts.living == 0) {
        std::this_thread::yield();
    }

    EXPECT_FALSE(system.shutdown(0s));

    EXPECT_EQ(counts.finished, 1);
    EXPECT_EQ(counts.calls, 0);
    EXPECT_EQ(counts.living, 0);
}

/// Waits for itself, for ever.
class Hole final : public StateActor<Ping> {
public:
    Task<Pong> on(Ping ping) {
        const Pong pong = co_await self().ask<Ping>(ping.id);
        co_return pong;
    }
    bool is_barrier(const Ping&) { return true; }
};

TEST_F(OffloadCancel, ShutsDownWhileAFunctionWaitsForAnActor) {
    Gate gate;
    gate.open();
    System system({.threads = 2});
    const auto script = [](Stage stage) -> Task<Sum> {
        const auto hole = stage.system->spawn<Hole>();
        auto asking = offload([hole, gate = stage.gate] {
            gate->pass();
            const auto reply = hole.ask_blocking<Ping>(std::chrono::hours(1), 1);
            counts.finished = reply ? 0 : 1;
        });
        co_await asking;
        co_return Sum{0};
    };
    const auto actor = system.spawn<Performer>();
    actor.notice<Perform>(script, Stage{.gate = &gate, .system = &system});
    gate.await_arrivals(1);
    EXPECT_FALSE(system.shutdown(0s));
    EXPECT_EQ(counts.finished, 1);
}

}  // namespace
}  // namespace leat
