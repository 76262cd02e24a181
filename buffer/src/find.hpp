#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "leat/buffer/byte_set.hpp"

namespace leat {

inline constexpr std::size_t not_found = SIZE_MAX;

/// Two neighbouring bytes to find. A fold of 0x20 takes a letter, given in lower case, in both
/// cases; else it is 0.
struct BytePair {
    std::uint8_t first;
    std::uint8_t second;
    std::uint8_t first_fold = 0;
    std::uint8_t second_fold = 0;
};

/// The index of the first match in `bytes`, or `not_found`.
[[nodiscard]] std::size_t find_byte(std::span<const std::byte> bytes, std::uint8_t byte);
[[nodiscard]] std::size_t find_range(std::span<const std::byte> bytes, std::uint8_t low,
                                     std::uint8_t high);
[[nodiscard]] std::size_t find_any(std::span<const std::byte> bytes, const ByteSet& set);
/// The same for sets of any size; or, if not `wanted`, the first byte that is not in the set.
[[nodiscard]] std::size_t find_member(std::span<const std::byte> bytes, const ByteSet& set,
                                      bool wanted);
/// The last byte alone matches if it is the first of the pair: the second may follow elsewhere.
[[nodiscard]] std::size_t find_pair(std::span<const std::byte> bytes, const BytePair& pair);

}  // namespace leat
