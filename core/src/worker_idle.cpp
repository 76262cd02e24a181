#include <malloc.h>
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <chrono>

#include "leat/buffer/block_pool.hpp"
#include "spin.hpp"
#include "system_core.hpp"
#include "worker_guard.hpp"

/// What a worker does when it has nothing to do.
namespace leat {
namespace {

/// Freed memory that is worth the time to give it back to the machine.
constexpr std::size_t trimmed_blocks_min = 10'000;

/// Binds the calling thread to one of the cores that the process may use, in turn.
void pin_to_core(int index) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return;
    }
    int turns = index % CPU_COUNT(&allowed);
    unsigned core = 0;
    while (!CPU_ISSET(core, &allowed) || turns-- > 0) {
        ++core;
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

}  // namespace

void Worker::run() {
    context.worker = this;
    if (options_.pin_threads) {
        pin_to_core(index_);
    }
    next_trim_ = now() + options_.pool_check_period;
    while (!core_.is_stopping.load(std::memory_order_acquire)) {
        is_active_.store(true, std::memory_order_relaxed);
        if (turn()) {
            idle_rounds_ = 0;
            continue;
        }
        rest();
        idle();
    }
    (void)end_all_actors();
    BlockPool::flush_foreign_batch();
    context.worker = nullptr;
}

void Worker::advance_timers() noexcept {
    if (clock_ >= next_trim_) [[unlikely]] {
        trim_pools();
    }
    const Guard guard(*this);
    wheel_.advance(tick_at(clock_), [this](TimerNode& node) {
        auto& timer = static_cast<Timer&>(node);
        if (timer.period != 0) {
            wheel_.arm(timer, next_period(timer.expiry_tick(), timer.period, tick_at(clock_)));
        }
        if (!timer.is_queued) {
            timer.is_queued = true;
            deliver_event(timer);
        }
    });
}

void Worker::trim_pools() noexcept {
    next_trim_ = clock_ + options_.pool_check_period;
    const std::size_t freed = BlockPool::trim_idle_pools(
        BlockPool::Time(clock_), options_.pool_idle, static_cast<std::size_t>(options_.pool_keep));
    if (freed >= trimmed_blocks_min) {
        malloc_trim(0);
    }
}

/// Nothing runs here until there is more to do. The count tells who looked at this thread before
/// and at others since that what it sent meanwhile may be there.
void Worker::rest() noexcept {
    progress_.store(progress_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    is_active_.store(false, std::memory_order_release);
}

/// Looks around for a while, in case that work comes soon, then sleeps.
void Worker::idle() noexcept {
    const auto until = clock_ + options_.spin_before_sleep;
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
        rest();
    } while (now() < until);
    sleep();
}

void Worker::sleep() noexcept {
    BlockPool::flush_foreign_batch();
    sleeping_.store(asleep, std::memory_order_seq_cst);
    const bool may_sleep = inbox_.load(std::memory_order_seq_cst) == nullptr &&
                           !core_.is_stopping.load(std::memory_order_seq_cst);
    const auto time = may_sleep ? time_to_sleep() : std::chrono::nanoseconds::zero();
    if (time > std::chrono::nanoseconds::zero()) {
        sleeps.add(1);
        poll(time);
    }
    sleeping_.store(awake, std::memory_order_seq_cst);
}

/// Until the next timer; zero when something is ready. A thief gives a house back by the lock and
/// wakes then: it sees that this thread sleeps, or this thread sees the house here.
std::chrono::nanoseconds Worker::time_to_sleep() noexcept {
    const Guard guard(*this);
    if (ready_.load(std::memory_order_relaxed) != 0 ||
        io_ready_.load(std::memory_order_relaxed) != 0 || notes_.size() != 0 ||
        overflow_.size() != 0) {
        return {};
    }
    const auto time = now();
    const Tick next = wheel_.next_expiry();
    const auto to_trim = next_trim_ - time;
    return next == tick_never ? to_trim
                              : std::min<std::chrono::nanoseconds>(
                                    to_trim, std::chrono::milliseconds(next) - time);
}

/// One system call at most, and none when the worker is awake or being woken.
void Worker::wake() noexcept {
    std::uint32_t expected = asleep;
    if (sleeping_.load(std::memory_order_seq_cst) == asleep &&
        sleeping_.compare_exchange_strong(expected, woken, std::memory_order_seq_cst)) {
        io_->wake();
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
    const bool is_stuck = victim.is_wedged.load(std::memory_order_relaxed) &&
                          options_.steal_floor < SystemOptions::no_stealing;
    if (!is_overloaded && !is_stuck) {
        return false;
    }
    is_active_.store(true, std::memory_order_relaxed);
    if (!victim.lock_.try_lock_foreign()) {
        return false;
    }
    House* const house = victim.take_for_thief(is_stuck);
    victim.lock_.unlock_foreign();
    if (house == nullptr) {
        return false;
    }
    // What this house sent here before, from its own thread, comes before what it sends now.
    lock_.lock();
    drain_inbox();
    lock_.unlock();
    run_house(*house);
    return true;
}

/// A ready house that another thread may run; null without one. REQUIRES: `lock_` is held.
House* Worker::take_for_thief(bool is_stuck) noexcept {
    drain_inbox();
    const std::uint32_t floor = is_stuck ? 0 : static_cast<std::uint32_t>(options_.steal_floor);
    House* const house = ready_.load(std::memory_order_relaxed) > floor ? pop_ready() : nullptr;
    if (house != nullptr && (house->wants_stop || house->is_dead)) {
        enqueue(*house);
        return nullptr;
    }
    return house;
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

}  // namespace leat
