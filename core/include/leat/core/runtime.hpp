#pragma once

#include <chrono>
#include <utility>

#include "leat/core/house.hpp"

namespace leat {

class Logger;
class System;

/// What the calling thread runs; all null on a thread that is none of ours. For the library.
struct Context {
    Worker* worker = nullptr;
    House* house = nullptr;
    Stack* stack = nullptr;
};
extern constinit thread_local Context context;

/// What the templates of the actor API ask of the runtime. For the library, not for users.
namespace runtime {

/// Sends a notice to an actor or a pool, from any thread. Takes the envelope. Passes on what user
/// code throws that a router needs: the copy of a message, or its key.
void send_notice(Recipient& recipient, Envelope& envelope);
/// Puts a notice at the head of the running actor's own notices.
void send_notice_self_first(Envelope& envelope);
/// Sends an ask from the running actor. Takes the envelope; the promise is the caller's.
[[nodiscard]] Promise& send_ask(Recipient& recipient, Envelope& envelope);
/// Opens an ask of the running actor: makes the envelope know who waits for it. The promise is the
/// caller's; the envelope is sent by whoever has called this.
[[nodiscard]] Promise& open_ask(Envelope& envelope);
/// Gives a function of the running actor to the pool for blocking work. Takes the envelope, whose
/// type is a `detail::OffloadType`; the promise is the caller's.
[[nodiscard]] Promise& send_offload(Envelope& envelope);
/// Sends back an envelope whose message was destroyed and whose reply was built. Takes the
/// envelope.
void send_reply(Envelope& envelope) noexcept;
/// Destroys the message and answers with the failure; a notice is just freed. Takes the envelope.
void send_failure(Envelope& envelope, Failure failure) noexcept;

/// Ends the caller's interest: an open ask is cancelled, a reply destroyed.
void release(Promise& promise) noexcept;
/// Completes the promise with `Errc::ask_timeout` when it is still open after `delay`.
void set_timeout(Promise& promise, std::chrono::nanoseconds delay);

/// Sends an ask from a thread that runs no actor and waits. Null after `timeout`, else the envelope
/// with a reply or a failure, which is the caller's to destroy.
[[nodiscard]] Envelope* ask_and_wait(Recipient& recipient, Envelope& envelope,
                                     std::chrono::nanoseconds timeout);

/// Takes note of a stack that waits, or of the end of one that waited.
void add_suspended(House& house, Stack& stack) noexcept;
void remove_suspended(House& house, Stack& stack) noexcept;

/// While `stack` runs, the house gets no ask and no notice.
void close_for_barrier(House& house, Stack& stack) noexcept;
/// The end of a stack: ends its barrier if it is one.
void open_after_barrier(House& house, const Stack& stack) noexcept;

/// The handler of a notice threw: supervision decides.
void notice_failed(House& house, const std::exception_ptr& error) noexcept;

/// Arms a timer of the running actor; its number. A period of zero fires once.
std::uint64_t start_timer(std::chrono::nanoseconds delay, std::chrono::nanoseconds period,
                          std::uint64_t attachment);
/// False when it has fired for the last time or never was.
bool cancel_timer(std::uint64_t id);
bool update_timer(std::uint64_t id, std::chrono::nanoseconds delay);

/// Ends the actor, or all of a pool, after what runs now, from any thread.
void stop(Recipient& recipient);

/// Tells the running actor of the end of another, also if that is over; the number of the watch.
std::uint64_t watch(Recipient& watched);
/// False when it was told already or never was.
bool unwatch(std::uint64_t id);

/// Puts a message aside; when there are too many, turns it away and says false. Takes the envelope.
bool stash(House& house, Envelope& envelope);
/// Puts what the running actor has stashed before its other mail.
void unstash();

/// The next message of a mailbox of the running house if it is of that type, else null. It stays
/// there until it is taken.
[[nodiscard]] Envelope* next_of_batch(House& house, Mail mail, const MessageType& type) noexcept;
void take_into_batch(House& house, Envelope& envelope) noexcept;

/// The logger of the actor's class.
[[nodiscard]] const Logger& log_of(const House& house);

/// The running actor's house and stack; null outside of an actor, and outside of a stack.
[[nodiscard]] House* current_house() noexcept;
[[nodiscard]] inline Stack* current_stack() noexcept {
    return context.stack;
}
/// Makes `stack` the running one and returns the former.
inline Stack* exchange_current_stack(Stack* stack) noexcept {
    return std::exchange(context.stack, stack);
}

}  // namespace runtime
}  // namespace leat
