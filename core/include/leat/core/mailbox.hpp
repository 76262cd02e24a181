#pragma once

#include <chrono>
#include <cstdint>

namespace leat {

/// What happens to a message for which a bounded mailbox has no room. A dropped ask fails with
/// `Errc::mailbox_full`, a dropped notice is counted as a dead letter.
enum class Overflow : std::uint8_t {
    /// A new ask fails. Notices are not limited: nobody could be told.
    fail_ask,
    /// What has waited longest makes room.
    drop_oldest,
    /// The new message is dropped.
    drop_newest,
    /// A notice from outside of the actors waits for room, for at most `MailboxLimit::slow_max`;
    /// then, and from actors, which must not wait, the new message is dropped.
    slow_sender,
};

/// The bound of the mailboxes of one actor. Replies, failures of asks and events are not limited:
/// the actor itself has called for them.
struct MailboxLimit {
    /// The most asks, and the most notices, that wait; 0 = no limit.
    std::uint32_t messages_max = 0;
    Overflow overflow = Overflow::fail_ask;
    std::chrono::milliseconds slow_max{1'000};
};

/// The most messages that an actor can put aside by `must_stash`; more are dropped as by a full
/// mailbox.
inline constexpr std::uint32_t stash_messages_max = 100'000;

}  // namespace leat
