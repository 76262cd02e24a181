#include "worker.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "leat/core/actor.hpp"
#include "leat/core/stack.hpp"
#include "system_core.hpp"
#include "worker_guard.hpp"

/// The loop of a thread: IO, then actors that do IO, then the others until their time is over.
namespace leat {
namespace {

/// One run of so many is timed.
constexpr int runs_per_sample = 64;

}  // namespace

constinit thread_local Context context{};

Worker::Worker(SystemCore& core, int index, std::unique_ptr<IoDriver> io)
    : records(core.options.name),
      core_(core),
      options_(core.options),
      index_(index),
      io_(std::move(io)),
      wheel_(tick_at(now())) {
}

std::chrono::nanoseconds Worker::now() const {
    return std::chrono::steady_clock::now().time_since_epoch();
}

/// One round; says whether there was anything to do.
bool Worker::turn() noexcept {
    const auto start = clock_ = now();
    bool was_any = poll({});
    {
        const Guard guard(*this);
        drain_inbox();
    }
    take_notes();
    advance_timers();
    was_any = run_io_houses() || was_any;
    if (options_.io_ratio == 100) {
        return run_houses(std::chrono::nanoseconds::max()) || was_any;
    }
    const auto io_time = was_any ? (clock_ = now()) - start : std::chrono::nanoseconds::zero();
    const std::chrono::nanoseconds share = io_time * (100 - options_.io_ratio) / options_.io_ratio;
    const std::chrono::nanoseconds budget = options_.minimum_budget;
    return run_houses(clock_ + std::max(budget, share)) || was_any;
}

bool Worker::poll(std::chrono::nanoseconds timeout) noexcept {
    try {
        return io_->poll(timeout);
    } catch (const std::exception& error) {
        core_.log.error("IO of thread {} failed: {}", index_, error.what());
    } catch (...) {
        core_.log.error("IO of thread {} failed", index_);
    }
    return false;
}

/// Until none is ready, but not longer than the others may wait.
bool Worker::run_io_houses() noexcept {
    if (io_ready_.load(std::memory_order_relaxed) == 0) {
        return false;
    }
    const auto deadline = clock_ + options_.minimum_budget;
    for (int runs = 1;; ++runs) {
        House* const house = next_io_house();
        if (house == nullptr) {
            return true;
        }
        run_house(*house);
        if (runs % options_.clock_check_interval == 0 && (clock_ = now()) >= deadline) {
            return true;
        }
    }
}

/// After so many letters, or when it has run for long. The clock is read only after 1, 2, 4, 8 ...
/// letters, so that short handlers pay next to nothing for it.
inline bool Worker::is_turn_over(const House& house, int handled) noexcept {
    if (handled >= options_.house_messages_max || house.wants_stop) [[unlikely]] {
        return true;
    }
    if ((house.filled & house.open) == 0 || !std::has_single_bit(static_cast<unsigned>(handled))) {
        return false;
    }
    const auto start = std::exchange(clock_, now());
    return clock_ - start >= options_.house_time_max;
}

/// REQUIRES: `lock_` is held.
House* Worker::pop_ready() noexcept {
    House* house = nullptr;
    if (next_ != nullptr &&
        (streak_ < options_.bypass_max || ready_.load(std::memory_order_relaxed) == 1)) {
        house = std::exchange(next_, nullptr);
        ++streak_;
    } else {
        streak_ = 0;
        house = pop_queued();
    }
    if (house != nullptr) {
        add(ready_, 0U - 1);
        house->state = HouseState::running;
    }
    return house;
}

House* Worker::pop_queued() noexcept {
    const bool is_normals_turn = bypassed_ >= options_.bypass_max && !normal_.is_empty();
    House* house = is_normals_turn ? nullptr : high_.pop();
    ++bypassed_;
    if (house == nullptr) {
        bypassed_ = 0;
        house = normal_.pop();
    }
    return house;
}

/// Runs ready houses until none is left or the deadline has passed. The end of one turn and the
/// choice of the next share a section of the lock.
bool Worker::run_houses(std::chrono::nanoseconds deadline) noexcept {
    lock_.lock();
    take_upcoming();
    lock_.unlock();
    int turns_to_check = options_.clock_check_interval;
    for (bool was_any = false;; was_any = true) {
        if (overflow_.size() != 0) [[unlikely]] {
            turn_away_overflow();
        }
        if (upcoming_.house == nullptr) {
            context.house = nullptr;
            running_actor_.store(nullptr, std::memory_order_relaxed);
            return was_any || notes_.size() != 0;
        }
        bool is_last = false;
        if (--turns_to_check == 0) {
            turns_to_check = options_.clock_check_interval;
            clock_ = now();
            is_last = clock_ >= deadline;
        }
        run_upcoming(is_last);
    }
}

/// Takes the house whose turn is next, and its first letter. REQUIRES: `lock_` is held.
inline void Worker::take_upcoming() noexcept {
    if (inbox_.load(std::memory_order_relaxed) != nullptr) {
        drain_inbox();
    }
    upcoming_ = {pop_ready(), nullptr};
    if (upcoming_.house != nullptr && !upcoming_.house->wants_stop && !upcoming_.house->is_dead) {
        upcoming_.letter = pop_deliverable(*upcoming_.house);
    }
}

/// The first letter of the first mailbox that may be dispatched; null when there is none.
/// REQUIRES: the lock of the house's thread is held.
inline Letter* Worker::pop_deliverable(House& house) noexcept {
    const unsigned deliverable = house.filled & house.open;
    if (deliverable == 0) {
        return nullptr;
    }
    const auto kind = static_cast<unsigned>(__builtin_ctz(deliverable));
    Letter& letter = house.mail[kind].pop();
    if (house.mail[kind].is_empty()) {
        house.filled &= static_cast<std::uint8_t>(~(1U << kind));
    }
    return &letter;
}

/// The next letter of a house of this thread in its turn. Without one, or after enough, the turn
/// ends, and the next house is taken unless this turn is the last.
inline Letter* Worker::next_letter(House& house, int handled, bool is_last) noexcept {
    lock_.lock();
    if (!is_turn_over(house, handled)) [[likely]] {
        if (Letter* const letter = pop_deliverable(house)) {
            lock_.unlock();
            return letter;
        }
    }
    if ((house.filled & house.open) == 0 && !house.wants_stop) [[likely]] {
        house.state = HouseState::waiting;
    } else {
        enqueue(house);
    }
    if (is_last) {
        upcoming_ = {};
    } else {
        take_upcoming();
    }
    lock_.unlock();
    return nullptr;
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

inline void Worker::dispatch(House& house, Letter& letter) noexcept {
    progress_.store(progress_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    if (letter.mail == Mail::event) {
        running_message_.store(nullptr, std::memory_order_relaxed);
        return dispatch_event(house, letter);
    }
    auto& envelope = static_cast<Envelope&>(letter);
    running_message_.store(envelope.type, std::memory_order_relaxed);
    switch (letter.mail) {
        case Mail::ask:
            if (letter.is_cancelled.load(std::memory_order_relaxed)) [[unlikely]] {
                return runtime::send_failure(envelope, Failure(Errc::ask_cancelled));
            }
            return house.type->ask(house, envelope);
        case Mail::notice:
            return house.type->notice(house, envelope);
        default:
            return dispatch_reply(house, envelope);
    }
}

inline void Worker::run_upcoming(bool is_last) noexcept {
    House& house = *upcoming_.house;
    Letter* letter = upcoming_.letter;
    if (letter == nullptr) [[unlikely]] {
        return run_without_letter(house, is_last);
    }
    ActorRecord& record = *house.record;
    begin_turn(house, record);
    const bool is_sample = --runs_to_sample_ == 0;
    const auto start = is_sample ? now() : std::chrono::nanoseconds::zero();
    int handled = 0;
    do {
        ++handled;
        dispatch(house, *letter);
        letter = next_letter(house, handled, is_last);
    } while (letter != nullptr);
    record.messages.add(static_cast<std::uint64_t>(handled));
    record.runs.add(1);
    if (is_sample) [[unlikely]] {
        runs_to_sample_ = runs_per_sample;
        record.add_run_time(now() - start);
    }
    if (!house.has_addresses()) [[unlikely]] {
        consider_end_between_turns(house);
    }
}

inline void Worker::begin_turn(House& house, ActorRecord& record) noexcept {
    const std::uint64_t waiting = 1 + house.mail[static_cast<int>(Mail::ask)].size() +
                                  std::uint64_t{house.mail[static_cast<int>(Mail::notice)].size()};
    if (waiting > record.mailbox_high_water.get()) [[unlikely]] {
        record.mailbox_high_water.set(waiting);
    }
    context.house = &house;
    running_actor_.store(record.type, std::memory_order_relaxed);
}

/// A house that is to end, has ended, or was given back by a thief when it had no address left.
void Worker::run_without_letter(House& house, bool is_last) noexcept {
    if (house.wants_stop || house.is_dead) {
        end_house(house);
    } else {
        unclaim(house);
        after_run(house);
    }
    lock_.lock();
    upcoming_ = {};
    if (!is_last) {
        take_upcoming();
    }
    lock_.unlock();
}

/// The end of an actor is user code, which must not keep the house that is next from thieves.
void Worker::consider_end_between_turns(House& house) noexcept {
    const bool has_upcoming = upcoming_.house != nullptr;
    lock_.lock();
    give_back_upcoming();
    lock_.unlock();
    consider_end(house);
    lock_.lock();
    if (has_upcoming) {
        take_upcoming();
    }
    lock_.unlock();
}

/// REQUIRES: `lock_` is held.
void Worker::give_back_upcoming() noexcept {
    if (upcoming_.house == nullptr) {
        return;
    }
    House& house = *upcoming_.house;
    if (Letter* const letter = upcoming_.letter) {
        const auto kind = static_cast<unsigned>(letter->mail);
        house.mail[kind].push_front(*letter);
        house.filled |= static_cast<std::uint8_t>(1U << kind);
    }
    upcoming_ = {};
    enqueue_next(house);
}

/// Runs a house of another thread for one turn, or one that does IO.
void Worker::run_house(House& house) noexcept {
    if (house.wants_stop || house.is_dead) [[unlikely]] {
        return end_house(house);
    }
    // A stolen house may be gone once its last letter was looked for.
    Worker& owner = *house.worker;
    ActorRecord& record = records.of(*house.type);
    begin_turn(house, record);
    int handled = 0;
    while (Letter* const letter = next_letter_of(house, handled)) {
        ++handled;
        dispatch(house, *letter);
    }
    running_actor_.store(nullptr, std::memory_order_relaxed);
    context.house = nullptr;
    record.messages.add(static_cast<std::uint64_t>(handled));
    record.runs.add(1);
    if (&owner == this) {
        return after_run(house);
    }
    record.stolen_runs.add(1);
    owner.wake();
}

/// The same as `next_letter` for a house of any thread. One that is to end, or that a thief leaves
/// without an address, has one more turn at home.
Letter* Worker::next_letter_of(House& house, int handled) noexcept {
    Worker& owner = *house.worker;
    const Guard guard(owner);
    Letter* const letter = is_turn_over(house, handled) ? nullptr : pop_deliverable(house);
    if (letter != nullptr) {
        return letter;
    }
    const bool needs_owner = house.wants_stop || (&owner != this && !house.has_addresses());
    if ((house.filled & house.open) == 0 && !needs_owner) {
        house.state = HouseState::waiting;
    } else {
        owner.enqueue(house);
    }
    return nullptr;
}

House* Worker::next_house() noexcept {
    const Guard guard(*this);
    drain_inbox();
    return pop_ready();
}

House* Worker::next_io_house() noexcept {
    const Guard guard(*this);
    House* const house = io_houses_.pop();
    if (house != nullptr) {
        add(io_ready_, 0U - 1);
        house->state = HouseState::running;
    }
    return house;
}

}  // namespace leat
