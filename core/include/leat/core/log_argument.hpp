#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iosfwd>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <variant>

#include "leat/buffer/error.hpp"

namespace leat {

/// One value of a log line without its type: a number, a character, a text or an address. Views the
/// text; it must live until the call of the logger returns.
using LogArgument =
    std::variant<std::int64_t, std::uint64_t, double, bool, char, std::string_view, const void*>;

/// Set it to true for a type that is to be logged by its `operator<<` to a `std::ostream`:
///
///     template <>
///     inline constexpr bool leat::log_by_stream<Point> = true;
template <class T>
inline constexpr bool log_by_stream = false;

/// "Connection refused (generic:111)".
std::string log_text(const std::error_code& code);
/// What `print` writes of the object.
std::string log_text(const void* object, void (*print)(std::ostream&, const void*));

/// A type with a `to_string(value)` in its namespace.
template <class T>
concept HasToString = requires(const T& value) {
    { to_string(value) } -> std::convertible_to<std::string_view>;
};

/// Always false: to refuse a type where a template is instantiated with it.
template <class T>
inline constexpr bool cannot_be_logged = false;

/// The value as one of the types of `LogArgument`, or the `std::string` that takes its place.
template <class T>
decltype(auto) log_value(const T& value) {
    using Plain = std::decay_t<T>;
    if constexpr (std::same_as<T, bool> || std::same_as<T, char>) {
        return T(value);
    } else if constexpr (std::signed_integral<T>) {
        return static_cast<std::int64_t>(value);
    } else if constexpr (std::unsigned_integral<T>) {
        return static_cast<std::uint64_t>(value);
    } else if constexpr (std::floating_point<T>) {
        return static_cast<double>(value);
    } else if constexpr (std::same_as<Plain, const char*> || std::same_as<Plain, char*>) {
        const char* text = value;
        return text != nullptr ? std::string_view(text) : std::string_view("(null)");
    } else if constexpr (std::same_as<T, std::nullptr_t> || std::is_pointer_v<T>) {
        return static_cast<const void*>(value);
    } else if constexpr (std::convertible_to<const T&, std::string_view>) {
        return static_cast<std::string_view>(value);
    } else if constexpr (HasToString<T>) {
        return to_string(value);
    } else if constexpr (std::is_enum_v<T>) {
        return log_value(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::same_as<T, std::error_code>) {
        return log_text(value);
    } else if constexpr (std::same_as<T, Error>) {
        return value.message();
    } else if constexpr (std::derived_from<T, std::exception>) {
        return std::string_view(value.what());
    } else if constexpr (log_by_stream<T>) {
        return log_text(&value, [](std::ostream& out, const void* object) {
            out << *static_cast<const T*>(object);
        });
    } else {
        static_assert(cannot_be_logged<T>,
                      "this type cannot be logged: give it a to_string(const T&) in its namespace, "
                      "or set leat::log_by_stream<T>");
    }
}

}  // namespace leat
