#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// What every side of the actor benchmark does alike: sizes, pacing, and the work of a busy actor.
namespace leat::bench {

using Clock = std::chrono::steady_clock;

/// notice_same_thread: the receiver acknowledges each burst, which bounds its mailbox.
constexpr int notice_burst = 1'000;

/// fanin_notice: a producer is at most this many messages ahead of the receiver, which bounds its
/// mailbox. Both look at each other's count once per step, so that the counts cost next to nothing.
constexpr int fanin_producers = 2;
constexpr int fanin_window = 4'096;
constexpr int fanin_step = 256;

/// skynet_million: children of each node that is not a leaf.
constexpr int skynet_children = 10;

/// ask_under_load: how many actors are busy, how long each of their messages takes, and how long
/// the asker pauses between an answer and its next question.
constexpr int busy_actors = 10'000;
constexpr auto busy_work = std::chrono::microseconds(1);
constexpr auto ask_pause = std::chrono::milliseconds(1);

/// timer_arm_cancel: how many timers are pending all the time, and the range of their deadlines:
/// none is due while the benchmark runs.
constexpr int timers_pending = 100'000;
constexpr auto timer_delay_min = std::chrono::milliseconds(60'000);
constexpr auto timer_delay_max = std::chrono::milliseconds(3'600'000);

/// Ends the program when a workload did not do what it is measured for.
inline void expect(bool holds) {
    if (!holds) {
        std::fputs("bench_actor: a workload gave a wrong result\n", stderr);
        std::abort();
    }
}

inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

inline double microseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// Keeps the thread busy, as the handler of a busy actor.
inline void work_for(Clock::duration duration) {
    const auto end = Clock::now() + duration;
    while (Clock::now() < end) {
    }
}

/// The value that 99 of 100 values do not exceed. REQUIRES: values.
inline double percentile_99(std::vector<double> values) {
    const auto rank = (values.size() * 99 + 99) / 100 - 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// Delays of timers in [timer_delay_min, timer_delay_max): the same sequence on every side, at the
/// price of a multiplication.
class TimerDelays {
public:
    std::chrono::milliseconds next() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        const auto range = static_cast<unsigned long>((timer_delay_max - timer_delay_min).count());
        const auto offset = ((state_ >> 32) * range) >> 32;
        return timer_delay_min + std::chrono::milliseconds(offset);
    }

private:
    unsigned long state_ = 88;
};

}  // namespace leat::bench
