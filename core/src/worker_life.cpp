#include "leat/core/actor.hpp"
#include "leat/core/stack.hpp"
#include "system_core.hpp"
#include "worker_guard.hpp"

/// The end of actors and of their houses.
namespace leat {
namespace {

/// Calls a hook of user code that must not fail any more.
template <class Hook>
void call_safely(Hook&& hook) noexcept {
    try {
        hook();
    } catch (...) {
        // The actor ends in any case, and nobody waits for it.
    }
}

}  // namespace

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
    const bool is_busy = house.suspended != nullptr || house.timers.size() != 0;
    const bool must_live = !house.is_dead && (house.is_service || is_busy);
    if (has_mail(house) || house.asks_out != 0 || must_live) {
        unclaim(house);
    } else {
        end_actor(house);
    }
}

/// Destroys the actor, unless that was done before, and turns away its mail. Frees the house if
/// nobody knows it. REQUIRES: the house was taken from the queue or claimed.
void Worker::end_actor(House& house) noexcept {
    context.house = &house;
    if (!house.is_dead) {
        house.is_dead = true;
        while (house.suspended != nullptr) {
            house.suspended->abandon(Failure(Errc::actor_stopped));
        }
        call_safely([&] { house.actor->after_stop(); });
        while (Timer* const timer = house.timers.pop_any()) {
            release(*timer);
        }
        house.type->destroy_actor(*std::exchange(house.actor, nullptr));
    }
    // In this order: when nobody knows the house, all that was ever sent to it is in the inbox.
    const bool is_unknown = house.is_unused();
    turn_away_all(house);
    context.house = nullptr;
    if (is_unknown && house.asks_out == 0) {
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
        turn_away(letter);
    }
}

/// Answers or destroys a letter that nobody will handle. Also on a thread that is none of ours,
/// when the system has ended.
void Worker::turn_away(Letter& letter) noexcept {
    auto& envelope = static_cast<Envelope&>(letter);
    switch (letter.mail) {
        case Mail::reply:
        case Mail::exception:
            --letter.target->asks_out;
            return destroy_answer(envelope);
        case Mail::ask:
            return runtime::send_failure(envelope, Failure(Errc::actor_stopped));
        case Mail::notice:
            core_.dead_letters.fetch_add(1, std::memory_order_relaxed);
            return destroy_message(envelope);
        case Mail::event:
            return pool_delete(static_cast<Timer*>(&letter));
        case Mail::mount:
        case Mail::released:
            return free_orphan(*letter.target);
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
    if (house.actor != nullptr) {
        house.type->destroy_actor(*house.actor);
    }
    house.~House();
    pool_release(&house);
    core.drop_house();
}

void Worker::end_all_actors() noexcept {
    {
        const Guard guard(*this);
        drain_inbox();
    }
    take_notes();
    for (House* house = houses_; house != nullptr;) {
        House& ending = *std::exchange(house, house->next_of_worker);
        ending.wants_stop = true;
        if (claim(ending)) {
            end_actor(ending);
        }
    }
    while (House* const house = next_house()) {
        end_actor(*house);
    }
}

bool Worker::clear_rest() noexcept {
    context.worker = this;
    {
        const Guard guard(*this);
        drain_inbox();
    }
    take_notes();
    bool was_any = false;
    while (House* const house = next_house()) {
        was_any = true;
        end_actor(*house);
    }
    context.worker = nullptr;
    return was_any;
}

/// An address of our own keeps each house until nothing can come in any more; whoever drops the
/// last one then frees it.
void Worker::close() noexcept {
    for (House* house = houses_; house != nullptr; house = house->next_of_worker) {
        house->add_address();
        house->note_taken();
    }
    House* const first = std::exchange(houses_, nullptr);
    inbox_.store(&closed_, std::memory_order_seq_cst);
    for (House* house = first; house != nullptr;) {
        std::exchange(house, house->next_of_worker)->drop_address();
    }
}

void Recipient::tell_owner() noexcept {
    auto& house = static_cast<House&>(*this);
    house.worker->send(house.note);
}

}  // namespace leat
