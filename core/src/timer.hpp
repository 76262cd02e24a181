#pragma once

#include <cstdint>

#include "leat/core/envelope.hpp"
#include "leat/core/house.hpp"
#include "timer_wheel.hpp"

namespace leat {

/// A timer of an actor or of one of its asks, and the event that it sends: one pooled object. In
/// the wheel of the actor's thread while it is armed, in the event mailbox when it has fired;
/// guarded by the thread's lock.
struct Timer final : TimerNode, Letter {
    Timer(House& house, EventKind kind, std::uint64_t note)
        : Letter(&house, kind), attachment(note) {}

    Timer* hash_next = nullptr;
    const std::uint64_t attachment;
    /// Zero: fires once.
    Tick period = 0;
    bool is_queued = false;
    /// Cancelled while it was queued: freed when it is dispatched.
    bool is_over = false;
};

}  // namespace leat
