#include <utility>

#include "house_extras.hpp"
#include "leat/core/actor.hpp"
#include "system_core.hpp"
#include "worker_guard.hpp"

/// How letters come to a worker and to its houses.
namespace leat {
namespace {

/// Whether the limit of a bounded house is for this letter.
bool is_limited(const House& house, const Letter& letter) {
    return letter.mail == Mail::ask ||
           (letter.mail == Mail::notice && house.extras->limit.overflow != Overflow::fail_ask);
}

}  // namespace

/// Puts a house into the queue of its priority. REQUIRES: `lock_` is held.
void Worker::push_queued(House& house) noexcept {
    if (house.futures.size() == 0 ||
        house.mail[static_cast<int>(Mail::reply)].size() >
            static_cast<std::uint32_t>(options_.high_priority_replies) ||
        house.mail[static_cast<int>(Mail::event)].size() >
            static_cast<std::uint32_t>(options_.high_priority_events)) {
        high_.push(house);
    } else {
        normal_.push(house);
    }
}

/// REQUIRES: `lock_` is held.
void Worker::enqueue(House& house) noexcept {
    house.state = HouseState::ready;
    if (house.type->is_io) {
        io_houses_.push(house);
        return add(io_ready_, 1);
    }
    push_queued(house);
    add(ready_, 1);
    if (ready_.load(std::memory_order_relaxed) ==
        static_cast<std::uint32_t>(options_.steal_floor) + 1) [[unlikely]] {
        core_.wake_thief(*this);
    }
}

/// Makes a house the next one. REQUIRES: `lock_` is held.
void Worker::enqueue_next(House& house) noexcept {
    if (house.type->is_io) [[unlikely]] {
        return enqueue(house);
    }
    house.state = HouseState::ready;
    if (House* const former = std::exchange(next_, &house)) {
        push_queued(*former);
    }
    add(ready_, 1);
}

/// REQUIRES: `lock_` is held.
template <bool is_urgent>
inline void Worker::deliver(Letter& letter) noexcept {
    House& house = *letter.target;
    if (house.is_bounded && !may_enter(house, letter)) [[unlikely]] {
        return overflow_.push(letter);
    }
    const auto kind = static_cast<unsigned>(letter.mail);
    house.mail[kind].push(letter);
    house.filled |= static_cast<std::uint8_t>(1U << kind);
    if (house.state == HouseState::waiting && (house.filled & house.open) != 0) {
        if constexpr (is_urgent) {
            enqueue_next(house);
        } else {
            enqueue(house);
        }
    }
}

/// REQUIRES: `lock_` is held.
void Worker::deliver_event(Letter& letter) noexcept {
    deliver<false>(letter);
}

/// Whether a bounded house has room for the letter, or makes some.
bool Worker::may_enter(House& house, Letter& letter) noexcept {
    const MailboxLimit& limit = house.extras->limit;
    MailQueue& mail = house.mail[static_cast<int>(letter.mail)];
    if (!is_limited(house, letter) || mail.size() < limit.messages_max) {
        return true;
    }
    if (limit.overflow != Overflow::drop_oldest) {
        return false;
    }
    overflow_.push(mail.pop());
    return true;
}

/// The same for a letter that would have to wait in the inbox first: that is bounded, too.
bool Worker::may_travel(Letter& letter) noexcept {
    HouseExtras& extras = *letter.target->extras;
    if (!is_limited(*letter.target, letter)) {
        return true;
    }
    std::atomic<std::uint32_t>& in_transit = extras.in_transit(letter.mail);
    if (in_transit.load(std::memory_order_relaxed) >= extras.limit.messages_max) {
        return false;
    }
    in_transit.fetch_add(1, std::memory_order_relaxed);
    return true;
}

void Worker::turn_away_overflow() noexcept {
    while (true) {
        lock_.lock();
        Letter* const letter = overflow_.is_empty() ? nullptr : &overflow_.pop();
        lock_.unlock();
        if (letter == nullptr) {
            return;
        }
        turn_away(*letter, Errc::mailbox_full);
    }
}

/// From this thread: at once into the mailbox. Who asks or answers lets the other side run next.
inline void Worker::send_here(Letter& letter) noexcept {
    const bool is_bounded = letter.target->is_bounded;
    lock_.lock();
    if (letter.mail <= Mail::ask) {
        deliver<true>(letter);
    } else if (letter.mail < Mail::mount) {
        deliver<false>(letter);
    } else {
        notes_.push(letter);
    }
    lock_.unlock();
    if (is_bounded) [[unlikely]] {
        turn_away_overflow();
    }
}

void Worker::send(Letter& letter) noexcept {
    if (context.worker == this) [[likely]] {
        return send_here(letter);
    }
    if (letter.target->is_bounded && !may_travel(letter)) [[unlikely]] {
        return turn_away(letter, Errc::mailbox_full);
    }
    if (!push(letter)) {
        turn_away(letter, Errc::shutting_down);
    }
}

void Worker::send_first(Letter& letter) noexcept {
    const Guard guard(*this);
    House& house = *letter.target;
    house.mail[static_cast<int>(Mail::notice)].push_front(letter);
    house.filled |= 1U << static_cast<unsigned>(Mail::notice);
}

bool Worker::push(Letter& letter) noexcept {
    Letter* head = inbox_.load(std::memory_order_relaxed);
    do {
        if (head == &closed_) {
            return false;
        }
        letter.next = head;
        // Sequentially consistent, like the store in `sleep`: either this thread sees that the
        // worker sleeps, or the worker sees the letter.
    } while (!inbox_.compare_exchange_weak(head, &letter, std::memory_order_seq_cst,
                                           std::memory_order_relaxed));
    wake();
    return true;
}

/// REQUIRES: `lock_` is held.
void Worker::drain_inbox() noexcept {
    if (inbox_.load(std::memory_order_relaxed) == nullptr) {
        return;
    }
    Letter* last = inbox_.exchange(nullptr, std::memory_order_acquire);
    add(drains, 1);
    Letter* first = nullptr;
    while (last != nullptr) {
        Letter* const before = std::exchange(last->next, first);
        first = std::exchange(last, before);
    }
    while (first != nullptr) {
        Letter& letter = *std::exchange(first, first->next);
        if (letter.mail >= Mail::mount) {
            notes_.push(letter);
            continue;
        }
        if (letter.target->is_bounded && is_limited(*letter.target, letter)) [[unlikely]] {
            letter.target->extras->in_transit(letter.mail).fetch_sub(1, std::memory_order_relaxed);
        }
        deliver<false>(letter);
    }
}

void Worker::open_mailboxes(House& house, std::uint8_t open) noexcept {
    const Guard guard(*this);
    house.open = open;
}

Letter* Worker::front_letter(House& house, Mail mail) noexcept {
    const Guard guard(*this);
    const bool is_open = (house.open & 1U << static_cast<unsigned>(mail)) != 0;
    MailQueue& letters = house.mail[static_cast<int>(mail)];
    return letters.is_empty() || !is_open ? nullptr : &letters.front();
}

void Worker::pop_letter(House& house, Mail mail) noexcept {
    const Guard guard(*this);
    MailQueue& letters = house.mail[static_cast<int>(mail)];
    letters.pop();
    if (letters.is_empty()) {
        house.filled &= static_cast<std::uint8_t>(~(1U << static_cast<unsigned>(mail)));
    }
}

void Worker::unstash(House& house) noexcept {
    const auto restore = [&house](MailQueue& stashed, Mail mail) {
        if (!stashed.is_empty()) {
            house.mail[static_cast<int>(mail)].prepend(stashed);
            house.filled |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(mail));
        }
    };
    const Guard guard(*this);
    restore(house.extras->stashed_asks, Mail::ask);
    restore(house.extras->stashed_notices, Mail::notice);
}

}  // namespace leat
