#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace leat {

/// How long runs of a house took: one run of 64 is timed.
struct RunTimes {
    static constexpr std::size_t buckets = 40;

    /// A time below which that part of the runs stayed, such as 0.99 of them: twice too long at
    /// most. Zero without samples.
    [[nodiscard]] std::chrono::nanoseconds quantile(double part) const;
    [[nodiscard]] std::uint64_t samples() const;

    /// The samples of [2^(i-1), 2^i) nanoseconds.
    std::array<std::uint64_t, buckets> counts{};
};

/// What the actors of one class have done, on all threads together.
struct ActorMetrics {
    /// The name of the C++ class.
    std::string_view type;
    /// Mounted and not ended.
    std::uint64_t alive = 0;
    /// Messages of all five mailboxes that were handled.
    std::uint64_t messages = 0;
    std::uint64_t runs = 0;
    /// Runs on a thread that the actor does not belong to.
    std::uint64_t stolen_runs = 0;
    std::uint64_t restarts = 0;
    /// Notices that came after the end of an actor, or that a full mailbox dropped.
    std::uint64_t dead_letters = 0;
    /// The most asks and notices that waited for one actor when it ran.
    std::uint64_t mailbox_high_water = 0;
    RunTimes run_times;
};

/// What one thread of a system has done.
struct ThreadMetrics {
    std::uint64_t messages = 0;
    std::uint64_t runs = 0;
    /// Runs of other threads' actors.
    std::uint64_t stolen_runs = 0;
    /// Times it went to sleep.
    std::uint64_t sleeps = 0;
};

/// What a system has done so far: read at one time, while it runs. The totals are the sums of what
/// is listed, and each count is one that was true at a moment of the call.
struct SystemMetrics {
    std::uint64_t messages = 0;
    std::uint64_t runs = 0;
    std::uint64_t stolen_runs = 0;
    std::uint64_t restarts = 0;
    /// Those of the actors, and those that came after the end of the system.
    std::uint64_t dead_letters = 0;
    /// Handlers that ran longer than the option `stall_threshold`.
    std::uint64_t stalls = 0;
    /// Houses that exist now, of actors that live or whose addresses do.
    std::uint64_t houses = 0;
    std::vector<ThreadMetrics> threads;
    /// By class, in order of first use.
    std::vector<ActorMetrics> actors;
};

}  // namespace leat
