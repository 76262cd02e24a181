#include "worker.hpp"

#include <algorithm>

#include "leat/core/actor.hpp"
#include "leat/core/stack.hpp"
#include "system_core.hpp"
#include "worker_guard.hpp"

namespace leat {

constinit thread_local Context context{};

Worker::Worker(SystemCore& core, int index)
    : core_(core), options_(core.options), index_(index), wheel_(tick_at(now())) {
}

std::chrono::nanoseconds Worker::now() const {
    return std::chrono::steady_clock::now().time_since_epoch();
}

void Worker::enqueue(House& house) noexcept {
    house.state = HouseState::ready;
    if (house.futures.size() == 0 ||
        house.mail[static_cast<int>(Mail::reply)].size() >
            static_cast<std::uint32_t>(options_.high_priority_replies) ||
        house.mail[static_cast<int>(Mail::event)].size() >
            static_cast<std::uint32_t>(options_.high_priority_events)) {
        high_.push(house);
    } else {
        normal_.push(house);
    }
    const auto ready = ready_.load(std::memory_order_relaxed) + 1;
    ready_.store(ready, std::memory_order_relaxed);
    if (ready == static_cast<std::uint32_t>(options_.steal_floor) + 1) [[unlikely]] {
        core_.wake_thief(*this);
    }
}

void Worker::deliver(Letter& letter) noexcept {
    House& house = *letter.target;
    const auto kind = static_cast<unsigned>(letter.mail);
    house.mail[kind].push(letter);
    house.filled |= static_cast<std::uint8_t>(1U << kind);
    if (house.state == HouseState::waiting && (house.filled & house.open) != 0) {
        enqueue(house);
    }
}

void Worker::send(Letter& letter) noexcept {
    if (context.worker == this && letter.mail < Mail::mount) [[likely]] {
        lock_.lock();
        deliver(letter);
        lock_.unlock();
        return;
    }
    if (!push(letter)) {
        turn_away(letter);
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
    if (context.worker != this) {
        wake();
    }
    return true;
}

/// REQUIRES: `lock_` is held.
void Worker::drain_inbox() noexcept {
    if (inbox_.load(std::memory_order_relaxed) == nullptr) {
        return;
    }
    Letter* last = inbox_.exchange(nullptr, std::memory_order_acquire);
    Letter* first = nullptr;
    while (last != nullptr) {
        Letter* const before = std::exchange(last->next, first);
        first = std::exchange(last, before);
    }
    while (first != nullptr) {
        Letter& letter = *std::exchange(first, first->next);
        if (letter.mail < Mail::mount) {
            deliver(letter);
        } else {
            notes_.push(letter);
        }
    }
}

void Worker::take_notes() noexcept {
    while (true) {
        lock_.lock();
        Letter* const note = notes_.is_empty() ? nullptr : &notes_.pop();
        lock_.unlock();
        if (note == nullptr) {
            return;
        }
        House& house = *note->target;
        house.note_taken();
        if (note->mail == Mail::mount) {
            mount(house);
        } else {
            consider_end(house);
        }
    }
}

void Worker::mount(House& house) noexcept {
    house.note.mail = Mail::released;
    house.next_of_worker = houses_;
    if (houses_ != nullptr) {
        houses_->previous_of_worker = &house;
    }
    houses_ = &house;
    context.house = &house;
    is_in_handler_.store(true, std::memory_order_relaxed);
    try {
        house.actor->after_mount();
    } catch (...) {
        runtime::notice_failed(house, std::current_exception());
    }
    is_in_handler_.store(false, std::memory_order_relaxed);
    context.house = nullptr;
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

bool Worker::turn() noexcept {
    const auto start = now();
    {
        const Guard guard(*this);
        drain_inbox();
    }
    take_notes();
    advance_timers();
    const auto io_time = now() - start;
    const auto share = options_.io_ratio == 100
                           ? std::chrono::nanoseconds(std::chrono::hours(1))
                           : io_time * (100 - options_.io_ratio) / options_.io_ratio;
    const auto deadline =
        start + io_time + std::max<std::chrono::nanoseconds>(options_.minimum_budget, share);
    for (int runs = 1;; ++runs) {
        House* const house = next_house();
        if (house == nullptr) {
            return runs > 1;
        }
        run_house(*house);
        if (runs % options_.clock_check_interval == 0 && now() >= deadline) {
            return true;
        }
    }
}

House* Worker::next_house() noexcept {
    const Guard guard(*this);
    if (inbox_.load(std::memory_order_relaxed) != nullptr) {
        drain_inbox();
    }
    return pop_ready();
}

/// REQUIRES: `lock_` is held.
House* Worker::pop_ready() noexcept {
    const bool is_normals_turn = bypassed_ >= options_.bypass_max && !normal_.is_empty();
    House* house = is_normals_turn ? nullptr : high_.pop();
    ++bypassed_;
    if (house == nullptr) {
        bypassed_ = 0;
        house = normal_.pop();
    }
    if (house != nullptr) {
        ready_.store(ready_.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
        house->state = HouseState::running;
    }
    return house;
}

/// A house that is to end, or that a thief leaves without an address, has one more turn at home.
inline bool Worker::needs_owner(const House& house) const noexcept {
    return house.wants_stop || (house.worker != this && !house.has_addresses());
}

/// The next letter that may be dispatched. Without one, or after enough, the turn of the house
/// ends.
inline Letter* Worker::next_letter(House& house, int handled) noexcept {
    Worker& owner = *house.worker;
    const Guard guard(owner);
    const unsigned deliverable = house.filled & house.open;
    if (deliverable == 0 && !needs_owner(house)) {
        house.state = HouseState::waiting;
        return nullptr;
    }
    if (deliverable == 0 || handled >= options_.house_messages_max || house.wants_stop)
        [[unlikely]] {
        owner.enqueue(house);
        return nullptr;
    }
    const auto kind = static_cast<unsigned>(__builtin_ctz(deliverable));
    Letter& letter = house.mail[kind].pop();
    if (house.mail[kind].is_empty()) {
        house.filled &= static_cast<std::uint8_t>(~(1U << kind));
    }
    return &letter;
}

void Worker::run_house(House& house) noexcept {
    if (house.wants_stop || house.is_dead) [[unlikely]] {
        end_actor(house);
        return;
    }
    // A stolen house may be gone once its last letter was looked for.
    const bool is_own = house.worker == this;
    context.house = &house;
    is_in_handler_.store(true, std::memory_order_relaxed);
    int handled = 0;
    for (Letter* letter = next_letter(house, 0); letter != nullptr;
         letter = next_letter(house, handled)) {
        ++handled;
        dispatch(house, *letter);
    }
    is_in_handler_.store(false, std::memory_order_relaxed);
    context.house = nullptr;
    Counters::add(counters.messages, static_cast<std::uint64_t>(handled));
    Counters::add(counters.runs, 1);
    if (is_own) {
        after_run(house);
    }
}

inline void Worker::dispatch(House& house, Letter& letter) noexcept {
    auto& envelope = static_cast<Envelope&>(letter);
    switch (letter.mail) {
        case Mail::reply:
        case Mail::exception:
            return dispatch_reply(house, envelope);
        case Mail::ask:
            if (letter.is_cancelled.load(std::memory_order_relaxed)) [[unlikely]] {
                return runtime::send_failure(envelope, Failure(Errc::ask_cancelled));
            }
            return house.type->ask(house, envelope);
        case Mail::notice:
            return house.type->notice(house, envelope);
        default:
            return dispatch_event(house, letter);
    }
}

inline void Worker::dispatch_reply(House& house, Envelope& envelope) noexcept {
    --house.asks_out;
    Promise* const promise = house.futures.pop(envelope.id);
    if (promise == nullptr) {
        return destroy_answer(envelope);
    }
    if (promise->timer != nullptr) {
        house.worker->release(*std::exchange(promise->timer, nullptr));
    }
    promise->is_done = true;
    if (promise->stack != nullptr) {
        promise->stack->on_completed(*promise);
    }
}

void Worker::dispatch_event(House& house, Letter& letter) noexcept {
    auto& timer = static_cast<Timer&>(letter);
    bool is_over = false;
    {
        const Guard guard(*house.worker);
        timer.is_queued = false;
        is_over = timer.is_over;
    }
    if (is_over) {
        return pool_delete(&timer);
    }
    if (timer.is_stop) {
        house.wants_stop = true;
        return pool_delete(&timer);
    }
    if (timer.ask_id != 0) {
        return time_out(house, timer);
    }
    const TimerId id{timer.id};
    const std::uint64_t attachment = timer.attachment;
    if (timer.period == 0) {
        house.timers.pop(timer.id);
        pool_delete(&timer);
    }
    try {
        house.actor->on_timer(id, attachment);
    } catch (...) {
        runtime::notice_failed(house, std::current_exception());
    }
}

void Worker::time_out(House& house, Timer& timer) noexcept {
    Promise* const promise = house.futures.pop(timer.ask_id);
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
