#include <chrono>

#include "futex.hpp"
#include "leat/buffer/block_pool.hpp"
#include "spin.hpp"
#include "system_core.hpp"
#include "worker_guard.hpp"

/// What a worker does when it has nothing to do.
namespace leat {

void Worker::run() {
    context.worker = this;
    while (!core_.is_stopping.load(std::memory_order_acquire)) {
        if (turn()) {
            idle_rounds_ = 0;
        } else {
            idle();
        }
    }
    end_all_actors();
    BlockPool::flush_foreign_batch();
    context.worker = nullptr;
}

void Worker::advance_timers() noexcept {
    const Guard guard(*this);
    wheel_.advance(tick_at(now()), [this](TimerNode& node) {
        auto& timer = static_cast<Timer&>(node);
        if (timer.period != 0) {
            wheel_.arm(timer, next_period(timer.expiry_tick(), timer.period, tick_at(now())));
        }
        if (!timer.is_queued) {
            timer.is_queued = true;
            deliver(timer);
        }
    });
}

/// Looks around for a while, in case that work comes soon, then sleeps.
void Worker::idle() noexcept {
    const auto until = now() + options_.spin_before_sleep;
    do {
        for (int i = 0; i < 32; ++i) {
            if (inbox_.load(std::memory_order_relaxed) != nullptr) {
                return;
            }
            cpu_relax();
        }
        ++idle_rounds_;
        if (try_steal()) {
            return;
        }
    } while (now() < until);
    sleep();
}

void Worker::sleep() noexcept {
    BlockPool::flush_foreign_batch();
    sleeping_.store(asleep, std::memory_order_seq_cst);
    const bool may_sleep = inbox_.load(std::memory_order_seq_cst) == nullptr &&
                           !core_.is_stopping.load(std::memory_order_seq_cst);
    if (may_sleep) {
        lock_.lock();
        const Tick next = wheel_.next_expiry();
        lock_.unlock();
        const auto wait = next == tick_never ? std::chrono::nanoseconds(std::chrono::hours(24))
                                             : std::chrono::milliseconds(next) - now();
        futex_wait(sleeping_, asleep, wait);
    }
    sleeping_.store(awake, std::memory_order_seq_cst);
}

/// One system call at most, and none when the worker is awake or being woken.
void Worker::wake() noexcept {
    std::uint32_t expected = asleep;
    if (sleeping_.load(std::memory_order_seq_cst) == asleep &&
        sleeping_.compare_exchange_strong(expected, woken, std::memory_order_seq_cst)) {
        futex_wake(sleeping_);
    }
}

bool Worker::try_steal() noexcept {
    const std::size_t workers = core_.workers.size();
    const std::size_t start = idle_rounds_ + static_cast<std::size_t>(index_);
    for (std::size_t i = 0; i < workers; ++i) {
        Worker& victim = *core_.workers[(start + i) % workers];
        if (&victim != this && try_steal_from(victim)) {
            return true;
        }
    }
    return false;
}

bool Worker::try_steal_from(Worker& victim) noexcept {
    const std::uint64_t ready = victim.ready_.load(std::memory_order_relaxed);
    const bool is_overloaded =
        ready > static_cast<std::uint64_t>(options_.steal_floor) &&
        idle_rounds_ * ready >= static_cast<std::uint64_t>(options_.steal_aggression);
    const bool is_stuck = victim.is_wedged.load(std::memory_order_relaxed);
    if ((!is_overloaded && !is_stuck) || !victim.lock_.try_lock_foreign()) {
        return false;
    }
    victim.drain_inbox();
    House* house = nullptr;
    if (victim.ready_.load(std::memory_order_relaxed) >
        static_cast<std::uint32_t>(options_.steal_floor)) {
        house = victim.pop_ready();
    }
    if (house != nullptr && (house->wants_stop || house->is_dead)) {
        victim.enqueue(*house);
        house = nullptr;
    }
    victim.lock_.unlock_foreign();
    if (house == nullptr) {
        return false;
    }
    Counters::add(counters.stolen_runs, 1);
    run_house(*house);
    return true;
}

void Worker::arm(Timer& timer, Tick expiry) noexcept {
    {
        const Guard guard(*this);
        wheel_.arm(timer, expiry);
    }
    if (context.worker != this) {
        wake();
    }
}

void Worker::release(Timer& timer) noexcept {
    bool is_queued = false;
    {
        const Guard guard(*this);
        wheel_.cancel(timer);
        is_queued = timer.is_queued;
        timer.is_over = true;
    }
    if (!is_queued) {
        pool_delete(&timer);
    }
}

void Worker::close_mailboxes(House& house, std::uint8_t open) noexcept {
    const Guard guard(*this);
    house.open = open;
}

}  // namespace leat
