#pragma once

#include <chrono>
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "leat/core/future.hpp"
#include "leat/core/runtime.hpp"

namespace leat {

namespace detail {

template <class M, class... Ms>
inline constexpr bool is_one_of = (std::same_as<M, Ms> || ...);

/// A counted reference to an actor's house or to the router of a pool.
class AddressBase {
public:
    explicit AddressBase(Recipient& recipient) noexcept : recipient_(&recipient) {
        recipient.add_address();
    }
    AddressBase(const AddressBase& other) noexcept : recipient_(other.recipient_) {
        if (recipient_ != nullptr) {
            recipient_->add_address();
        }
    }
    AddressBase(AddressBase&& other) noexcept
        : recipient_(std::exchange(other.recipient_, nullptr)) {}
    AddressBase& operator=(AddressBase other) noexcept {
        std::swap(recipient_, other.recipient_);
        return *this;
    }
    ~AddressBase() {
        if (recipient_ != nullptr) {
            recipient_->drop_address();
        }
    }
    [[nodiscard]] Recipient& recipient() const {
        LEAT_ASSERT(recipient_ != nullptr, "use of an address that was moved from");
        return *recipient_;
    }

private:
    Recipient* recipient_;
};

}  // namespace detail

/// Where to send messages of the types `Ms`: the only way to reach an actor, or a pool of actors
/// that share the work. Who sends does not see the difference.
///
/// Copies are cheap and may go to any thread. An actor that is no service ends when its last
/// address is gone and it has nothing left to do; the address of an actor that has ended is safe:
/// notices are counted as dead letters, asks fail at once. Converts to an address of fewer types.
template <class... Ms>
class Address : private detail::AddressBase {
public:
    /// For the runtime: the address of the actor in that house, or of the pool of that router.
    explicit Address(Recipient& recipient) noexcept : AddressBase(recipient) {}
    /// For the runtime: what is behind this address.
    using AddressBase::recipient;

    template <class... Others>
        requires(!std::same_as<Address<Others...>, Address> &&
                 (detail::is_one_of<Ms, Others...> && ...))
    Address(const Address<Others...>& other) : AddressBase(other.recipient()) {}

    /// Sends an `M(args...)`, built in place, from any thread; nobody waits for it.
    template <class M, class... Args>
    void notice(Args&&... args) const {
        check<M>();
        runtime::send_notice(recipient(), make_envelope<M>(std::forward<Args>(args)...));
    }

    /// Sends an `M(args...)`, built in place, and gives the future of its reply. Only in an actor;
    /// elsewhere use `ask_blocking`.
    template <class M, class... Args>
    auto ask(Args&&... args) const {
        check<M>();
        static_assert(AskMessage<M>, "this message names no Reply, so it can only be a notice");
        return Future<typename M::Reply>(
            runtime::send_ask(recipient(), make_envelope<M>(std::forward<Args>(args)...)));
    }

    /// Sends an `M(args...)` and waits for its reply: for `main`, tests and offloaded work. In an
    /// actor, whose thread it would block, it fails with `Errc::would_block` and names both sides.
    template <class M, class... Args>
    auto ask_blocking(std::chrono::nanoseconds timeout, Args&&... args) const {
        check<M>();
        static_assert(AskMessage<M>, "this message names no Reply, so it can only be a notice");
        using Reply = typename M::Reply;
        Envelope* const envelope = runtime::ask_and_wait(
            recipient(), make_envelope<M>(std::forward<Args>(args)...), timeout);
        if (envelope == nullptr) {
            return Result<Reply>(Errc::ask_timeout);
        }
        return take_reply<Reply>(*envelope);
    }

    /// Ends the actor after the message that it handles now; each of them, of a pool.
    void stop() const { runtime::stop(recipient()); }

    /// Whether both lead to the same actor, or to the same pool.
    friend bool operator==(const Address& left, const Address& right) {
        return &left.recipient() == &right.recipient();
    }

private:
    template <class M>
    static constexpr void check() {
        static_assert(detail::is_one_of<M, Ms...>, "this address does not take that message");
    }

    template <class Reply>
    static Result<Reply> take_reply(Envelope& envelope) {
        const bool is_reply = envelope.mail == Mail::reply;
        Result<Reply> result = is_reply ? Result<Reply>(std::move(envelope.as<Reply>()))
                                        : Result<Reply>(envelope.as<Failure>().error());
        destroy_answer(envelope);
        return result;
    }
};

/// The address of one actor, and that of a pool made by `System::spawn_pool`: names for signatures
/// that want to say what is behind them. To the compiler they are the same.
template <class... Ms>
using ActorAddress = Address<Ms...>;
template <class... Ms>
using RobinAddress = Address<Ms...>;

}  // namespace leat
