#include "timer_wheel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <vector>

namespace leat {
namespace {

using namespace std::chrono_literals;

/// The nodes that an advance fired, in order.
std::vector<TimerNode*> fired_by(TimerWheel& wheel, Tick now_tick) {
    std::vector<TimerNode*> fired;
    wheel.advance(now_tick, [&](TimerNode& node) { fired.push_back(&node); });
    return fired;
}

using Nodes = std::vector<TimerNode*>;

TEST(TimerWheel, FiresAtTheDeadlineAndNotBefore) {
    TimerWheel wheel;
    TimerNode node;
    wheel.arm(node, 5);

    EXPECT_EQ(fired_by(wheel, 4), Nodes{});
    EXPECT_TRUE(node.is_armed());
    EXPECT_EQ(fired_by(wheel, 5), Nodes{&node});
    EXPECT_FALSE(node.is_armed());
    EXPECT_TRUE(wheel.is_empty());
}

TEST(TimerWheel, FiresOnBothSidesOfEveryLevelBorder) {
    for (const Tick start : {Tick{0}, Tick{1}, Tick{63}, Tick{4095}, Tick{123'456'789}}) {
        for (unsigned bits = 0; bits < 63; ++bits) {
            for (const Tick offset : {Tick{0}, Tick{1}, Tick{2}}) {
                TimerWheel wheel(start);
                TimerNode node;
                const Tick deadline = start + (Tick{1} << bits) + offset;
                wheel.arm(node, deadline);

                ASSERT_EQ(fired_by(wheel, deadline - 1), Nodes{}) << start << ' ' << deadline;
                ASSERT_EQ(fired_by(wheel, deadline), Nodes{&node}) << start << ' ' << deadline;
            }
        }
    }
}

TEST(TimerWheel, FiresWhenTheClockJumpsOverManyLevelsAtOnce) {
    TimerWheel wheel;
    std::array<TimerNode, 11> nodes;
    Nodes expected;
    for (std::size_t level = 0; level < nodes.size(); ++level) {
        wheel.arm(nodes[level], Tick{1} << (6 * level));
        expected.push_back(&nodes[level]);
    }

    EXPECT_EQ(fired_by(wheel, tick_never), expected);
}

TEST(TimerWheel, HoldsTheLongestDurations) {
    TimerWheel wheel(1000);
    TimerNode years;
    TimerNode longest;
    wheel.arm(years, 1000 + (Tick{1} << 63));
    wheel.arm(longest, tick_never);

    EXPECT_EQ(fired_by(wheel, 999 + (Tick{1} << 63)), Nodes{});
    EXPECT_EQ(fired_by(wheel, 1000 + (Tick{1} << 63)), Nodes{&years});
    EXPECT_EQ(fired_by(wheel, tick_never), Nodes{&longest});
}

TEST(TimerWheel, FiresTimersOfMoreThan205Seconds) {
    TimerWheel wheel;
    TimerNode node;
    wheel.arm(node, 3'600'000);

    for (Tick now = 0; now < 3'600'000; now += 7) {
        ASSERT_EQ(fired_by(wheel, now), Nodes{});
    }
    EXPECT_EQ(fired_by(wheel, 3'600'000), Nodes{&node});
}

TEST(TimerWheel, FiresADeadlineThatHasPassedWithTheNextAdvance) {
    TimerWheel wheel(100);
    TimerNode past;
    TimerNode now;
    wheel.arm(now, 100);
    wheel.arm(past, 3);

    EXPECT_EQ(wheel.next_expiry(), 100U);
    EXPECT_EQ(fired_by(wheel, 100), (Nodes{&now, &past}));
    EXPECT_EQ(past.expiry_tick(), 3U);
}

TEST(TimerWheel, TakesAClockThatGoesBackAsOneThatStands) {
    TimerWheel wheel(100);
    TimerNode node;
    wheel.arm(node, 100);

    EXPECT_EQ(fired_by(wheel, 20), Nodes{&node});
    EXPECT_EQ(wheel.current_tick(), 100U);
}

TEST(TimerWheel, FiresEqualDeadlinesInTheOrderOfArmingAcrossLevels) {
    TimerWheel wheel;
    std::array<TimerNode, 4> nodes;
    wheel.arm(nodes[2], 100'000);
    fired_by(wheel, 50'000);
    wheel.arm(nodes[0], 100'000);
    fired_by(wheel, 99'990);
    wheel.arm(nodes[3], 100'000);
    wheel.arm(nodes[1], 100'000);

    EXPECT_EQ(fired_by(wheel, 200'000), (Nodes{&nodes[2], &nodes[0], &nodes[3], &nodes[1]}));
}

TEST(TimerWheel, ArmingAgainMovesTheDeadlineEitherWay) {
    TimerWheel wheel;
    TimerNode node;
    wheel.arm(node, 1000);
    wheel.arm(node, 10);
    EXPECT_EQ(fired_by(wheel, 10), Nodes{&node});

    wheel.arm(node, 20);
    wheel.arm(node, 5000);
    EXPECT_EQ(fired_by(wheel, 4999), Nodes{});
    EXPECT_EQ(fired_by(wheel, 5000), Nodes{&node});
}

TEST(TimerWheel, CancelTellsWhetherItWasArmed) {
    TimerWheel wheel;
    TimerNode node;
    EXPECT_FALSE(wheel.cancel(node));
    wheel.arm(node, 70);
    EXPECT_TRUE(wheel.cancel(node));
    EXPECT_FALSE(wheel.cancel(node));
    EXPECT_TRUE(wheel.is_empty());
    EXPECT_EQ(wheel.next_expiry(), tick_never);
    EXPECT_EQ(fired_by(wheel, 1000), Nodes{});
}

TEST(TimerWheel, ACallMayCancelNodesOfTheSameTick) {
    TimerWheel wheel;
    std::array<TimerNode, 3> nodes;
    for (TimerNode& node : nodes) {
        wheel.arm(node, 64);
    }
    Nodes fired;
    wheel.advance(64, [&](TimerNode& node) {
        fired.push_back(&node);
        EXPECT_FALSE(wheel.cancel(node));
        wheel.cancel(nodes[1]);
    });

    EXPECT_EQ(fired, (Nodes{&nodes[0], &nodes[2]}));
    EXPECT_TRUE(wheel.is_empty());
}

TEST(TimerWheel, ACallMayArmItselfAndNodesOfTheSameTickAnew) {
    TimerWheel wheel;
    TimerNode first;
    TimerNode second;
    wheel.arm(first, 10);
    wheel.arm(second, 10);
    Nodes fired;
    wheel.advance(100, [&](TimerNode& node) {
        fired.push_back(&node);
        if (fired.size() == 1) {
            wheel.arm(first, 12);
            wheel.arm(second, 500);
        }
    });

    EXPECT_EQ(fired, (Nodes{&first, &first}));
    EXPECT_EQ(fired_by(wheel, 500), Nodes{&second});
}

TEST(TimerWheel, ATimerThatArmsItselfWithoutDelayDoesNotHoldTheThread) {
    TimerWheel wheel;
    TimerNode node;
    wheel.arm(node, 10);
    const auto again = [&](TimerNode& expired) { wheel.arm(expired, wheel.current_tick()); };

    EXPECT_EQ(wheel.advance(10, again), 1U);
    EXPECT_EQ(wheel.next_expiry(), 10U);
    EXPECT_EQ(wheel.advance(10, again), 1U);
    EXPECT_EQ(wheel.advance(11, again), 1U);
    wheel.cancel(node);
}

TEST(TimerWheel, ANodeMayEndInItsCall) {
    TimerWheel wheel;
    auto node = std::make_unique<TimerNode>();
    wheel.arm(*node, 1);
    wheel.advance(1, [&](TimerNode&) { node.reset(); });
    EXPECT_TRUE(wheel.is_empty());
}

TEST(TimerWheel, FiresTheRestAfterACallThatThrew) {
    TimerWheel wheel;
    std::array<TimerNode, 3> nodes;
    for (TimerNode& node : nodes) {
        wheel.arm(node, 5);
    }
    EXPECT_THROW(wheel.advance(9, [](TimerNode&) { throw std::runtime_error("no"); }),
                 std::runtime_error);

    EXPECT_FALSE(wheel.is_empty());
    EXPECT_EQ(fired_by(wheel, 9), (Nodes{&nodes[1], &nodes[2]}));
}

TEST(TimerWheel, PeriodsDoNotDriftWhenCallsAreLate) {
    TimerWheel wheel;
    TimerNode node;
    std::vector<Tick> deadlines;
    wheel.arm(node, 100);
    for (const Tick late : {Tick{103}, Tick{250}, Tick{399}, Tick{777}}) {
        wheel.advance(late, [&](TimerNode& expired) {
            deadlines.push_back(expired.expiry_tick());
            wheel.arm(expired, next_period(expired.expiry_tick(), 100, late));
        });
    }
    EXPECT_EQ(deadlines, (std::vector<Tick>{100, 200, 300, 400}));
    EXPECT_EQ(node.expiry_tick(), 800U);
    wheel.cancel(node);
}

TEST(TimerWheel, NextExpiryIsExactForTheNextTicksAndNeverLate) {
    TimerWheel wheel(1000);
    TimerNode near;
    TimerNode far;
    wheel.arm(near, 1020);
    wheel.arm(far, 90'000);

    EXPECT_EQ(wheel.next_expiry(), 1020U);
    wheel.cancel(near);
    EXPECT_LE(wheel.next_expiry(), 90'000U);
    EXPECT_GT(wheel.next_expiry(), 80'000U);
    wheel.cancel(far);
}

TEST(TimerWheel, ASleeperWakesInVainAtMostOncePerLevel) {
    constexpr Tick minute = 60'000;
    constexpr Tick year = Tick{365} * 24 * 60 * minute;
    for (const auto& [deadline, wakes_max] : {std::pair{minute, 3}, std::pair{year, 6}}) {
        TimerWheel wheel;
        TimerNode node;
        wheel.arm(node, deadline + 12'345);
        int wakes = 0;
        while (!wheel.is_empty()) {
            wheel.advance(wheel.next_expiry(), [](TimerNode&) {});
            ++wakes;
        }
        EXPECT_LE(wakes, wakes_max);
        EXPECT_EQ(wheel.current_tick(), deadline + 12'345);
    }
}

TEST(TimerWheel, ClearDisarmsAll) {
    TimerWheel wheel(10);
    TimerNode overdue;
    TimerNode later;
    wheel.arm(overdue, 1);
    wheel.arm(later, 100'000);
    wheel.clear();

    EXPECT_FALSE(overdue.is_armed());
    EXPECT_FALSE(later.is_armed());
    EXPECT_TRUE(wheel.is_empty());
}

TEST(TimerWheelDeathTest, RefusesToAdvanceWithinACall) {
    TimerWheel wheel;
    TimerNode node;
    wheel.arm(node, 1);
    EXPECT_DEATH(wheel.advance(1, [&](TimerNode&) { fired_by(wheel, 2); }), "own call");
    wheel.cancel(node);
}

TEST(TimerWheelDeathTest, RefusesThatAnArmedNodeEnds) {
    TimerWheel wheel;
    EXPECT_DEATH(
        {
            TimerNode node;
            wheel.arm(node, 1);
        },
        "cancel it first");
}

TEST(DeadlineTick, RoundsUpSoThatNothingFiresEarly) {
    EXPECT_EQ(deadline_tick(0ns, 5ms), 5U);
    EXPECT_EQ(deadline_tick(1ns, 5ms), 6U);
    EXPECT_EQ(deadline_tick(300us, 500us), 1U);
    EXPECT_EQ(deadline_tick(600us, 500us), 2U);
    EXPECT_EQ(deadline_tick(7500us, 1ns), 8U);
    EXPECT_EQ(deadline_tick(2ms, 1.5s), 1502U);
    EXPECT_EQ(tick_at(5ms - 1ns), 4U);
}

TEST(DeadlineTick, TakesNoDelayAsNow) {
    EXPECT_EQ(deadline_tick(7500us, 0ms), 7U);
    EXPECT_EQ(deadline_tick(7500us, -3h), 7U);
}

TEST(DeadlineTick, TakesTheLongestDelays) {
    EXPECT_EQ(deadline_tick(1ms, std::chrono::hours::max()), tick_never);
    EXPECT_EQ(deadline_tick(1ms, std::chrono::milliseconds::max()), tick_never);
    EXPECT_EQ(deadline_tick(1ms, std::chrono::milliseconds(Tick{1} << 62)), (Tick{1} << 62) + 1);
}

TEST(NextPeriod, SkipsWhatWasMissed) {
    EXPECT_EQ(next_period(100, 10, 100), 110U);
    EXPECT_EQ(next_period(100, 10, 95), 110U);
    EXPECT_EQ(next_period(100, 10, 109), 110U);
    EXPECT_EQ(next_period(100, 10, 110), 120U);
    EXPECT_EQ(next_period(100, 10, 1'000'003), 1'000'010U);
    EXPECT_EQ(next_period(tick_never - 5, 10, 0), tick_never);
}

}  // namespace
}  // namespace leat
