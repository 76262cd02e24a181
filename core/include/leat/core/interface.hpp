#pragma once

#include <array>
#include <concepts>
#include <span>
#include <string_view>

#include "leat/core/address.hpp"

namespace leat {

/// A set of messages by which a service is found, whatever class of actor takes them.
///
///     struct Store : Interface<Get, Put> {};
///     const auto store = system.autowire<Store>();      // Result<Address<Get, Put>>
template <Message... Ms>
struct Interface {
    using AddressType = Address<Ms...>;
};

namespace detail {

/// The types of the messages that an address takes.
template <class A>
inline constexpr std::array<const MessageType*, 0> message_types{};
template <class... Ms>
inline constexpr std::array<const MessageType*, sizeof...(Ms)> message_types<Address<Ms...>>{
    &message_type<Ms>...};

/// What the registry of services knows of an interface.
struct InterfaceType {
    std::string_view name;
    std::span<const MessageType* const> messages;
};
template <class I>
inline constexpr InterfaceType interface_type{type_name<I>(),
                                              message_types<typename I::AddressType>};

/// The typed address of a service that was found as `I`.
template <class I>
Result<typename I::AddressType> as_interface(const Result<AddressBase>& found) {
    if (!found) {
        return found.error();
    }
    return typename I::AddressType(found->recipient());
}

}  // namespace detail

/// What `autowire` can look for: an `Interface`, or an actor class, which stands for the set of its
/// messages. Not empty.
template <class I>
concept ServiceInterface = requires { typename I::AddressType; } &&
                           !detail::message_types<typename I::AddressType>.empty();

/// The actor class `A` takes all messages of `I`, so that its services are found by it.
template <class A, class I>
concept Implements =
    ServiceInterface<I> && std::convertible_to<typename A::AddressType, typename I::AddressType>;

}  // namespace leat
