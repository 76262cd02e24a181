#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>

#include "biased_lock.hpp"
#include "house_queue.hpp"
#include "leat/core/house.hpp"
#include "leat/core/options.hpp"
#include "leat/core/supervision.hpp"
#include "timer.hpp"

namespace leat {

class SystemCore;

/// What the calling thread runs; all null on a thread that is none of ours.
struct Context {
    Worker* worker = nullptr;
    House* house = nullptr;
    Stack* stack = nullptr;
};
extern constinit thread_local Context context;

/// One thread of a system: runs its actors, keeps their timers, and, when it has nothing to do,
/// runs one of another thread's.
///
/// Other threads reach it through `inbox_` only, by one compare-and-swap for a letter. All else
/// that a thief needs, the mailboxes and the queues of ready houses, is guarded by `lock_`, which
/// costs its own thread next to nothing.
class Worker {
public:
    Worker(SystemCore& core, int index);

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

    void close_mailboxes(House& house, std::uint8_t open) noexcept;

    /// The hooks of an actor that only the runtime may call.
    static void call_restart_hooks(Actor& actor);
    static Supervision decide(Actor& actor, const std::exception_ptr& error);
    static RestartLimit limit_of(const Actor& actor);

    /// Ends all actors; the rest of the shutdown. On the worker's thread.
    void end_all_actors() noexcept;
    /// Turns away what is left. After all threads have ended; says whether there was something.
    bool clear_rest() noexcept;
    /// Nobody can send any more: frees the houses that have no address.
    void close() noexcept;
    /// Frees a house whose last address is gone after the system has ended.
    static void free_orphan(House& house) noexcept;

    [[nodiscard]] SystemCore& core() const { return core_; }

    /// Written by this thread only, by a load and a store, so that others may look.
    struct Counters {
        std::atomic<std::uint64_t> messages{0};
        std::atomic<std::uint64_t> runs{0};
        std::atomic<std::uint64_t> stolen_runs{0};
        std::atomic<std::uint64_t> restarts{0};
        /// Stacks that wait; a house that was stolen counts on both threads, so only the sum means
        /// something.
        std::atomic<std::uint64_t> suspended{0};
        static void add(std::atomic<std::uint64_t>& counter, std::uint64_t by) {
            counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
        }
    };
    Counters counters;

    /// Set by the watch when this thread has been in one handler for long: its inbox may be looked
    /// through by who is idle.
    std::atomic<bool> is_wedged{false};
    [[nodiscard]] bool is_asleep() const {
        return sleeping_.load(std::memory_order_relaxed) != awake;
    }
    [[nodiscard]] bool has_work() const {
        return ready_.load(std::memory_order_relaxed) != 0 ||
               inbox_.load(std::memory_order_relaxed) != nullptr;
    }
    [[nodiscard]] bool is_in_handler() const {
        return is_in_handler_.load(std::memory_order_relaxed);
    }

private:
    class Guard;
    enum Sleep : std::uint32_t { awake, asleep, woken };

    bool push(Letter& letter) noexcept;
    void deliver(Letter& letter) noexcept;
    void enqueue(House& house) noexcept;
    void drain_inbox() noexcept;
    void take_notes() noexcept;
    void mount(House& house) noexcept;
    void advance_timers() noexcept;

    bool turn() noexcept;
    House* next_house() noexcept;
    House* pop_ready() noexcept;
    void run_house(House& house) noexcept;
    Letter* next_letter(House& house, int handled) noexcept;
    [[nodiscard]] bool needs_owner(const House& house) const noexcept;
    void dispatch(House& house, Letter& letter) noexcept;
    void dispatch_reply(House& house, Envelope& envelope) noexcept;
    void dispatch_event(House& house, Letter& letter) noexcept;
    void time_out(House& house, Timer& timer) noexcept;
    void after_run(House& house) noexcept;

    void consider_end(House& house) noexcept;
    bool claim(House& house) noexcept;
    bool has_mail(const House& house) noexcept;
    void unclaim(House& house) noexcept;
    void end_actor(House& house) noexcept;
    void turn_away_all(House& house) noexcept;
    void turn_away(Letter& letter) noexcept;
    void free(House& house) noexcept;

    void idle() noexcept;
    void sleep() noexcept;
    bool try_steal() noexcept;
    bool try_steal_from(Worker& victim) noexcept;

    SystemCore& core_;
    const SystemOptions& options_;
    const int index_;

    BiasedLock lock_;
    /// Guarded by `lock_`.
    HouseQueue high_;
    HouseQueue normal_;
    int bypassed_ = 0;
    MailQueue notes_;
    TimerWheel wheel_;

    std::atomic<std::uint32_t> ready_{0};
    std::atomic<bool> is_in_handler_{false};
    House* houses_ = nullptr;
    std::uint32_t idle_rounds_ = 0;

    /// Letters from other threads, last first: pushed in `push` (release), all taken in
    /// `drain_inbox` (acquire). The address of `closed_` in its place refuses any more.
    alignas(64) std::atomic<Letter*> inbox_{nullptr};
    Letter closed_;
    std::atomic<std::uint32_t> sleeping_{awake};
};

}  // namespace leat
