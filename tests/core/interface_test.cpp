#include "leat/core/interface.hpp"

#include <gtest/gtest.h>

#include "sample_services.hpp"

namespace leat {
namespace {

using namespace shop;

template <class I>
concept Wirable = requires(System& system) { system.autowire<I>(); };

struct NoInterface {};

TEST(Interface, IsImplementedByWhoTakesAllItsMessages) {
    static_assert(Implements<MemoryStore, Store>);
    static_assert(Implements<MemoryStore, Source>);
    static_assert(Implements<Constant, Source>);
    static_assert(!Implements<Constant, Store>);
    static_assert(Implements<MemoryStore, MemoryStore>);
    EXPECT_EQ(detail::actor_type<MemoryStore>.messages.size(), 3U);
    EXPECT_EQ(detail::actor_type<MemoryStore>.messages[1], &message_type<Put>);
}

TEST(Interface, GivesAnAddressOfItsMessagesAndNoOthers) {
    using Wired = decltype(std::declval<System&>().autowire<Store>())::value_type;
    static_assert(std::same_as<Wired, Address<Put, Get>>);
    static_assert(std::convertible_to<Wired, Address<Put>>);
    static_assert(!std::convertible_to<Wired, Address<Wipe>>);
    EXPECT_EQ(detail::interface_type<Store>.messages.size(), 2U);
}

TEST(Interface, IsNotAnyType) {
    static_assert(Wirable<Store> && Wirable<Interface<Get>> && Wirable<Constant>);
    static_assert(!Wirable<NoInterface>);
    static_assert(!Wirable<Get>);
    static_assert(!Wirable<Interface<>>);
    EXPECT_NE(detail::interface_type<Store>.name.find("Store"), std::string_view::npos);
}

}  // namespace
}  // namespace leat
