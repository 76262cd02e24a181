#include "actor_failure.hpp"
#include "house_extras.hpp"
#include "leat/core/actor.hpp"
#include "leat/core/stack.hpp"
#include "router.hpp"
#include "system_core.hpp"
#include "worker_guard.hpp"

/// The beginning and the end of actors and of their houses.
namespace leat {
namespace {

/// Takes back the watches of a house that ends; those that are on their way already stay due.
void drop_watches(HouseExtras& extras) noexcept {
    const auto drop = [&extras](EndWatch& watch) {
        // Without a list it has told of an end that was over, and is in the mailbox.
        if (watch.list != nullptr && watch.list->remove(watch)) {
            --extras.ends_due;
            EndList::forget(watch);
        }
    };
    while (EndWatch* const watch = extras.watches.pop_any()) {
        drop(*watch);
    }
    if (EndWatch* const parent = std::exchange(extras.parent, nullptr)) {
        drop(*parent);
    }
}

/// Nothing on its way to the house, which is known to nobody.
bool is_forgotten(const House& house) {
    return house.asks_out == 0 && (house.extras == nullptr || house.extras->ends_due == 0);
}

}  // namespace

void Worker::take_notes() noexcept {
    while (notes_.size() != 0) {
        lock_.lock();
        Letter& note = notes_.pop();
        lock_.unlock();
        House& house = *note.target;
        progress_.store(progress_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        house.note_taken();
        if (note.mail == Mail::mount) {
            mount(house);
        } else {
            consider_end(house);
        }
    }
}

/// An actor that the end of the system finds before it began does not begin.
void Worker::call_after_mount(House& house) noexcept {
    if (core_.is_stopping.load(std::memory_order_relaxed)) {
        house.has_begun = false;
        house.wants_stop = true;
        return;
    }
    context.house = &house;
    running_actor_.store(house.type, std::memory_order_relaxed);
    running_message_.store(nullptr, std::memory_order_relaxed);
    try {
        house.actor->after_mount();
    } catch (...) {
        runtime::notice_failed(house, std::current_exception());
    }
    running_actor_.store(nullptr, std::memory_order_relaxed);
    context.house = nullptr;
}

void Worker::mount(House& house) noexcept {
    house.note.mail = Mail::released;
    house.next_of_worker = houses_;
    if (houses_ != nullptr) {
        houses_->previous_of_worker = &house;
    }
    houses_ = &house;
    house.state = HouseState::mounting;
    house.record = &records.of(*house.type);
    house.record->started.add(1);
    call_after_mount(house);
    {
        const Guard guard(*this);
        if (house.filled != 0 || house.wants_stop) {
            enqueue(house);
        } else {
            house.state = HouseState::waiting;
        }
    }
    after_run(house);
}

/// Called by the owner when a turn of the house is over: ends what nobody can reach.
void Worker::after_run(House& house) noexcept {
    if (!house.has_addresses()) {
        consider_end(house);
    }
}

void Worker::call_restart_hooks(Actor& actor) {
    actor.before_restart();
    actor.restart();
    actor.after_restart();
}

Supervision Worker::decide(Actor& actor, const std::exception_ptr& error) {
    return actor.supervise(error);
}

RestartLimit Worker::limit_of(const Actor& actor) {
    return actor.restart_limit();
}

/// Takes a house that waits out of everybody's reach. Looks through the inbox first: who dropped
/// the last address may have sent something before.
bool Worker::claim(House& house) noexcept {
    const Guard guard(*this);
    drain_inbox();
    const bool is_waiting = house.state == HouseState::waiting;
    if (is_waiting) {
        house.state = HouseState::scheduled;
    }
    return is_waiting;
}

bool Worker::has_mail(const House& house) noexcept {
    const Guard guard(*this);
    return house.filled != 0;
}

void Worker::unclaim(House& house) noexcept {
    const Guard guard(*this);
    house.state = HouseState::waiting;
    if ((house.filled & house.open) != 0) {
        enqueue(house);
    }
}

void Worker::consider_end(House& house) noexcept {
    if (house.has_addresses() || !claim(house)) {
        return;
    }
    const HouseExtras* const extras = house.extras;
    const bool has_extras =
        extras != nullptr && (extras->timers.size() != 0 || !extras->stashed_asks.is_empty() ||
                              !extras->stashed_notices.is_empty());
    const bool is_busy = house.suspended != nullptr || has_extras;
    const bool must_live = !house.is_dead && (house.is_service || is_busy);
    if (has_mail(house) || house.asks_out != 0 || must_live) {
        unclaim(house);
    } else {
        end_actor(house, EndReason::unreachable);
    }
}

/// The turn of a house that is to end, or has ended and got letters.
void Worker::end_house(House& house) noexcept {
    end_actor(house, house.has_failed ? EndReason::failed : EndReason::stopped);
}

void Worker::call_after_stop(House& house) noexcept {
    if (!house.has_begun) {
        return;
    }
    try {
        house.actor->after_stop();
    } catch (...) {
        log_failure(house, "after_stop", std::current_exception());
    }
}

/// Destroys the actor, unless that was done before, and turns away its mail. Frees the house if
/// nobody knows it. REQUIRES: the house was taken from the queue or claimed.
void Worker::end_actor(House& house, EndReason reason) noexcept {
    context.house = &house;
    if (!house.is_dead) {
        // Before it looks for addresses: nobody gets a new one from the registry then.
        if (house.is_service) {
            core_.services.remove(house);
        }
        house.is_dead = true;
        house.has_ended.store(true, std::memory_order_relaxed);
        const Errc why = reason == EndReason::shutdown ? Errc::shutting_down : Errc::actor_stopped;
        while (house.suspended != nullptr) {
            house.suspended->abandon(Failure(why));
        }
        call_after_stop(house);
        if (house.extras != nullptr) {
            while (Timer* const timer = house.extras->timers.pop_any()) {
                release(*timer);
            }
            drop_watches(*house.extras);
            unstash(house);
        }
        house.type->destroy_actor(*std::exchange(house.actor, nullptr));
        house.record->ended.add(1);
        EndList::tell_all(house, reason);
    }
    // In this order: when nobody knows the house, all that was ever sent to it is in the inbox.
    const bool is_unknown = house.is_unused();
    turn_away_all(house);
    context.house = nullptr;
    if (is_unknown && is_forgotten(house)) {
        free(house);
    } else {
        unclaim(house);
    }
}

void Worker::turn_away_all(House& house) noexcept {
    while (true) {
        lock_.lock();
        drain_inbox();
        house.open = (1U << mailboxes) - 1;
        if (house.filled == 0) {
            lock_.unlock();
            return;
        }
        const auto kind = static_cast<unsigned>(__builtin_ctz(house.filled));
        Letter& letter = house.mail[kind].pop();
        if (house.mail[kind].is_empty()) {
            house.filled &= static_cast<std::uint8_t>(~(1U << kind));
        }
        lock_.unlock();
        turn_away(letter, Errc::actor_stopped);
    }
}

/// Also on a thread that is none of ours, when the system has ended.
void Worker::turn_away(Letter& letter, Errc why) noexcept {
    auto& envelope = static_cast<Envelope&>(letter);
    House& house = *letter.target;
    switch (letter.mail) {
        case Mail::reply:
        case Mail::exception:
            --house.asks_out;
            return destroy_answer(envelope);
        case Mail::ask:
            return runtime::send_failure(envelope, Failure(why));
        case Mail::notice:
            count_dead_letter(house);
            return destroy_message(envelope);
        case Mail::event:
            return drop_event(letter);
        case Mail::mount:
            // The system has ended before the actor could begin: its address is all there is.
            house.type->destroy_actor(*std::exchange(house.actor, nullptr));
            house.is_dead = true;
            // It may be gone as well; dropping one of our own tells.
            house.note.mail = Mail::released;
            house.add_address();
            house.note_taken();
            return house.drop_address();
        case Mail::released:
            if (house.note_taken()) {
                free_orphan(house);
            }
            return;
    }
}

/// The record of the class belongs to the house's own thread.
void Worker::count_dead_letter(House& house) noexcept {
    if (context.worker == this && house.record != nullptr) {
        house.record->dead_letters.add(1);
    } else {
        core_.dead_letters.fetch_add(1, std::memory_order_relaxed);
    }
    core_.dead_letter_log.debug("dead letter for {}", house.type->name);
}

void Worker::drop_event(Letter& letter) noexcept {
    switch (letter.event) {
        case EventKind::timer:
        case EventKind::ask_timeout:
            return pool_delete(static_cast<Timer*>(&letter));
        case EventKind::stop:
            return pool_delete(&letter);
        case EventKind::watched_ended:
        case EventKind::parent_ended:
            --letter.target->extras->ends_due;
            return EndList::forget(static_cast<EndWatch&>(letter));
    }
}

void Worker::free(House& house) noexcept {
    (house.previous_of_worker != nullptr ? house.previous_of_worker->next_of_worker : houses_) =
        house.next_of_worker;
    if (house.next_of_worker != nullptr) {
        house.next_of_worker->previous_of_worker = house.previous_of_worker;
    }
    free_orphan(house);
}

void Worker::free_orphan(House& house) noexcept {
    SystemCore& core = house.worker->core_;
    house.~House();
    pool_release(&house);
    core.drop_house();
}

void DestroyHouse::operator()(House* house) const noexcept {
    house->type->destroy_actor(*house->actor);
    Worker::free_orphan(*house);
}

bool Worker::end_all_actors() noexcept {
    {
        const Guard guard(*this);
        drain_inbox();
    }
    take_notes();
    turn_away_overflow();
    bool was_any = false;
    for (House* house = houses_; house != nullptr;) {
        House& ending = *std::exchange(house, house->next_of_worker);
        if (!ending.is_dead && claim(ending)) {
            was_any = true;
            end_actor(ending, EndReason::shutdown);
        }
    }
    for (House* house = next_house(); house != nullptr; house = next_house()) {
        was_any = true;
        end_actor(*house, EndReason::shutdown);
    }
    for (House* house = next_io_house(); house != nullptr; house = next_io_house()) {
        was_any = true;
        end_actor(*house, EndReason::shutdown);
    }
    return was_any;
}

bool Worker::clear_rest() noexcept {
    context.worker = this;
    const bool was_any = end_all_actors();
    context.worker = nullptr;
    return was_any;
}

/// An address of our own keeps each house until nothing can come in any more. Then the note that
/// the last address is gone finds the inbox closed, and who brings it frees the house.
void Worker::close() noexcept {
    for (House* house = houses_; house != nullptr; house = house->next_of_worker) {
        house->add_address();
    }
    for (Letter* letter = inbox_.exchange(&closed_, std::memory_order_seq_cst);
         letter != nullptr;) {
        turn_away(*std::exchange(letter, letter->next), Errc::shutting_down);
    }
    for (House* house = std::exchange(houses_, nullptr); house != nullptr;) {
        std::exchange(house, house->next_of_worker)->drop_address();
    }
}

void Recipient::tell_owner() noexcept {
    if (is_router()) {
        return static_cast<Router&>(*this).free();
    }
    auto& house = static_cast<House&>(*this);
    house.worker->send(house.note);
}

}  // namespace leat
