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
    if (notes_.size() != 0) {
        take_notes();
    }
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

bool Worker::run_houses(std::chrono::nanoseconds deadline) noexcept {
    for (int runs = 1;; ++runs) {
        House* const house = next_house();
        if (overflow_.size() != 0) [[unlikely]] {
            turn_away_overflow();
        }
        if (house == nullptr) {
            return runs > 1 || notes_.size() != 0;
        }
        run_house(*house);
        if (runs % options_.clock_check_interval == 0 && (clock_ = now()) >= deadline) {
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

House* Worker::next_io_house() noexcept {
    const Guard guard(*this);
    House* const house = io_houses_.pop();
    if (house != nullptr) {
        add(io_ready_, 0U - 1);
        house->state = HouseState::running;
    }
    return house;
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
        add(ready_, 0U - 1);
        house->state = HouseState::running;
    }
    return house;
}

/// A house that is to end, or that a thief leaves without an address, has one more turn at home.
inline bool Worker::needs_owner(const House& house) const noexcept {
    return house.wants_stop || (house.worker != this && !house.has_addresses());
}

/// After so many letters, or when it has run for long. The clock is read only after 1, 2, 4, 8 ...
/// letters, so that short handlers pay next to nothing for it.
inline bool Worker::is_turn_over(const House& house, int handled) noexcept {
    if (handled >= options_.house_messages_max || house.wants_stop) [[unlikely]] {
        return true;
    }
    if (!std::has_single_bit(static_cast<unsigned>(handled))) {
        return false;
    }
    const auto start = std::exchange(clock_, now());
    return clock_ - start >= options_.house_time_max;
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
    if (deliverable == 0 || is_turn_over(house, handled)) [[unlikely]] {
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

inline int Worker::run_letters(House& house) noexcept {
    int handled = 0;
    for (Letter* letter = next_letter(house, 0); letter != nullptr;
         letter = next_letter(house, handled)) {
        ++handled;
        note_progress();
        dispatch(house, *letter);
    }
    return handled;
}

void Worker::run_house(House& house) noexcept {
    if (house.wants_stop || house.is_dead) [[unlikely]] {
        return end_house(house);
    }
    // A stolen house may be gone once its last letter was looked for.
    Worker& owner = *house.worker;
    ActorRecord& record = &owner == this ? *house.record : records.of(*house.type);
    const std::uint64_t waiting = house.mail[static_cast<int>(Mail::ask)].size() +
                                  std::uint64_t{house.mail[static_cast<int>(Mail::notice)].size()};
    if (waiting > record.mailbox_high_water.get()) [[unlikely]] {
        record.mailbox_high_water.set(waiting);
    }
    context.house = &house;
    running_actor_.store(record.type, std::memory_order_relaxed);
    if (--runs_to_sample_ == 0) [[unlikely]] {
        runs_to_sample_ = runs_per_sample;
        const auto start = now();
        record.messages.add(static_cast<std::uint64_t>(run_letters(house)));
        record.add_run_time(now() - start);
    } else {
        record.messages.add(static_cast<std::uint64_t>(run_letters(house)));
    }
    note_progress();
    running_actor_.store(nullptr, std::memory_order_relaxed);
    context.house = nullptr;
    record.runs.add(1);
    if (&owner == this) [[likely]] {
        return after_run(house);
    }
    record.stolen_runs.add(1);
    owner.wake();
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
    note_progress();
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

}  // namespace leat
