#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace leat {

/// The IO of one worker thread: the first phase of its loop, and the place where it sleeps.
///
/// A transport implements it; without one, a thread sleeps on a futex. Made before the thread
/// starts, used by it alone but for `wake`, destroyed after it has ended.
class IoDriver {
public:
    IoDriver() = default;
    IoDriver(const IoDriver&) = delete;
    IoDriver& operator=(const IoDriver&) = delete;
    virtual ~IoDriver() = default;

    /// Runs what is ready, and first waits for it, `timeout` at most; with zero it only looks. True
    /// when something was ready. What it throws is logged, and the thread goes on.
    virtual bool poll(std::chrono::nanoseconds timeout) = 0;

    /// Ends the current `poll`, or the next one if none waits. From any thread; called at most once
    /// for each `poll` that waits.
    virtual void wake() noexcept = 0;
};

/// Makes the driver of each worker thread of a system, by the number of the thread.
using IoDriverFactory =
    std::function<std::unique_ptr<IoDriver>(int thread)>;  // Called once: off the fast path.

}  // namespace leat
