#pragma once

#include <cstdint>

#include "leat/buffer/byte_queue.hpp"
#include "leat/buffer/result.hpp"

namespace leat {

/// The longest varint of a 64-bit number.
inline constexpr std::size_t varint_bytes_max = 10;

/// Writes a number in LEB128: seven bits per byte, lowest first; the top bit says that more follow.
void write_varint(ByteQueue& out, std::uint64_t number);

/// Reads a number in LEB128. Fails with `end_of_data` if its last byte is not there yet, with
/// `number_out_of_range` if it has more than 64 bits; then nothing is consumed.
[[nodiscard]] Result<std::uint64_t> read_varint(ByteQueue& in);

/// Maps signed to unsigned so that numbers near zero stay small: 0, -1, 1, -2 become 0, 1, 2, 3.
[[nodiscard]] constexpr std::uint64_t to_zigzag(std::int64_t number) {
    return static_cast<std::uint64_t>(number) << 1U ^ static_cast<std::uint64_t>(number >> 63);
}
[[nodiscard]] constexpr std::int64_t from_zigzag(std::uint64_t number) {
    return static_cast<std::int64_t>(number >> 1U ^ (0 - (number & 1U)));
}

/// A signed number as the varint of its zigzag form.
void write_signed_varint(ByteQueue& out, std::int64_t number);
/// Fails as `read_varint` does.
[[nodiscard]] Result<std::int64_t> read_signed_varint(ByteQueue& in);

}  // namespace leat
