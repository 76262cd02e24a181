#include "system_core.hpp"

#include <pthread.h>
#include <csignal>

#include "leat/buffer/assert.hpp"

namespace leat {
namespace {

constexpr std::chrono::milliseconds watch_period{20};

/// Signals are for the thread that waits for them.
void block_signals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

SystemCore::SystemCore(System& owner, SystemOptions given)
    : system(owner), options(std::move(given)) {
    const Result<void> valid = validate(options);
    LEAT_ASSERT(valid, valid ? "" : valid.error().message().c_str());
    BiasedLock::prepare();
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int count = options.threads == 0 ? cores : options.threads;
    for (int i = 0; i < count; ++i) {
        workers.push_back(std::make_unique<Worker>(*this, i));
    }
}

void SystemCore::start() {
    for (const auto& worker : workers) {
        threads_.emplace_back([&core_worker = *worker] {
            block_signals();
            core_worker.run();
        });
    }
    watch_thread_ = std::thread([this] {
        block_signals();
        watch();
    });
}

void SystemCore::drop_house() noexcept {
    if (houses.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete this;
    }
}

void SystemCore::wake_thief(const Worker& busy) noexcept {
    for (const auto& worker : workers) {
        if (worker.get() != &busy && worker->is_asleep()) {
            return worker->wake();
        }
    }
}

void SystemCore::escalate() noexcept {
    is_escalated.store(true, std::memory_order_release);
}

void SystemCore::watch() {
    std::vector<std::uint64_t> seen(workers.size());
    std::unique_lock lock(mutex_);
    while (!is_shut_down_) {
        changed_.wait_for(lock, watch_period);
        watch_once(seen);
    }
}

/// A worker that is in the same run as at the last look, with work behind it, is wedged: an idle
/// one is woken to take over.
void SystemCore::watch_once(std::vector<std::uint64_t>& seen) {
    for (std::size_t i = 0; i < workers.size(); ++i) {
        Worker& worker = *workers[i];
        const std::uint64_t runs = worker.counters.runs.load(std::memory_order_relaxed);
        const bool is_wedged = worker.is_in_handler() && runs == seen[i] && worker.has_work();
        worker.is_wedged.store(is_wedged, std::memory_order_relaxed);
        seen[i] = runs;
        if (is_wedged) {
            wake_thief(worker);
        }
    }
}

bool SystemCore::is_quiet() const {
    std::uint64_t suspended = 0;
    for (const auto& worker : workers) {
        if (worker->has_work() || worker->is_in_handler()) {
            return false;
        }
        suspended += worker->counters.suspended.load(std::memory_order_relaxed);
    }
    return suspended == 0;
}

bool SystemCore::shutdown(std::chrono::nanoseconds timeout) {
    {
        const std::scoped_lock lock(mutex_);
        if (std::exchange(is_shut_down_, true)) {
            return was_clean_;
        }
    }
    is_open.store(false, std::memory_order_seq_cst);
    const auto until = std::chrono::steady_clock::now() + timeout;
    while (!is_quiet() && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    was_clean_ = is_quiet();
    stop_threads();
    return was_clean_;
}

void SystemCore::stop_threads() {
    changed_.notify_all();
    watch_thread_.join();
    is_stopping.store(true, std::memory_order_seq_cst);
    for (const auto& worker : workers) {
        worker->wake();
    }
    for (std::thread& thread : threads_) {
        thread.join();
    }
    bool was_any = true;
    while (was_any) {
        was_any = false;
        for (const auto& worker : workers) {
            was_any = worker->clear_rest() || was_any;
        }
    }
    for (const auto& worker : workers) {
        worker->close();
    }
}

}  // namespace leat
