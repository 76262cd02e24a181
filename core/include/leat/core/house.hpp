#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "leat/core/mail_queue.hpp"
#include "leat/core/promise.hpp"
#include "leat/core/recipient.hpp"

namespace leat {

class Actor;
class EndList;
class Stack;
class Worker;
struct ActorRecord;
struct House;
struct HouseExtras;

/// What the runtime knows of an actor class: one static object for each.
struct ActorType {
    std::string_view name;
    /// Does IO: runs in the IO phase of its thread and is never stolen.
    bool is_io;
    /// Run the handler for the message in the envelope, and take the envelope. They let no
    /// exception out.
    void (*ask)(House&, Envelope&) noexcept;
    void (*notice)(House&, Envelope&) noexcept;
    void (*destroy_actor)(Actor&) noexcept;
    /// The messages that it takes.
    std::span<const MessageType* const> messages;
};

enum class HouseState : std::uint8_t { created, mounting, waiting, ready, scheduled, running };

/// The home of one actor: its mailboxes, its place in the schedule, its open asks and stacks.
///
/// For the runtime, not for users. Owned by one thread for life. What the first part holds is
/// guarded by the lock of that thread; the rest is touched only by who runs the house: its owner,
/// or for one turn a thief. What few houses need lies in the extras.
struct House final : Recipient {
    House(Worker& owner, const ActorType& actor_type)
        : Recipient(Kind::house), worker(&owner), type(&actor_type), note(this, Mail::mount) {}
    ~House();

    House* next_ready = nullptr;
    Worker* const worker;
    const ActorType* const type;
    HouseState state = HouseState::created;
    /// A bit for each mailbox that holds something, and for each that may be dispatched now.
    std::uint8_t filled = 0;
    std::uint8_t open = (1U << mailboxes) - 1;
    /// The actor has ended; letters are turned away until nobody can send any more.
    bool is_dead = false;
    /// The same for the routers, on any thread, as a hint whom to leave out. Relaxed, for they may
    /// be late in any case; apart from `is_dead`, which is read for every turn of a house.
    std::atomic<bool> has_ended{false};
    /// Its mailboxes have a limit, in the extras. Set before the first letter, then constant.
    bool is_bounded = false;
    MailQueue mail[mailboxes];

    Actor* actor = nullptr;
    FutureDispatcher futures;
    /// The stacks that wait for something, linked through them.
    Stack* suspended = nullptr;
    /// The stack whose end opens asks and notices again.
    Stack* barrier = nullptr;
    /// Asks that have not come back yet: their envelopes know this house.
    std::uint32_t asks_out = 0;
    /// Lives without an address, until it is stopped, and is in the registry of services.
    bool is_service = false;
    /// Asks of a pool with an actor on each thread go to the one on this house's thread. Constant
    /// once the house is mounted.
    bool asks_locally = false;
    bool wants_stop = false;
    /// Ends because of a failure.
    bool has_failed = false;
    /// Its hooks are called: it was mounted while the system ran.
    bool has_begun = true;
    /// What its thread counts of this class of actors; null until it is mounted.
    ActorRecord* record = nullptr;
    HouseExtras* extras = nullptr;
    /// Who is to be told of its end; null when there is nobody. Set once, by who comes first.
    std::atomic<EndList*> end_list{nullptr};

    /// All houses of the thread, so that a shutdown finds them. Touched by the owner only.
    House* previous_of_worker = nullptr;
    House* next_of_worker = nullptr;

    /// Tells the thread to mount the house and, later, that its last address may be gone. The count
    /// of the `Recipient` sees to it that it is on its way only once.
    Letter note;
};

/// A house, with its actor, that its thread does not know yet: destroyed unless it is sent there.
struct DestroyHouse {
    void operator()(House* house) const noexcept;
};
using NewHouse = std::unique_ptr<House, DestroyHouse>;

}  // namespace leat
