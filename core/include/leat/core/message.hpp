#pragma once

#include <string_view>
#include <type_traits>
#include <utility>

namespace leat {

/// A message that names its `Reply`: it can be asked, and also be sent as a notice.
template <class M>
concept AskMessage = requires { typename M::Reply; } && std::is_object_v<typename M::Reply>;

/// Anything an actor can take: a movable class that is sent by value.
template <class M>
concept Message = std::is_class_v<M> && std::is_nothrow_destructible_v<M>;

/// The reply of a message or function that has nothing to say but that it is done.
struct Done {
    friend bool operator==(Done, Done) = default;
};

struct Envelope;

/// What the runtime knows of a message type: one static object for each, whose address identifies
/// the type.
struct MessageType {
    /// The name of the C++ type, for logs and reports.
    std::string_view name;
    void (*destroy_message)(Envelope&) noexcept;
    void (*destroy_reply)(Envelope&) noexcept;
};

/// The name of `T` as the compiler spells it.
template <class T>
constexpr std::string_view type_name() {
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    constexpr auto start = text.find("T = ") + 4;
    constexpr auto end = text.find_first_of(";]", start);
    return text.substr(start, end - start);
}

}  // namespace leat
