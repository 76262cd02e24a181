#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

#include "actor_record.hpp"
#include "biased_lock.hpp"
#include "house_queue.hpp"
#include "leat/core/house.hpp"
#include "leat/core/io_driver.hpp"
#include "leat/core/options.hpp"
#include "leat/core/runtime.hpp"
#include "leat/core/supervision.hpp"
#include "timer.hpp"

namespace leat {

class SystemCore;
struct EndWatch;

/// One thread of a system: runs its actors, keeps their timers, and, when it has nothing to do,
/// runs one of another thread's.
///
/// Other threads reach it through `inbox_` only, by one compare-and-swap for a letter. All else
/// that a thief needs, the mailboxes and the queues of ready houses, is guarded by `lock_`, which
/// costs its own thread next to nothing.
class Worker {
public:
    Worker(SystemCore& core, int index, std::unique_ptr<IoDriver> io);

    /// The body of the thread: returns when the system stops, with all actors destroyed.
    void run();

    /// Takes a letter for a house of this worker, or a note for the worker, from any thread.
    void send(Letter& letter) noexcept;
    /// Puts a notice first in the mailbox of the running house.
    void send_first(Letter& letter) noexcept;
    void wake() noexcept;

    void arm(Timer& timer, Tick expiry) noexcept;
    /// Takes the timer out of the wheel and frees it, at once or, when it has fired, later.
    void release(Timer& timer) noexcept;
    [[nodiscard]] std::chrono::nanoseconds now() const;

    /// Sets which mailboxes of a house are dispatched.
    void open_mailboxes(House& house, std::uint8_t open) noexcept;
    /// The next letter of one mailbox of the running house, which stays there; null without one.
    [[nodiscard]] Letter* front_letter(House& house, Mail mail) noexcept;
    /// Takes that letter.
    void pop_letter(House& house, Mail mail) noexcept;
    /// Puts what the running house has stashed before its other mail.
    void unstash(House& house) noexcept;

    /// The hooks of an actor that only the runtime may call.
    static void call_restart_hooks(Actor& actor);
    static Supervision decide(Actor& actor, const std::exception_ptr& error);
    static RestartLimit limit_of(const Actor& actor);

    /// Turns away what is left. After all threads have ended; says whether there was something.
    bool clear_rest() noexcept;
    /// Nobody can send any more: frees the houses that have no address.
    void close() noexcept;
    /// Frees a house without an actor that nobody knows.
    static void free_orphan(House& house) noexcept;
    /// Answers or destroys a letter that nobody will handle. From any thread.
    void turn_away(Letter& letter, Errc why) noexcept;

    [[nodiscard]] SystemCore& core() const { return core_; }
    [[nodiscard]] int index() const { return index_; }

    /// What the actors of each class have done on this thread.
    ActorRecords records;
    Counter sleeps;
    /// Stacks that wait; a house that was stolen counts on both threads, so only the sum means
    /// something.
    Counter suspended;

    /// Set by the watch when this thread has been in one handler for long: its inbox may be looked
    /// through by who is idle.
    std::atomic<bool> is_wedged{false};
    /// How often the inbox was emptied. Guarded by `lock_`; a router looks at it, relaxed, to tell
    /// whether what it sent has reached the mailboxes.
    std::atomic<std::uint32_t> drains{0};

    /// The class of the actor that runs now; null in between.
    [[nodiscard]] const ActorType* running_actor() const {
        return running_actor_.load(std::memory_order_relaxed);
    }
    /// The message that its handler was called for or has got the reply of; null for an event.
    [[nodiscard]] const MessageType* running_message() const {
        return running_message_.load(std::memory_order_relaxed);
    }
    /// Goes up with each letter and before each rest. Released here, acquired by who looks
    /// for quiet.
    [[nodiscard]] std::uint64_t progress() const {
        return progress_.load(std::memory_order_acquire);
    }
    [[nodiscard]] bool is_asleep() const {
        return sleeping_.load(std::memory_order_relaxed) != awake;
    }
    /// Runs something, or may do so before it looks for work again. REQUIRES of the caller: has
    /// looked at `has_work` first, which acquires what this thread did before it took the work.
    [[nodiscard]] bool is_active() const { return is_active_.load(std::memory_order_acquire); }
    [[nodiscard]] bool has_work() const {
        return ready_.load(std::memory_order_acquire) != 0 ||
               io_ready_.load(std::memory_order_acquire) != 0 ||
               inbox_.load(std::memory_order_acquire) != nullptr;
    }

private:
    class Guard;
    enum Sleep : std::uint32_t { awake, asleep, woken };
    using Count = std::atomic<std::uint32_t>;

