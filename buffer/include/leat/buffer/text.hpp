#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "leat/buffer/byte_queue.hpp"
#include "leat/buffer/result.hpp"

/// Numbers as text, without allocation.
///
/// `read_...` takes the longest number at the front of a queue and leaves what follows; the number
/// may end where the readable bytes end, so the caller knows that it is whole. `parse_...` takes a
/// text that is a number from end to end. They fail with `end_of_data` (nothing there),
/// `malformed_number`, `number_out_of_range` or, beyond `number_text_bytes_max`, `limit_exceeded`;
/// then nothing is consumed. A leading `+` or blank is malformed.
namespace leat {

/// The longest text that `read_...` takes for a number.
inline constexpr std::size_t number_text_bytes_max = 128;

void write_decimal(ByteQueue& out, std::uint64_t number);
void write_decimal(ByteQueue& out, std::int64_t number);
template <std::unsigned_integral T>
void write_decimal(ByteQueue& out, T number) {
    write_decimal(out, std::uint64_t{number});
}
template <std::signed_integral T>
void write_decimal(ByteQueue& out, T number) {
    write_decimal(out, std::int64_t{number});
}

[[nodiscard]] Result<std::uint64_t> read_decimal_up_to(ByteQueue& in, std::uint64_t most);
[[nodiscard]] Result<std::int64_t> read_decimal_between(ByteQueue& in, std::int64_t least,
                                                        std::int64_t most);
[[nodiscard]] Result<std::uint64_t> parse_decimal_up_to(std::string_view text, std::uint64_t most);
[[nodiscard]] Result<std::int64_t> parse_decimal_between(std::string_view text, std::int64_t least,
                                                         std::int64_t most);

/// The same value in a smaller type, where the reader has checked that it fits.
template <class T, class Wide>
[[nodiscard]] Result<T> narrowed(const Result<Wide>& number) {
    return number ? Result<T>(static_cast<T>(*number)) : Result<T>(number.error());
}

/// The number as a `T`, if it fits: an optional `-` for signed types, then digits.
template <std::integral T>
[[nodiscard]] Result<T> read_decimal(ByteQueue& in) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_signed_v<T>) {
        return narrowed<T>(read_decimal_between(in, Limits::min(), Limits::max()));
    } else {
        return narrowed<T>(read_decimal_up_to(in, Limits::max()));
    }
}

template <std::integral T>
[[nodiscard]] Result<T> parse_decimal(std::string_view text) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_signed_v<T>) {
        return narrowed<T>(parse_decimal_between(text, Limits::min(), Limits::max()));
    } else {
        return narrowed<T>(parse_decimal_up_to(text, Limits::max()));
    }
}

/// Writes lower-case hex digits, with leading zeros if there are fewer than `digits_min`.
void write_hex(ByteQueue& out, std::uint64_t number, unsigned digits_min = 1);
/// Digits of both cases, without a prefix.
[[nodiscard]] Result<std::uint64_t> read_hex(ByteQueue& in);
[[nodiscard]] Result<std::uint64_t> parse_hex(std::string_view text);

/// Writes the shortest text that reads back as the same number; "inf", "-inf" or "nan" for those.
void write_double(ByteQueue& out, double number);
/// What `std::from_chars` takes: fixed or scientific form, "inf", "nan".
[[nodiscard]] Result<double> read_double(ByteQueue& in);
[[nodiscard]] Result<double> parse_double(std::string_view text);

}  // namespace leat
