#pragma once

#include <concepts>
#include <utility>

#include "leat/core/address.hpp"

namespace leat {

/// A message that a broadcast can copy for each member of its pool.
template <class M>
concept BroadcastMessage = Message<M> && std::copy_constructible<M>;

/// Where to send notices that each actor of a pool gets, as a copy of its own.
///
///     const auto caches = system.spawn_pool<Cache, Routing::broadcast>(4);
///     caches.notice<Forget>(key);                  // all four forget
///     const Address<Forget> one_way = caches;      // who sends need not know
///
/// It cannot be asked: nobody could say which answer counts. So it converts to an `Address` of
/// messages that name no reply only. In all else it is like an `Address`.
template <class... Ms>
class BroadcastAddress : private detail::AddressBase {
public:
    /// For the runtime: the address of the pool of that router.
    explicit BroadcastAddress(Recipient& recipient) noexcept : AddressBase(recipient) {}
    /// For the runtime: what is behind this address.
    using AddressBase::recipient;

    template <class... Others>
        requires(!std::same_as<BroadcastAddress<Others...>, BroadcastAddress> &&
                 (detail::is_one_of<Ms, Others...> && ...))
    BroadcastAddress(const BroadcastAddress<Others...>& other) : AddressBase(other.recipient()) {}

    template <class... Fewer>
        requires((detail::is_one_of<Fewer, Ms...> && BroadcastMessage<Fewer> &&
                  !AskMessage<Fewer>) &&
                 ...)
    operator Address<Fewer...>() const {
        return Address<Fewer...>(recipient());
    }

    /// Sends an `M(args...)` to each actor of the pool that has not ended, from any thread. When
    /// the copy of a message throws, the sender gets the exception and nobody the message.
    template <class M, class... Args>
        requires detail::is_one_of<M, Ms...> && BroadcastMessage<M>
    void notice(Args&&... args) const {
        runtime::send_notice(recipient(), make_envelope<M>(std::forward<Args>(args)...));
    }

    /// Ends each actor of the pool after the message that it handles now.
    void stop() const { runtime::stop(recipient()); }

    friend bool operator==(const BroadcastAddress& left, const BroadcastAddress& right) {
        return &left.recipient() == &right.recipient();
    }
};

}  // namespace leat
