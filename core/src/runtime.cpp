#include "leat/core/runtime.hpp"

#include <string>
#include <thread>
#include <utility>

#include "futex.hpp"
#include "house_extras.hpp"
#include "leat/core/actor.hpp"
#include "leat/core/stack.hpp"
#include "router.hpp"
#include "system_core.hpp"

namespace leat {
namespace {

/// A thread outside of the actors that waits for an answer. Both sides know it; who comes second
/// frees it.
struct Waiter {
    enum State : std::uint32_t { waiting, answered, abandoned };

    /// Released and acquired by the `exchange` of both sides, so that `answer` is seen.
    std::atomic<std::uint32_t> state{waiting};
    Envelope* answer = nullptr;
};

void answer_waiter(Envelope& envelope) noexcept {
    auto* const waiter = reinterpret_cast<Waiter*>(envelope.id);
    waiter->answer = &envelope;
    if (waiter->state.exchange(Waiter::answered, std::memory_order_acq_rel) == Waiter::abandoned) {
        destroy_answer(envelope);
        pool_delete(waiter);
    } else {
        futex_wake(waiter->state);
    }
}

void wait_for_answer(Waiter& waiter, std::chrono::nanoseconds timeout) {
    const auto until = std::chrono::steady_clock::now() + timeout;
    while (waiter.state.load(std::memory_order_acquire) == Waiter::waiting) {
        const auto left = until - std::chrono::steady_clock::now();
        if (left <= std::chrono::nanoseconds::zero()) {
            return;
        }
        futex_wait(waiter.state, Waiter::waiting, left);
    }
}

/// Names both sides of a blocking ask that is refused.
std::string blocking_text(const House& target, const Envelope& envelope) {
    return std::string(context.house->type->name) + " must not block its thread to ask " +
           std::string(target.type->name) + " for " + std::string(envelope.type->name) +
           ": use co_await ask()";
}

bool is_refused(const House& target) {
    return context.house == nullptr &&
           !target.worker->core().is_open.load(std::memory_order_relaxed);
}

/// Takes the time of a sender outside of the actors while memory runs short, or while a mailbox of
/// that policy is full.
void slow_down(const House& target) {
    const SystemCore& core = target.worker->core();
    if (core.is_busy.load(std::memory_order_relaxed)) [[unlikely]] {
        std::this_thread::sleep_for(core.options.memory_slow_down);
    }
    if (!target.is_bounded || target.extras->limit.overflow != Overflow::slow_sender) {
        return;
    }
    const HouseExtras& extras = *target.extras;
    const auto until = std::chrono::steady_clock::now() + extras.limit.slow_max;
    while (target.mail[static_cast<int>(Mail::notice)].size() +
                   extras.notices_in_transit.load(std::memory_order_relaxed) >=
               extras.limit.messages_max &&
           std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

/// Enters a new watch over an actor, or over all of a pool. False when there is nothing to wait
/// for.
bool enter(EndWatch& watch, Recipient& watched) {
    if (watched.is_router()) {
        static_cast<Router&>(watched).add_members_to(watch);
        return EndList::add_to_next(watch);
    }
    EndList& list = EndList::of(static_cast<House&>(watched));
    const bool is_added = list.add(watch);
    if (!is_added) {
        watch.reason = list.reason();
    }
    return is_added;
}

}  // namespace

namespace runtime {

void send_notice(Recipient& recipient, Envelope& envelope) {
    if (recipient.is_router()) [[unlikely]] {
        return static_cast<Router&>(recipient).send_notice(envelope);
    }
    auto& target = static_cast<House&>(recipient);
    envelope.target = &target;
    envelope.mail = Mail::notice;
    if (is_refused(target)) [[unlikely]] {
        return target.worker->turn_away(envelope, Errc::shutting_down);
    }
    if (context.house == nullptr) {
        slow_down(target);
    }
    target.worker->send(envelope);
}

void send_notice_self_first(Envelope& envelope) {
    envelope.target = context.house;
    envelope.mail = Mail::notice;
    context.house->worker->send_first(envelope);
}

Promise& send_ask(Recipient& recipient, Envelope& envelope) {
    if (recipient.is_router()) [[unlikely]] {
        return static_cast<Router&>(recipient).send_ask(envelope);
    }
    auto& target = static_cast<House&>(recipient);
    LEAT_ASSERT(context.house != nullptr, "ask() outside of an actor: use ask_blocking()");
    Promise& promise = open_ask(envelope);
    envelope.target = &target;
    target.worker->send(envelope);
    return promise;
}

Promise& open_ask(Envelope& envelope) {
    House* const asker = context.house;
    auto* const promise = pool_new<Promise>();
    asker->futures.push(*promise);
    ++asker->asks_out;
    promise->envelope = &envelope;
    envelope.id = promise->id;
    envelope.asker = asker;
    envelope.mail = Mail::ask;
    if (context.stack != nullptr) {
        context.stack->on_asked(*promise);
    }
    return *promise;
}

void send_reply(Envelope& envelope) noexcept {
    envelope.mail = Mail::reply;
    if (envelope.asker == nullptr) [[unlikely]] {
        return answer_waiter(envelope);
    }
    envelope.target = envelope.asker;
    envelope.target->worker->send(envelope);
}

void send_failure(Envelope& envelope, Failure failure) noexcept {
    if (envelope.mail != Mail::ask) {
        return destroy_message(envelope);
    }
    envelope.type->destroy_message(envelope);
    ::new (envelope.content()) Failure(std::move(failure));
    envelope.mail = Mail::exception;
    if (envelope.asker == nullptr) {
        return answer_waiter(envelope);
    }
    envelope.target = envelope.asker;
    envelope.target->worker->send(envelope);
}

void release(Promise& promise) noexcept {
    if (promise.stack != nullptr) {
        promise.stack->on_released(promise);
    }
    if (promise.is_done) {
        destroy_answer(*promise.envelope);
        return pool_delete(&promise);
    }
    House& asker = *promise.envelope->asker;
    LEAT_ASSERT(context.house == &asker, "a future was given up outside of its actor");
    asker.futures.pop(promise.id);
    promise.envelope->is_cancelled.store(true, std::memory_order_relaxed);
    if (promise.timer != nullptr) {
        asker.worker->release(*promise.timer);
    }
    pool_delete(&promise);
}

void set_timeout(Promise& promise, std::chrono::nanoseconds delay) {
    if (promise.is_done) {
        return;
    }
    House& house = *context.house;
    if (promise.timer != nullptr) {
        house.worker->release(*promise.timer);
    }
    promise.timer = pool_new<Timer>(house, EventKind::ask_timeout, std::uint64_t{0});
    promise.timer->id = promise.id;
    house.worker->arm(*promise.timer, deadline_tick(house.worker->now(), delay));
}

Envelope* ask_and_wait(Recipient& recipient, Envelope& envelope, std::chrono::nanoseconds timeout) {
    House& target = recipient.is_router() ? static_cast<Router&>(recipient).receiver_of(envelope)
                                          : static_cast<House&>(recipient);
    auto* const waiter = pool_new<Waiter>();
    envelope.id = reinterpret_cast<std::uint64_t>(waiter);
    envelope.target = &target;
    envelope.mail = Mail::ask;
    if (context.house != nullptr) {
        send_failure(envelope, Failure(Errc::would_block, blocking_text(target, envelope)));
    } else if (is_refused(target)) {
        send_failure(envelope, Failure(Errc::shutting_down));
    } else {
        target.worker->send(envelope);
    }
    wait_for_answer(*waiter, timeout);
    if (waiter->state.load(std::memory_order_acquire) == Waiter::waiting) {
        envelope.is_cancelled.store(true, std::memory_order_relaxed);
    }
    if (waiter->state.exchange(Waiter::abandoned, std::memory_order_acq_rel) != Waiter::answered) {
        return nullptr;
    }
    Envelope* const answer = waiter->answer;
    pool_delete(waiter);
    return answer;
}

void add_suspended(House& house, Stack& stack) noexcept {
    stack.next_ = house.suspended;
    if (house.suspended != nullptr) {
        house.suspended->previous_ = &stack;
    }
    house.suspended = &stack;
    context.worker->suspended.add(1);
}

void remove_suspended(House& house, Stack& stack) noexcept {
    (stack.previous_ != nullptr ? stack.previous_->next_ : house.suspended) = stack.next_;
    if (stack.next_ != nullptr) {
        stack.next_->previous_ = stack.previous_;
    }
    stack.next_ = nullptr;
    stack.previous_ = nullptr;
    context.worker->suspended.add(std::uint64_t{0} - 1);
}

void close_for_barrier(House& house, Stack& stack) noexcept {
    constexpr unsigned closed =
        1U << static_cast<unsigned>(Mail::ask) | 1U << static_cast<unsigned>(Mail::notice);
    house.barrier = &stack;
    house.worker->open_mailboxes(house, static_cast<std::uint8_t>(~closed & 0x1fU));
}

void open_after_barrier(House& house, const Stack& stack) noexcept {
    if (house.barrier == &stack) {
        house.barrier = nullptr;
        house.worker->open_mailboxes(house, (1U << mailboxes) - 1);
    }
}

std::uint64_t start_timer(std::chrono::nanoseconds delay, std::chrono::nanoseconds period,
                          std::uint64_t attachment) {
    House& house = *context.house;
    auto* const timer = pool_new<Timer>(house, EventKind::timer, attachment);
    extras_of(house).timers.push(*timer);
    if (period > std::chrono::nanoseconds::zero()) {
        timer->period = std::max<Tick>(1, tick_at(period));
    }
    house.worker->arm(*timer, deadline_tick(house.worker->now(), delay));
    return timer->id;
}

bool cancel_timer(std::uint64_t id) {
    House& house = *context.house;
    Timer* const timer = extras_of(house).timers.pop(id);
    if (timer != nullptr) {
        house.worker->release(*timer);
    }
    return timer != nullptr;
}

bool update_timer(std::uint64_t id, std::chrono::nanoseconds delay) {
    House& house = *context.house;
    Timer* const timer = extras_of(house).timers.find(id);
    if (timer != nullptr) {
        house.worker->arm(*timer, deadline_tick(house.worker->now(), delay));
    }
    return timer != nullptr;
}

void stop(Recipient& recipient) {
    if (recipient.is_router()) {
        return static_cast<Router&>(recipient).stop_members();
    }
    auto& target = static_cast<House&>(recipient);
    if (context.house == &target) {
        target.wants_stop = true;
        return;
    }
    target.worker->send(*pool_new<Letter>(&target, EventKind::stop));
}

std::uint64_t watch(Recipient& watched) {
    House& house = *context.house;
    HouseExtras& extras = extras_of(house);
    auto* const watch = pool_new<EndWatch>(house, EventKind::watched_ended);
    extras.watches.push(*watch);
    ++extras.ends_due;
    const std::uint64_t id = watch->id;
    if (!enter(*watch, watched)) {
        house.worker->send(*watch);
    }
    return id;
}

bool unwatch(std::uint64_t id) {
    HouseExtras& extras = extras_of(*context.house);
    EndWatch* const watch = extras.watches.pop(id);
    if (watch == nullptr) {
        return false;
    }
    if (watch->list != nullptr && watch->list->remove(*watch)) {
        --extras.ends_due;
        EndList::forget(*watch);
    } else {
        watch->is_over = true;
    }
    return true;
}

bool stash(House& house, Envelope& envelope) {
    HouseExtras& extras = extras_of(house);
    MailQueue& stashed = envelope.mail == Mail::ask ? extras.stashed_asks : extras.stashed_notices;
    if (stashed.size() >= stash_messages_max) {
        house.worker->turn_away(envelope, Errc::mailbox_full);
        return false;
    }
    stashed.push(envelope);
    return true;
}

void unstash() {
    House& house = *context.house;
    if (house.extras != nullptr) {
        house.worker->unstash(house);
    }
}

Envelope* next_of_batch(House& house, Mail mail, const MessageType& type) noexcept {
    auto* const next = static_cast<Envelope*>(house.worker->front_letter(house, mail));
    return next != nullptr && next->type == &type ? next : nullptr;
}

void take_into_batch(House& house, Envelope& envelope) noexcept {
    house.worker->pop_letter(house, envelope.mail);
}

const Logger& log_of(const House& house) {
    return house.record->logger;
}

House* current_house() noexcept {
    return context.house;
}

}  // namespace runtime
}  // namespace leat
