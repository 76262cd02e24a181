#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "end_list.hpp"
#include "leat/core/house.hpp"
#include "leat/core/mailbox.hpp"
#include "timer.hpp"

namespace leat {

/// The restarts of an actor since the start of its current window.
struct RestartWindow {
    std::chrono::steady_clock::time_point start{};
    std::uint32_t count = 0;
};

/// What few houses need; pooled, made when first used and kept until the house is freed.
struct HouseExtras {
    IdTable<Timer> timers;
    /// The actors that this one watches.
    IdTable<EndWatch> watches;
    /// Tells of the end of the parent; null without one.
    EndWatch* parent = nullptr;
    /// Watches that have neither been taken back nor arrived: they know this house.
    std::uint32_t ends_due = 0;
    RestartWindow restarts;

    MailboxLimit limit;
    /// Asks, and notices, on their way from other threads to a bounded house. Counted up by who
    /// sends and down by who holds the lock of the house's thread. Relaxed: only the number
    /// matters.
    std::atomic<std::uint32_t> asks_in_transit{0};
    std::atomic<std::uint32_t> notices_in_transit{0};
    std::atomic<std::uint32_t>& in_transit(Mail mail) {
        return mail == Mail::ask ? asks_in_transit : notices_in_transit;
    }
    /// Put aside by the actor: asks, and notices.
    MailQueue stashed_asks;
    MailQueue stashed_notices;
};

/// The extras of a house, made now if it has none. Only for who runs the house.
HouseExtras& extras_of(House& house);

}  // namespace leat
