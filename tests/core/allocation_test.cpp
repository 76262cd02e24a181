#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "allocation_count.hpp"
#include "leat/core/offload.hpp"
#include "sample_actors.hpp"

/// In the steady state a message costs no heap allocation.
namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

constexpr int rounds = 2'000;

/// Answers with a coroutine, after another actor has answered.
class CoroutineRelay final : public StateActor<Ping> {
public:
    explicit CoroutineRelay(Address<Ping> next) : next_(std::move(next)) {}
    Task<Pong> on(Ping ping) {
        const Pong pong = co_await next_.ask<Ping>(ping.id).within(1h);
        co_return pong;
    }

private:
    Address<Ping> next_;
};

/// The same as an explicit stack.
class StackRelay final : public StateActor<Ping> {
public:
    explicit StackRelay(Address<Ping> next) : next_(std::move(next)) {}
    StackYield resume(AskStack<Ping>& stack) {
        if (stack.is_start()) {
            return stack.suspend(FutureState<Pong>(next_.ask<Ping>(stack.ask().id)));
        }
        return stack.return_(stack.state<FutureState<Pong>>().future.get());
    }

private:
    Address<Ping> next_;
};

class Allocations : public ::testing::TestWithParam<int> {
protected:
    /// Where the actor number `index` lives: all on one thread, or each on another.
    [[nodiscard]] SpawnOptions place(int index) const { return {.thread = index % GetParam()}; }

    System system_{{.threads = GetParam(),
                    .steal_floor = SystemOptions::no_stealing,
                    .memory_check_period = 1h}};
};

TEST_P(Allocations, AreNoneForAsksInAllForms) {
    const auto pong = system_.spawn_with<PongActor>(place(0));
    const auto stack = system_.spawn_with<StackRelay>(place(1), pong);
    const auto coroutine = system_.spawn_with<CoroutineRelay>(place(0), stack);
    const auto summer = system_.spawn_with<Summer>(place(1), coroutine);
    // Blocks that are on their way home are not there yet: a few rounds fill all pools.
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(summer.ask_blocking<AskMany>(patience, rounds));
    }

    const AllocationCount allocations;
    EXPECT_TRUE(summer.ask_blocking<AskMany>(patience, rounds));
    // What this thread itself allocates for its blocking ask comes from a pool, too.
    EXPECT_EQ(allocations.count(), 0U);
}

TEST_P(Allocations, AreNoneForNotices) {
    const auto pong = system_.spawn<PongActor>();
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 100; ++i) {
            pong.notice<Ping>(i);
        }
        EXPECT_TRUE(pong.ask_blocking<Ping>(patience, 1));
    }
    while (system_.metrics().messages < 20 * 101) {
        std::this_thread::yield();
    }

    const AllocationCount allocations;
    for (int i = 0; i < 50; ++i) {
        pong.notice<Ping>(i);
    }
    EXPECT_TRUE(pong.ask_blocking<Ping>(patience, 1));
    EXPECT_EQ(allocations.count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Threads, Allocations, ::testing::Values(1, 2));

constexpr int jobs = 1'000;
constexpr std::size_t at_once = 8;

long add(long left, long right) {
    return left + right;
}

/// Keeps some functions running at a time, and sums up their results.
class Adder final : public StateActor<Count> {
public:
    Adder() { running_.reserve(at_once); }

    Task<Sum> on(Count) {
        long sum = 0;
        for (int i = 0; i < jobs; ++i) {
            running_.push_back(offload(&add, 1, i));
            if (running_.size() == at_once) {
                for (Future<long>& future : running_) {
                    sum += co_await future;
                }
                running_.clear();
            }
        }
        co_return Sum{sum};
    }

private:
    std::vector<Future<long>> running_;
};

TEST(OffloadAllocations, AreNone) {
    System system({.threads = 1, .memory_check_period = 1h});
    const auto adder = system.spawn<Adder>();
    ASSERT_TRUE(adder.ask_blocking<Count>(patience));

    // The best of some rounds: a machine that stalls for long may end an idle thread meanwhile.
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (int round = 0; round < 5; ++round) {
        const AllocationCount allocations;
        const auto sum = adder.ask_blocking<Count>(patience);
        least = std::min(least, allocations.count());
        ASSERT_TRUE(sum);
        EXPECT_EQ(sum->value, jobs * (jobs + 1L) / 2);
    }
    EXPECT_EQ(least, 0U);
}

}  // namespace
}  // namespace leat
