#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "leat/core/broadcast_address.hpp"

namespace leat {

/// Which actor of a pool gets a message. One that has ended gets none; when all have ended, the
/// pool is like a dead actor.
enum class Routing : std::uint8_t {
    /// One after the other, in turns of their own for each sending thread. An ask stays on its
    /// thread instead when both the pool and that of the asker have one actor on each thread.
    round_robin,
    /// Any of them, with the same chance.
    random,
    /// The one with the fewest asks and notices waiting, as far as the sender can tell. Looks at
    /// each
    /// member: for work of uneven length and pools of at most some dozens.
    least_mailbox,
    /// The one that the key of the message belongs to: always the same, also when others end. Each
    /// message type must have a `routing_key`.
    consistent_hash,
    /// All of them, each with a copy. Takes notices only, see `BroadcastAddress`.
    broadcast,
};

/// A message that says what it is about: equal keys go to the same actor of a `consistent_hash`
/// pool.
///
///     struct Deposit {
///         std::uint64_t account;
///         std::uint64_t routing_key() const { return account; }
///     };
///
/// Keys need not be spread evenly: the router mixes them.
template <class M>
concept HasRoutingKey = requires(const M& message) {
    { message.routing_key() } -> std::unsigned_integral;
};

/// How the messages of a pool are routed: one static object for each actor class and routing.
struct RoutingType {
    Routing routing;
    /// The key of a message; null but for a consistent hash.
    std::uint64_t (*key)(Envelope&);
    /// A copy of a message; null but for a broadcast.
    Envelope& (*copy)(Envelope&);
};

namespace detail {

template <class A>
concept EveryMessageHasARoutingKey = !A::any_message([]<class M> { return !HasRoutingKey<M>; });

template <class A>
std::uint64_t key_of(Envelope& envelope) {
    std::uint64_t key = 0;
    A::any_message([&]<class M> {
        const bool is_it = envelope.type == &message_type<M>;
        if (is_it) {
            key = std::as_const(envelope.as<M>()).routing_key();
        }
        return is_it;
    });
    return key;
}

template <class A>
Envelope& copy_of(Envelope& envelope) {
    Envelope* copy = nullptr;
    A::any_message([&]<class M> {
        const bool is_it = envelope.type == &message_type<M>;
        if constexpr (BroadcastMessage<M>) {
            if (is_it) {
                copy = &make_envelope<M>(std::as_const(envelope.as<M>()));
            }
        }
        return is_it;
    });
    LEAT_ASSERT(copy != nullptr, "a broadcast of a message that its address does not take");
    return *copy;
}

template <class A, Routing routing>
constexpr RoutingType make_routing_type() {
    RoutingType type{routing, nullptr, nullptr};
    if constexpr (routing == Routing::consistent_hash) {
        type.key = &key_of<A>;
    } else if constexpr (routing == Routing::broadcast) {
        type.copy = &copy_of<A>;
    }
    return type;
}

template <class A, Routing routing>
inline constexpr RoutingType routing_type = make_routing_type<A, routing>();

template <class OneAddress>
struct BroadcastOf;
template <class... Ms>
struct BroadcastOf<Address<Ms...>> {
    using type = BroadcastAddress<Ms...>;
};

}  // namespace detail

/// Whether a pool of actors of class `A` can be routed in that way: all can be, but by a hash only
/// what has keys.
template <class A, Routing routing>
concept MessagesHaveKeysFor =
    routing != Routing::consistent_hash || detail::EveryMessageHasARoutingKey<A>;

/// What a pool of actors of class `A` is reached by: that of one such actor, unless all get all.
template <class A, Routing routing>
using PoolAddress = std::conditional_t<routing == Routing::broadcast,
                                       typename detail::BroadcastOf<typename A::AddressType>::type,
                                       typename A::AddressType>;

}  // namespace leat
