#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "leat/buffer/error.hpp"
#include "leat/core/message.hpp"
#include "leat/core/pool.hpp"

namespace leat {

struct House;

/// The five mailboxes of a house, in the order in which they are dispatched; then what goes to the
/// thread of a house instead: a house to mount, and a house that may have lost its last address.
enum class Mail : std::uint8_t { reply, exception, ask, notice, event, mount, released };
inline constexpr std::size_t mailboxes = 5;

/// What an event tells its house.
enum class EventKind : std::uint8_t {
    timer,
    /// An ask of this house, with that id, was not answered in time.
    ask_timeout,
    stop,
    /// An actor that this one watches has ended.
    watched_ended,
    parent_ended,
};

/// A node of a mailbox, and of the inbox of a thread.
struct Letter {
    Letter() = default;
    Letter(House* to, Mail kind) : target(to), mail(kind) {}
    Letter(House* to, EventKind kind) : target(to), mail(Mail::event), event(kind) {}

    Letter* next = nullptr;
    House* target = nullptr;
    /// Of an ask: the asker's number for it, or, from outside of the actors, its waiter. Of an
    /// event: the number of what it is about.
    std::uint64_t id = 0;
    Mail mail = Mail::notice;
    EventKind event = EventKind::timer;
    /// Set by the asker when nobody waits for the reply any more. Relaxed: it is a hint only, and
    /// the envelope comes back to the asker in any case.
    std::atomic<bool> is_cancelled{false};
};

/// Why an ask has no reply: an exception of its handler, or else a code of ours.
struct Failure {
    explicit Failure(Errc why) : code(why) {}
    /// With a text of its own, for what is not on a hot path.
    Failure(Errc why, std::string detail);
    explicit Failure(std::exception_ptr why) : exception(std::move(why)) {}

    /// Throws what happened, an `AskError` for a code of ours.
    [[noreturn]] void raise() const;
    /// What happened, as a value.
    [[nodiscard]] Error error() const;

    std::exception_ptr exception;
    Errc code = Errc::handler_failed;
};

/// A message on its way and, for an ask, the reply on its way back: the asker's memory travels to
/// the receiver and returns, so that it is freed where it was allocated.
///
/// The content follows: the message first, then, as `mail` says, the reply or a `Failure`.
struct Envelope : Letter {
    explicit Envelope(const MessageType& message_type) : type(&message_type) {}

    [[nodiscard]] void* content() { return this + 1; }
    template <class T>
    [[nodiscard]] T& as() {
        return *std::launder(static_cast<T*>(content()));
    }

    const MessageType* type;
    /// Who gets the reply; null for a notice, and for an ask from outside of the actors.
    House* asker = nullptr;
};
static_assert(sizeof(Envelope) % 16 == 0, "the content behind an envelope is 16-byte aligned");

namespace detail {

template <class M>
struct ReplyOf {
    using type = Failure;
};
template <AskMessage M>
struct ReplyOf<M> {
    using type = typename M::Reply;
};

template <class T>
void destroy_content(Envelope& envelope) noexcept {
    envelope.as<T>().~T();
}

}  // namespace detail

/// The one object that identifies messages of type `M`.
template <class M>
inline constexpr MessageType message_type{
    type_name<M>(), &detail::destroy_content<M>,
    &detail::destroy_content<typename detail::ReplyOf<M>::type>};

/// An envelope with an `M` built in place, large enough for the reply too. Passes on what the
/// constructor throws.
template <class M, class... Args>
[[nodiscard]] Envelope& make_envelope(Args&&... args) {
    using Reply = typename detail::ReplyOf<M>::type;
    static_assert(alignof(M) <= 16 && alignof(Reply) <= 16, "messages are 16-byte aligned at most");
    constexpr auto bytes = std::max({sizeof(M), sizeof(Reply), sizeof(Failure)});
    void* const memory = pool_allocate(sizeof(Envelope) + bytes);
    auto* const envelope = ::new (memory) Envelope(message_type<M>);
    if constexpr (std::is_nothrow_constructible_v<M, Args...>) {
        ::new (envelope->content()) M(std::forward<Args>(args)...);
    } else {
        try {
            ::new (envelope->content()) M(std::forward<Args>(args)...);
        } catch (...) {
            pool_release(memory);
            throw;
        }
    }
    return *envelope;
}

/// Destroys an envelope that was not answered.
inline void destroy_message(Envelope& envelope) noexcept {
    envelope.type->destroy_message(envelope);
    pool_release(&envelope);
}

/// Destroys an envelope that came back with a reply or a failure.
inline void destroy_answer(Envelope& envelope) noexcept {
    if (envelope.mail == Mail::reply) {
        envelope.type->destroy_reply(envelope);
    } else {
        envelope.as<Failure>().~Failure();
    }
    pool_release(&envelope);
}

}  // namespace leat
