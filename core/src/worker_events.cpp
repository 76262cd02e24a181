#include <utility>

#include "house_extras.hpp"
#include "leat/core/actor.hpp"
#include "leat/core/stack.hpp"
#include "worker_guard.hpp"

/// What events do in a house: timers, and the ends of others.
namespace leat {

void Worker::dispatch_event(House& house, Letter& letter) noexcept {
    switch (letter.event) {
        case EventKind::timer:
        case EventKind::ask_timeout:
            return dispatch_timer(house, static_cast<Timer&>(letter));
        case EventKind::stop:
            house.wants_stop = true;
            return pool_delete(&letter);
        case EventKind::watched_ended:
        case EventKind::parent_ended:
            return dispatch_end(house, static_cast<EndWatch&>(letter));
    }
}

void Worker::dispatch_timer(House& house, Timer& timer) noexcept {
    bool is_over = false;
    {
        const Guard guard(*house.worker);
        timer.is_queued = false;
        is_over = timer.is_over;
    }
    if (is_over) {
        return pool_delete(&timer);
    }
    if (timer.event == EventKind::ask_timeout) {
        return time_out(house, timer);
    }
    const TimerId id{timer.id};
    const std::uint64_t attachment = timer.attachment;
    if (timer.period == 0) {
        house.extras->timers.pop(timer.id);
        pool_delete(&timer);
    }
    try {
        house.actor->on_timer(id, attachment);
    } catch (...) {
        runtime::notice_failed(house, std::current_exception());
    }
}

void Worker::dispatch_end(House& house, EndWatch& watch) noexcept {
    HouseExtras& extras = *house.extras;
    if (!watch.is_over && EndList::add_to_next(watch)) {
        return;
    }
    --extras.ends_due;
    const WatchId id{watch.id};
    const EndReason reason = watch.reason;
    const bool is_parent = watch.event == EventKind::parent_ended;
    const bool is_wanted = !watch.is_over && extras.watches.pop(watch.id) != nullptr;
    EndList::forget(watch);
    if (is_parent) {
        extras.parent = nullptr;
        house.wants_stop = true;
    } else if (is_wanted) {
        try {
            house.actor->on_ended(id, reason);
        } catch (...) {
            runtime::notice_failed(house, std::current_exception());
        }
    }
}

void Worker::time_out(House& house, Timer& timer) noexcept {
    Promise* const promise = house.futures.pop(timer.id);
    pool_delete(&timer);
    if (promise == nullptr) {
        return;
    }
    promise->timer = nullptr;
    promise->envelope->is_cancelled.store(true, std::memory_order_relaxed);
    void* const memory = pool_allocate(sizeof(Envelope) + sizeof(Failure));
    promise->envelope = ::new (memory) Envelope(message_type<Failure>);
    promise->envelope->mail = Mail::exception;
    ::new (promise->envelope->content()) Failure(Errc::ask_timeout);
    promise->is_done = true;
    if (promise->stack != nullptr) {
        promise->stack->on_completed(*promise);
    }
}

}  // namespace leat
