#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "leat/buffer/assert.hpp"
#include "leat/buffer/error.hpp"

namespace leat {

namespace detail {
/// The assertion that a Result holds a value failed: tells what it holds.
[[noreturn]] void value_missing(const Error& error) noexcept;
}  // namespace detail

/// A value or the `Error` that took its place: a strict subset of `std::expected<T, Error>`, which
/// C++20 does not have.
///
///     Result<int> port = parse_port(text);
///     if (!port) {
///         return port.error();          // an Error converts to any Result
///     }
///     listen(*port);
template <class T>
class [[nodiscard]] Result {
public:
    using value_type = T;

    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
    Result(Errc code) : Result(Error(code)) {}

    [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    /// The value. REQUIRES: `has_value()`; asserted.
    [[nodiscard]] T& value() & {
        check_value();
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] const T& value() const& {
        check_value();
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] T&& value() && {
        check_value();
        return std::move(*std::get_if<0>(&state_));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    template <class U>
    [[nodiscard]] T value_or(U&& other) const& {
        return has_value() ? value() : static_cast<T>(std::forward<U>(other));
    }

    /// The error. REQUIRES: `!has_value()`; asserted.
    [[nodiscard]] const Error& error() const {
        LEAT_ASSERT(!has_value(), "error() of a Result that holds a value");
        return *std::get_if<1>(&state_);
    }

private:
    void check_value() const {
        if (!has_value()) [[unlikely]] {
            detail::value_missing(*std::get_if<1>(&state_));
        }
    }

    std::variant<T, Error> state_;
};

/// Success without a value, or an `Error`.
template <>
class [[nodiscard]] Result<void> {
public:
    using value_type = void;

    Result() = default;
    Result(Error error) : error_(std::move(error)) {}
    Result(Errc code) : error_(Error(code)) {}

    [[nodiscard]] bool has_value() const noexcept { return !error_.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }
    [[nodiscard]] const Error& error() const {
        LEAT_ASSERT(error_.has_value(), "error() of a Result that succeeded");
        return *error_;
    }

private:
    std::optional<Error> error_;
};

}  // namespace leat
