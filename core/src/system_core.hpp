#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "worker.hpp"

namespace leat {

class System;

/// What a system and its threads share. Lives until the system and the last house are gone, so that
/// an address may outlive its system.
class SystemCore {
public:
    SystemCore(System& owner, SystemOptions given);

    void start();
    bool shutdown(std::chrono::nanoseconds timeout);

    void add_house() noexcept { houses.fetch_add(1, std::memory_order_relaxed); }
    /// Gives up one house, or the system itself: the last one deletes the core.
    void drop_house() noexcept;
    /// Wakes one sleeping worker other than `busy`, to look for something to steal.
    void wake_thief(const Worker& busy) noexcept;

    /// A failure that its actor wants the whole system to end for.
    void escalate() noexcept;

    System& system;
    const SystemOptions options;
    std::vector<std::unique_ptr<Worker>> workers;
    std::atomic<std::uint32_t> next_worker{0};
    /// Messages from outside of the actors are taken.
    std::atomic<bool> is_open{true};
    std::atomic<bool> is_stopping{false};
    std::atomic<bool> is_escalated{false};
    std::atomic<std::uint64_t> dead_letters{0};
    /// Houses, plus one for the system.
    std::atomic<std::uint64_t> houses{1};

private:
    void watch();
    void watch_once(std::vector<std::uint64_t>& seen);
    [[nodiscard]] bool is_quiet() const;
    void stop_threads();

    std::vector<std::thread> threads_;
    std::thread watch_thread_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_shut_down_ = false;
    bool was_clean_ = true;
};

}  // namespace leat