    // worker.cpp: the loop.
    bool turn() noexcept;
    bool poll(std::chrono::nanoseconds timeout) noexcept;
    bool run_io_houses() noexcept;
    bool run_houses(std::chrono::nanoseconds deadline) noexcept;
    House* next_house() noexcept;
    House* next_io_house() noexcept;
    House* pop_ready() noexcept;
    House* pop_queued() noexcept;
    void take_upcoming() noexcept;
    void give_back_upcoming() noexcept;
    void run_upcoming(bool is_last) noexcept;
    void run_without_letter(House& house, bool is_last) noexcept;
    void consider_end_between_turns(House& house) noexcept;
    void begin_turn(House& house, ActorRecord& record) noexcept;
    void run_house(House& house) noexcept;
    static Letter* pop_deliverable(House& house) noexcept;
    Letter* next_letter(House& house, int handled, bool is_last) noexcept;
    Letter* next_letter_of(House& house, int handled) noexcept;
    void dispatch(House& house, Letter& letter) noexcept;
    void dispatch_reply(House& house, Envelope& envelope) noexcept;
    [[nodiscard]] bool is_turn_over(const House& house, int handled) noexcept;

    // worker_events.cpp: what an event does.
    void dispatch_event(House& house, Letter& letter) noexcept;
    void dispatch_timer(House& house, Timer& timer) noexcept;
    void dispatch_end(House& house, EndWatch& watch) noexcept;
    void time_out(House& house, Timer& timer) noexcept;

    // worker_mail.cpp: how a letter comes in.
    bool push(Letter& letter) noexcept;
    template <bool is_urgent>
    void deliver(Letter& letter) noexcept;
    void deliver_event(Letter& letter) noexcept;
    void send_here(Letter& letter) noexcept;
    bool may_enter(House& house, Letter& letter) noexcept;
    bool may_travel(Letter& letter) noexcept;
    void enqueue(House& house) noexcept;
    void enqueue_next(House& house) noexcept;
    void push_queued(House& house) noexcept;
    void drain_inbox() noexcept;
    void turn_away_overflow() noexcept;
    static void add(Count& count, std::uint32_t by) {
        count.store(count.load(std::memory_order_relaxed) + by, std::memory_order_release);
    }

    // worker_life.cpp: the beginning and the end of actors.
    void take_notes() noexcept;
    void mount(House& house) noexcept;
    void call_after_mount(House& house) noexcept;
    void after_run(House& house) noexcept;
    void consider_end(House& house) noexcept;
    bool claim(House& house) noexcept;
    bool has_mail(const House& house) noexcept;
    void unclaim(House& house) noexcept;
    void end_actor(House& house, EndReason reason) noexcept;
    void end_house(House& house) noexcept;
    void call_after_stop(House& house) noexcept;
    bool end_all_actors() noexcept;
    void turn_away_all(House& house) noexcept;
    void count_dead_letter(House& house) noexcept;
    static void drop_event(Letter& letter) noexcept;
    void free(House& house) noexcept;

    // worker_idle.cpp: what to do when there is nothing to do.
    void advance_timers() noexcept;
    void trim_pools() noexcept;
    void rest() noexcept;
    void idle() noexcept;
    void sleep() noexcept;
    [[nodiscard]] std::chrono::nanoseconds time_to_sleep() noexcept;
    bool try_steal() noexcept;
    bool try_steal_from(Worker& victim) noexcept;
    House* take_for_thief(bool is_stuck) noexcept;

    SystemCore& core_;
    const SystemOptions& options_;
    const int index_;
    const std::unique_ptr<IoDriver> io_;

    BiasedLock lock_;
    /// Guarded by `lock_`.
    HouseQueue io_houses_;
    HouseQueue high_;
    HouseQueue normal_;
    int bypassed_ = 0;
    /// The house to which the running one has sent an ask or a reply: it is next, but not more
    /// than `bypass_max` times in a row while others wait.
    House* next_ = nullptr;
    int streak_ = 0;
    MailQueue notes_;
    TimerWheel wheel_;
    /// Letters that a bounded mailbox had no room for, to be turned away without the lock.
    MailQueue overflow_;

    /// Ready houses that may be stolen, and those that do IO.
    Count ready_{0};
    Count io_ready_{0};
    std::atomic<const ActorType*> running_actor_{nullptr};
    std::atomic<const MessageType*> running_message_{nullptr};
    std::atomic<std::uint64_t> progress_{0};
    std::atomic<bool> is_active_{false};
    House* houses_ = nullptr;
    /// The house that was taken to be run next, with its first letter.
    struct Upcoming {
        House* house = nullptr;
        Letter* letter = nullptr;
    };
    Upcoming upcoming_;
    /// The time when the clock was last read.
    std::chrono::nanoseconds clock_{};
    std::chrono::nanoseconds next_trim_{};
    int runs_to_sample_ = 1;
    std::uint32_t idle_rounds_ = 0;

    /// Letters from other threads, last first: pushed in `push` (release), all taken in
    /// `drain_inbox` (acquire). The address of `closed_` in its place refuses any more.
    alignas(64) std::atomic<Letter*> inbox_{nullptr};
    Letter closed_;
    std::atomic<std::uint32_t> sleeping_{awake};
};

}  // namespace leat
