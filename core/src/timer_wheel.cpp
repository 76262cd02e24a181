#include "timer_wheel.hpp"

namespace leat {

/// A slot and the tick at which its time begins.
struct TimerWheel::Position {
    std::uint32_t level;
    std::uint32_t slot;
    Tick start;
};

TimerWheel::TimerWheel(Tick now_tick) : current_tick_(now_tick) {
    expiring_ = {&expiring_, &expiring_};
    for (TimerLinks& ring : slots_) {
        ring = {&ring, &ring};
    }
}

void TimerWheel::clear() {
    disarm_all(expiring_);
    for (TimerLinks& ring : slots_) {
        disarm_all(ring);
    }
    slots_in_use_.fill(0);
    levels_in_use_ = 0;
}

void TimerWheel::disarm_all(TimerLinks& ring) {
    while (!is_empty(ring)) {
        unlink_first(ring);
    }
}

void TimerWheel::splice(TimerLinks& from, TimerLinks& to) {
    if (is_empty(from)) {
        return;
    }
    from.next->previous = to.previous;
    to.previous->next = from.next;
    from.previous->next = &to;
    to.previous = from.previous;
    from = {&from, &from};
}

TimerWheel::Position TimerWheel::first_position() const {
    const auto level = static_cast<std::uint32_t>(std::countr_zero(levels_in_use_));
    const auto digit = static_cast<std::uint32_t>(std::countr_zero(slots_in_use_[level]));
    const Tick unit = Tick{1} << (level * digit_bits);
    // In the top level the product wraps to 0, and the mask has all bits, as it must.
    const Tick below = unit * slots_per_level - 1;
    return {level, level * slots_per_level + digit, (current_tick_ & ~below) + digit * unit};
}

Tick TimerWheel::next_expiry() const {
    if (has_overdue()) {
        return current_tick_;
    }
    return levels_in_use_ == 0 ? tick_never : first_position().start;
}

bool TimerWheel::collect(Tick now_tick) {
    while (levels_in_use_ != 0) {
        const Position first = first_position();
        if (first.start > now_tick) {
            return false;
        }
        current_tick_ = first.start;
        splice(slots_[first.slot], expiring_);
        mark_empty(first.slot);
        if (first.level == 0) {
            return true;
        }
        cascade();
    }
    return false;
}

void TimerWheel::cascade() {
    while (!is_empty(expiring_)) {
        place(unlink_first(expiring_));
    }
}

}  // namespace leat
