#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <utility>

#include "leat/buffer/assert.hpp"

namespace leat {

template <std::size_t Bytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
    using type = std::uint8_t;
};
template <>
struct UnsignedOf<2> {
    using type = std::uint16_t;
};
template <>
struct UnsignedOf<4> {
    using type = std::uint32_t;
};
template <>
struct UnsignedOf<8> {
    using type = std::uint64_t;
};

/// The bytes of an unsigned integer in reverse order.
template <class Unsigned>
[[nodiscard]] constexpr Unsigned byte_swapped(Unsigned value) noexcept {
    if constexpr (sizeof(Unsigned) == 8) {
        return __builtin_bswap64(value);
    } else if constexpr (sizeof(Unsigned) == 4) {
        return __builtin_bswap32(value);
    } else if constexpr (sizeof(Unsigned) == 2) {
        return __builtin_bswap16(value);
    } else {
        return value;
    }
}

/// A number as it lies in memory or on the wire: a tag that tells the accessors of a buffer how
/// many bytes to move, and in which order.
template <class Value, std::endian Order>
struct WireNumber {
    using value_type = Value;
    static constexpr std::size_t bytes = sizeof(Value);

    [[nodiscard]] static Value load(const std::byte* from) noexcept {
        Raw raw;
        std::memcpy(&raw, from, bytes);
        return std::bit_cast<Value>(Order == std::endian::native ? raw : byte_swapped(raw));
    }
    static void store(std::byte* to, Value value) noexcept {
        const auto raw = std::bit_cast<Raw>(value);
        const Raw ordered = Order == std::endian::native ? raw : byte_swapped(raw);
        std::memcpy(to, &ordered, bytes);
    }

private:
    using Raw = typename UnsignedOf<bytes>::type;
};

/// An integer of three bytes. Storing one that does not fit is asserted.
template <class Value, std::endian Order>
struct WireNumber24 {
    using value_type = Value;
    static constexpr std::size_t bytes = 3;

    [[nodiscard]] static Value load(const std::byte* from) noexcept {
        const auto at = [&](int i) { return std::to_integer<std::uint32_t>(from[i]); };
        const std::uint32_t high_part = Order == std::endian::big ? at(0) : at(2);
        const std::uint32_t low_part = Order == std::endian::big ? at(2) : at(0);
        // Put at the top, then shifted down: extends the sign if Value has one.
        return static_cast<Value>(high_part << 24U | at(1) << 16U | low_part << 8U) >> 8;
    }
    static void store(std::byte* to, Value value) noexcept {
        const auto bits = static_cast<std::uint32_t>(value);
        LEAT_ASSERT(static_cast<Value>(bits << 8U) >> 8 == value, "number needs more than 24 bits");
        const auto high_part = static_cast<std::byte>(bits >> 16U);
        const auto low_part = static_cast<std::byte>(bits);
        to[0] = Order == std::endian::big ? high_part : low_part;
        to[1] = static_cast<std::byte>(bits >> 8U);
        to[2] = Order == std::endian::big ? low_part : high_part;
    }
};

template <class T>
concept WireType = requires(const std::byte* from, std::byte* to, typename T::value_type value) {
    { T::load(from) } -> std::same_as<typename T::value_type>;
    T::store(to, value);
    { T::bytes } -> std::convertible_to<std::size_t>;
};

/// Numbers that follow each other, moved as one: the fields of a header. One look at how many bytes
/// there are serves for all of them.
///
///     using Header = WireTuple<u8, u16, u32>;
///     const auto [kind, flags, length] = in.read<Header>();
///     out.write<Header>({kind, flags, length});
template <WireType... Parts>
struct WireTuple {
    using value_type = std::tuple<typename Parts::value_type...>;
    static constexpr std::size_t bytes = (Parts::bytes + ...);

    [[nodiscard]] static value_type load(const std::byte* from) noexcept {
        // Braces: the parts are loaded in order.
        return value_type{Parts::load(std::exchange(from, from + Parts::bytes))...};
    }
    static void store(std::byte* to, const value_type& value) noexcept {
        std::apply(
            [to](typename Parts::value_type... parts) mutable {
                (Parts::store(std::exchange(to, to + Parts::bytes), parts), ...);
            },
            value);
    }
};

/// Numbers in network order (big endian): `in.read<u32>()`, `out.write<f64>(0.5)`.
using u8 = WireNumber<std::uint8_t, std::endian::big>;
using i8 = WireNumber<std::int8_t, std::endian::big>;
using u16 = WireNumber<std::uint16_t, std::endian::big>;
using i16 = WireNumber<std::int16_t, std::endian::big>;
using u24 = WireNumber24<std::uint32_t, std::endian::big>;
using i24 = WireNumber24<std::int32_t, std::endian::big>;
using u32 = WireNumber<std::uint32_t, std::endian::big>;
using i32 = WireNumber<std::int32_t, std::endian::big>;
using u64 = WireNumber<std::uint64_t, std::endian::big>;
using i64 = WireNumber<std::int64_t, std::endian::big>;
using f32 = WireNumber<float, std::endian::big>;
using f64 = WireNumber<double, std::endian::big>;

/// The same in little endian.
using u16_le = WireNumber<std::uint16_t, std::endian::little>;
using i16_le = WireNumber<std::int16_t, std::endian::little>;
using u24_le = WireNumber24<std::uint32_t, std::endian::little>;
using i24_le = WireNumber24<std::int32_t, std::endian::little>;
using u32_le = WireNumber<std::uint32_t, std::endian::little>;
using i32_le = WireNumber<std::int32_t, std::endian::little>;
using u64_le = WireNumber<std::uint64_t, std::endian::little>;
using i64_le = WireNumber<std::int64_t, std::endian::little>;
using f32_le = WireNumber<float, std::endian::little>;
using f64_le = WireNumber<double, std::endian::little>;

}  // namespace leat
