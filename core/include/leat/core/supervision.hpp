#pragma once

#include <chrono>
#include <cstdint>

namespace leat {

/// What happens to an actor whose handler of a notice threw.
enum class Supervision : std::uint8_t {
    /// Its suspended stacks fail, then the restart hooks run; its mailbox stays.
    restart,
    /// It goes on as if nothing had happened.
    resume,
    stop,
    /// The whole system shuts down.
    escalate,
};

/// How many restarts an actor may have within a window of time before it is stopped.
struct RestartLimit {
    std::uint32_t restarts_max = 10;
    std::chrono::nanoseconds window = std::chrono::seconds(10);
};

/// Why an actor has ended.
enum class EndReason : std::uint8_t {
    /// It was told to stop, itself or with its parent.
    stopped,
    /// Its supervision said so after a failure, or it failed too often.
    failed,
    /// Nobody had its address any more, and it had nothing left to do.
    unreachable,
    shutdown,
};

/// The number of a watch of one actor over another; never used twice.
enum class WatchId : std::uint64_t {};

}  // namespace leat
