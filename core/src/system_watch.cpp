#include "system_watch.hpp"

#include <algorithm>

#include "system_core.hpp"

namespace leat {
namespace {

/// Between two looks at the workers: a thread that is in the same handler twice is stuck.
constexpr std::chrono::milliseconds look_period{15};
/// While all threads sleep.
constexpr std::chrono::milliseconds idle_look_period{100};
constexpr std::chrono::milliseconds idle_memory_period{1'000};

}  // namespace

SystemWatch::SystemWatch(SystemCore& core)
    : core_(core),
      memory_({.busy_percent = core.options.memory_busy_percent,
               .free_min_bytes = core.options.memory_free_min_bytes,
               .limit_bytes = core.options.memory_limit_bytes}) {
}

void SystemWatch::start() {
    seen_.assign(core_.workers.size(), Seen{.since = std::chrono::steady_clock::now()});
    thread_ = std::thread([this] {
        SystemCore::prepare_thread(core_.options.name, "watch");
        run();
    });
}

void SystemWatch::stop() {
    {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void SystemWatch::run() {
    std::unique_lock lock(mutex_);
    while (!is_over_) {
        const bool is_idle = std::all_of(core_.workers.begin(), core_.workers.end(),
                                         [](const auto& worker) { return worker->is_asleep(); });
        const auto now = std::chrono::steady_clock::now();
        look_at_workers(now);
        look_at_memory(now, is_idle);
        changed_.wait_for(lock, is_idle ? idle_look_period : look_period);
    }
}

void SystemWatch::look_at_workers(std::chrono::steady_clock::time_point now) {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        look_at(*core_.workers[i], seen_[i], now);
    }
}

void SystemWatch::look_at(Worker& worker, Seen& seen, std::chrono::steady_clock::time_point now) {
    const std::uint64_t progress = worker.progress();
    if (progress != seen.progress || worker.running_actor() == nullptr) {
        seen = {progress, now, false};
        worker.is_wedged.store(false, std::memory_order_relaxed);
        return;
    }
    const bool is_wedged = now - seen.since >= look_period / 2 && worker.has_work();
    worker.is_wedged.store(is_wedged, std::memory_order_relaxed);
    if (is_wedged) {
        core_.wake_thief(worker);
    }
    const auto threshold = core_.options.stall_threshold;
    const bool is_stall = threshold.count() > 0 && now - seen.since >= threshold;
    if (is_stall && !seen.is_reported) {
        seen.is_reported = true;
        report_stall(worker, now - seen.since);
    }
}

void SystemWatch::report_stall(const Worker& worker, std::chrono::nanoseconds time) {
    const ActorType* const actor = worker.running_actor();
    const MessageType* const message = worker.running_message();
    if (actor == nullptr) {
        return;
    }
    stalls_.fetch_add(1, std::memory_order_relaxed);
    core_.log.warn("{} has been busy with {} for {} ms: use offload() for what blocks", actor->name,
                   message != nullptr ? message->name : "an event",
                   std::chrono::floor<std::chrono::milliseconds>(time).count());
}

/// A system that does nothing takes no memory: it is looked at less often, for the look costs more
/// than all else that it does.
void SystemWatch::look_at_memory(std::chrono::steady_clock::time_point now, bool is_idle) {
    const auto period = core_.options.memory_check_period;
    if (now - last_memory_look_ < (is_idle ? std::max(period, idle_memory_period) : period)) {
        return;
    }
    last_memory_look_ = now;
    const bool is_busy = memory_.check();
    if (core_.is_busy.exchange(is_busy, std::memory_order_relaxed) != is_busy) {
        const MemoryUse& use = memory_.last();
        core_.log.warn("memory {}: {} of {} bytes in use",
                       is_busy ? "runs short" : "suffices again", use.used_bytes, use.limit_bytes);
    }
}

}  // namespace leat
