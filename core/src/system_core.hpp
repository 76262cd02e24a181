#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "leat/core/log.hpp"
#include "leat/core/metrics.hpp"
#include "offload_pool.hpp"
#include "service_registry.hpp"
#include "system_watch.hpp"
#include "worker.hpp"

namespace leat {

class System;

/// What a system and its threads share. Lives until the system and the last house are gone, so that
/// an address may outlive its system.
class SystemCore {
public:
    SystemCore(System& owner, SystemOptions given, const IoDriverFactory& make_io);
    ~SystemCore();
    SystemCore(const SystemCore&) = delete;
    SystemCore& operator=(const SystemCore&) = delete;

    void start();
    bool shutdown(std::chrono::nanoseconds timeout);

    void add_house() noexcept { houses.fetch_add(1, std::memory_order_relaxed); }
    /// Gives up one house, or the system itself: the last one deletes the core.
    void drop_house() noexcept;
    /// Wakes one sleeping worker other than `busy`, to look for something to steal.
    void wake_thief(const Worker& busy) noexcept;

    /// Waits for SIGINT, SIGTERM or `end`.
    void wait_for_end();
    void end() noexcept;
    /// A failure that its actor wants the whole system to end for.
    void escalate() noexcept;

    [[nodiscard]] SystemMetrics metrics() const;

    /// Names the calling thread "system-role" and blocks signals, which are for the thread that
    /// waits for them.
    static void prepare_thread(std::string_view system_name, std::string_view role);

    System& system;
    const SystemOptions options;
    const Logger log;
    const Logger dead_letter_log;
    OffloadPool offload_pool;
    std::vector<std::unique_ptr<Worker>> workers;
    /// Whose turn it is to get the next actor.
    std::atomic<std::uint32_t> next_state_worker{0};
    std::atomic<std::uint32_t> next_io_worker{0};
    ServiceRegistry services;
    /// Messages from outside of the actors are taken.
    std::atomic<bool> is_open{true};
    std::atomic<bool> is_stopping{false};
    std::atomic<bool> is_escalated{false};
    std::atomic<int> exit_code{0};
    /// Memory runs short.
    std::atomic<bool> is_busy{false};
    /// Of houses whose thread did not count it.
    std::atomic<std::uint64_t> dead_letters{0};
    /// Houses, plus one for the system.
    std::atomic<std::uint64_t> houses{1};

private:
    [[nodiscard]] bool is_quiet() const;
    [[nodiscard]] std::uint64_t progress() const;
    void stop_threads();
    void clear_workers() noexcept;

    SystemWatch watch_;
    /// Readable once the program is to end.
    const int end_fd_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    bool is_shut_down_ = false;
    bool was_clean_ = true;
};

}  // namespace leat
