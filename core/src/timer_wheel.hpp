#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "leat/buffer/assert.hpp"

namespace leat {

/// A tick is one millisecond since the start of the clock that its owner chose.
using Tick = std::uint64_t;

/// Behind every tick that a clock can show.
inline constexpr Tick tick_never = std::numeric_limits<Tick>::max();

/// The tick that has begun at `now`: rounded down, so that no timer fires early.
constexpr Tick tick_at(std::chrono::nanoseconds now) {
    return static_cast<Tick>(std::chrono::floor<std::chrono::milliseconds>(now).count());
}

/// The first tick at or after `now + delay`; the current one if the delay is not positive. Delays
/// beyond the end of time are cut to it. REQUIRES: `now` is not negative.
template <class Rep, class Period>
constexpr Tick deadline_tick(std::chrono::nanoseconds now,
                             std::chrono::duration<Rep, Period> delay) {
    using Milliseconds = std::chrono::milliseconds;
    if (delay <= delay.zero()) {
        return tick_at(now);
    }
    if (std::chrono::duration<double, std::milli>(delay).count() >= 0x1p63) {
        return tick_never;
    }
    const auto whole = std::chrono::floor<Milliseconds>(delay);
    const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(delay - whole);
    return static_cast<Tick>(whole.count()) +
           static_cast<Tick>(std::chrono::ceil<Milliseconds>(now + rest).count());
}

/// The first deadline after `now` of a period that had one at `former`: counted from the deadlines,
/// so that a late call does not shift those that follow. REQUIRES: `period` > 0.
constexpr Tick next_period(Tick former, Tick period, Tick now) {
    const Tick missed = now > former ? (now - former) / period : 0;
    const Tick ahead = (missed + 1) * period;
    return ahead > tick_never - former ? tick_never : former + ahead;
}

/// The doubly linked ring by which timers hang in a wheel.
struct TimerLinks {
    TimerLinks* next = nullptr;
    TimerLinks* previous = nullptr;
};

/// A timer: a member or base of what it belongs to, which owns it. An armed node must neither move
/// nor end.
class TimerNode : private TimerLinks {
public:
    TimerNode() = default;
    ~TimerNode() { LEAT_ASSERT(!is_armed(), "a timer ends while it is armed; cancel it first"); }
    TimerNode(const TimerNode&) = delete;
    TimerNode& operator=(const TimerNode&) = delete;

    [[nodiscard]] bool is_armed() const { return next != nullptr; }
    /// The deadline it was last armed with.
    [[nodiscard]] Tick expiry_tick() const { return expiry_tick_; }

private:
    friend class TimerWheel;

    Tick expiry_tick_ = 0;
    std::uint32_t slot_ = 0;
};

/// A hierarchical timer wheel: 11 levels of 64 slots, which hold every 64-bit tick. It owns no
/// node, allocates nothing and has no lock: its worker's lock guards it.
///
/// A node lies in the level of the highest 6-bit digit in which its deadline differs from the
/// current tick, in the slot of that digit. Three things follow:
/// 1. Nodes with one deadline are always in one slot, so they fire in the order of arming.
/// 2. All of a level is due before anything of the levels above, and a slot before those above it:
///    the next event is the first bit of the first level in use. Empty time costs nothing.
/// 3. A node moves down at most once per level.
class TimerWheel {
public:
    explicit TimerWheel(Tick now_tick = 0);
    /// Disarms what is left.
    ~TimerWheel() { clear(); }
    TimerWheel(const TimerWheel&) = delete;
    TimerWheel& operator=(const TimerWheel&) = delete;

    /// Arms the node, or moves an armed one to its new deadline, behind all that have the same. A
    /// deadline that has passed fires with the next `advance`. O(1).
    void arm(TimerNode& node, Tick expiry_tick);
    /// Disarms the node; returns whether it was armed. O(1).
    bool cancel(TimerNode& node);
    /// Disarms all.
    void clear();

    /// Goes to `now_tick` and calls `on_expire(TimerNode&)` for each deadline at or before it, in
    /// their order; returns the number of calls. The node is disarmed before its call, which may
    /// arm, cancel or end any node, itself included. What it arms for a tick at or before the one
    /// being fired waits for the next `advance`, so that no timer can hold the thread; a later one
    /// up to `now_tick` still fires in this one. If the call throws, the rest fires with the next
    /// `advance`. A `now_tick` before the current one counts as the current one.
    /// REQUIRES: not called from `on_expire`; asserted.
    template <class OnExpire>
    std::size_t advance(Tick now_tick, OnExpire&& on_expire);

    /// A tick up to which nothing fires: the exact deadline if it is less than 64 ticks away, else
    /// the start of the slot that holds it. A thread that sleeps until then and advances wakes in
    /// vain at most once per level above the lowest: at most twice for a timer of a minute, five
    /// times for one of a year. `tick_never` if nothing is armed.
    [[nodiscard]] Tick next_expiry() const;
    [[nodiscard]] Tick current_tick() const { return current_tick_; }
    [[nodiscard]] bool is_empty() const { return levels_in_use_ == 0 && !has_overdue(); }

private:
    static constexpr unsigned digit_bits = 6;
    static constexpr std::uint32_t slots_per_level = 1U << digit_bits;
    static constexpr std::uint32_t levels = 11;
    /// Behind the slots: what was overdue when it was armed.
    static constexpr std::uint32_t overdue_slot = levels * slots_per_level;

