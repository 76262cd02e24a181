#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "memory_guard.hpp"

namespace leat {

class SystemCore;
class Worker;

/// The thread that looks after the others of a system: whether one is stuck in a handler, so that
/// an idle one runs what waits behind it; whether a handler has run for too long; whether memory
/// runs short.
class SystemWatch {
public:
    explicit SystemWatch(SystemCore& core);

    void start();
    /// Ends the thread. Idempotent.
    void stop();

    /// Handlers that ran longer than the threshold.
    [[nodiscard]] std::uint64_t stalls() const { return stalls_.load(std::memory_order_relaxed); }

private:
    /// A worker as it was at the last look.
    struct Seen {
        std::uint64_t progress = 0;
        std::chrono::steady_clock::time_point since;
        bool is_reported = false;
    };

    void run();
    void look_at_workers(std::chrono::steady_clock::time_point now);
    void look_at(Worker& worker, Seen& seen, std::chrono::steady_clock::time_point now);
    void report_stall(const Worker& worker, std::chrono::nanoseconds time);
    void look_at_memory(std::chrono::steady_clock::time_point now, bool is_idle);

    SystemCore& core_;
    MemoryGuard memory_;
    std::vector<Seen> seen_;
    std::chrono::steady_clock::time_point last_memory_look_{};
    std::atomic<std::uint64_t> stalls_{0};
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_over_ = false;
    std::thread thread_;
};

}  // namespace leat
