#include "leat/core/system.hpp"

#include <csignal>
#include <thread>

#include "system_core.hpp"

namespace leat {

System::System(SystemOptions options) : core_(new SystemCore(*this, std::move(options))) {
    core_->start();
}

System::~System() {
    core_->shutdown(std::chrono::nanoseconds::zero());
    core_->drop_house();
}

Worker& System::worker_for(const SpawnOptions& options) {
    const std::size_t count = core_->workers.size();
    if (options.thread == SpawnOptions::any_thread) {
        return *core_->workers[core_->next_worker.fetch_add(1, std::memory_order_relaxed) % count];
    }
    LEAT_ASSERT(options.thread >= 0 && static_cast<std::size_t>(options.thread) < count,
                "spawn on a thread that the system does not have");
    return *core_->workers[static_cast<std::size_t>(options.thread)];
}

void System::settle(House& house, Actor& actor, const SpawnOptions& options) {
    house.actor = &actor;
    house.is_service = options.service;
    actor.house_ = &house;
    house.worker->core().add_house();
    house.worker->send(house.note);
}

int System::run_until_signal() {
    sigset_t signals;
    sigset_t former;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &former);
    constexpr timespec look_again{0, 100'000'000};
    while (sigtimedwait(&signals, nullptr, &look_again) < 0 && !core_->is_escalated) {
    }
    pthread_sigmask(SIG_SETMASK, &former, nullptr);
    const bool was_clean = shutdown(core_->options.shutdown_timeout);
    return was_clean && !core_->is_escalated ? 0 : 1;
}

bool System::shutdown(std::chrono::nanoseconds timeout) {
    return core_->shutdown(timeout);
}

int System::thread_count() const {
    return static_cast<int>(core_->workers.size());
}

const SystemOptions& System::options() const {
    return core_->options;
}

SystemMetrics System::metrics() const {
    SystemMetrics sum;
    for (const auto& worker : core_->workers) {
        const Worker::Counters& counters = worker->counters;
        sum.messages += counters.messages.load(std::memory_order_relaxed);
        sum.runs += counters.runs.load(std::memory_order_relaxed);
        sum.stolen_runs += counters.stolen_runs.load(std::memory_order_relaxed);
        sum.restarts += counters.restarts.load(std::memory_order_relaxed);
    }
    sum.dead_letters = core_->dead_letters.load(std::memory_order_relaxed);
    sum.houses = core_->houses.load(std::memory_order_relaxed) - 1;
    return sum;
}

}  // namespace leat