    class Advancing;
    struct Position;

    [[nodiscard]] bool has_overdue() const {
        return !is_empty(slots_[overdue_slot]) || !is_empty(expiring_);
    }
    /// The slot that is due first. REQUIRES: a level is in use.
    [[nodiscard]] Position first_position() const;
    static bool is_empty(const TimerLinks& ring) { return ring.next == &ring; }
    static void append(TimerLinks& ring, TimerLinks& node);
    /// Moves all of `from` behind what `to` holds.
    static void splice(TimerLinks& from, TimerLinks& to);
    static void disarm_all(TimerLinks& ring);
    static TimerNode& unlink_first(TimerLinks& ring);

    void place(TimerNode& node);
    void mark_empty(std::uint32_t slot);
    /// Moves what is due next to `expiring_` unless it is behind `now_tick`; tells whether it did.
    bool collect(Tick now_tick);
    /// Places what is in `expiring_` anew.
    void cascade();
    template <class OnExpire>
    std::size_t fire(OnExpire& on_expire);

    Tick current_tick_;
    std::uint32_t levels_in_use_ = 0;  ///< A bit per level that has a slot in use.
    bool is_advancing_ = false;
    std::array<std::uint64_t, levels + 1> slots_in_use_{};  ///< A bit per slot that holds a node.
    TimerLinks expiring_;
    std::array<TimerLinks, overdue_slot + 1> slots_;
};

/// Notes that `advance` runs, also when a call throws.
class TimerWheel::Advancing {
public:
    explicit Advancing(TimerWheel& wheel) : wheel_(wheel) { wheel.is_advancing_ = true; }
    ~Advancing() { wheel_.is_advancing_ = false; }
    Advancing(const Advancing&) = delete;
    Advancing& operator=(const Advancing&) = delete;

private:
    TimerWheel& wheel_;
};

inline void TimerWheel::append(TimerLinks& ring, TimerLinks& node) {
    node.next = &ring;
    node.previous = ring.previous;
    ring.previous->next = &node;
    ring.previous = &node;
}

inline TimerNode& TimerWheel::unlink_first(TimerLinks& ring) {
    TimerLinks& first = *ring.next;
    ring.next = first.next;
    first.next->previous = &ring;
    first.next = nullptr;
    return static_cast<TimerNode&>(first);
}

inline void TimerWheel::place(TimerNode& node) {
    const Tick differing = node.expiry_tick_ ^ current_tick_;
    const auto level = static_cast<std::uint32_t>(std::bit_width(differing | 1) - 1) / digit_bits;
    const Tick digit = (node.expiry_tick_ >> (level * digit_bits)) % slots_per_level;
    node.slot_ = level * slots_per_level + static_cast<std::uint32_t>(digit);
    slots_in_use_[level] |= std::uint64_t{1} << digit;
    levels_in_use_ |= 1U << level;
    append(slots_[node.slot_], node);
}

inline void TimerWheel::arm(TimerNode& node, Tick expiry_tick) {
    cancel(node);
    node.expiry_tick_ = expiry_tick;
    if (expiry_tick > current_tick_) {
        place(node);
        return;
    }
    node.slot_ = overdue_slot;
    append(slots_[overdue_slot], node);
}

inline bool TimerWheel::cancel(TimerNode& node) {
    if (!node.is_armed()) {
        return false;
    }
    const bool is_last = node.next == node.previous;
    node.next->previous = node.previous;
    node.previous->next = node.next;
    node.next = nullptr;
    // A node in `expiring_` names its former slot, which stays empty while that ring is fired.
    if (is_last) {
        mark_empty(node.slot_);
    }
    return true;
}

inline void TimerWheel::mark_empty(std::uint32_t slot) {
    const std::uint32_t level = slot / slots_per_level;
    slots_in_use_[level] &= ~(std::uint64_t{1} << (slot % slots_per_level));
    if (slots_in_use_[level] == 0) {
        levels_in_use_ &= ~(1U << level);
    }
}

template <class OnExpire>
std::size_t TimerWheel::advance(Tick now_tick, OnExpire&& on_expire) {
    LEAT_ASSERT(!is_advancing_, "advance() from a timer's own call");
    now_tick = std::max(current_tick_, now_tick);
    if (next_expiry() > now_tick) {
        current_tick_ = now_tick;
        return 0;
    }
    const Advancing advancing(*this);
    splice(slots_[overdue_slot], expiring_);
    std::size_t fired = fire(on_expire);
    while (collect(now_tick)) {
        fired += fire(on_expire);
    }
    current_tick_ = now_tick;
    return fired;
}

template <class OnExpire>
std::size_t TimerWheel::fire(OnExpire& on_expire) {
    std::size_t fired = 0;
    while (!is_empty(expiring_)) {
        ++fired;
        on_expire(unlink_first(expiring_));
    }
    return fired;
}

}  // namespace leat
