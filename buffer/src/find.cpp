#include "find.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace leat {
namespace {

/// 16 bytes that are compared at once; SSE2 or NEON, as the machine has.
using Lanes = std::uint8_t __attribute__((vector_size(16)));
constexpr std::size_t lanes = sizeof(Lanes);

Lanes load(const std::uint8_t* from) {
    Lanes bytes;
    std::memcpy(&bytes, from, lanes);
    return bytes;
}

Lanes all(std::uint8_t byte) {
    return Lanes{} + byte;
}

bool has_match(Lanes mask) {
    const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(mask);
    return (halves[0] | halves[1]) != 0;
}

std::size_t first_match(Lanes mask) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, lanes>>(mask);
    const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(mask);
    if constexpr (std::endian::native == std::endian::little) {
        const auto bit =
            halves[0] != 0 ? std::countr_zero(halves[0]) : 64 + std::countr_zero(halves[1]);
        return static_cast<std::size_t>(bit) / 8;
    }
    return static_cast<std::size_t>(std::find(bytes.begin(), bytes.end(), 0xFF) - bytes.begin());
}

/// `mask_at(p)` gives a lane of 0xFF for each match among the 16 bytes at `p`; `is_match(p)` tells
/// of one byte. Looks at `count` places.
template <class MaskAt, class IsMatch>
std::size_t find_first(const std::uint8_t* from, std::size_t count, MaskAt mask_at,
                       IsMatch is_match) {
    std::size_t at = 0;
    for (; count - at >= 4 * lanes; at += 4 * lanes) {
        const Lanes a = mask_at(from + at);
        const Lanes b = mask_at(from + at + lanes);
        const Lanes c = mask_at(from + at + 2 * lanes);
        const Lanes d = mask_at(from + at + 3 * lanes);
        if (has_match(a | b | c | d)) {
            break;
        }
    }
    for (; count - at >= lanes; at += lanes) {
        const Lanes mask = mask_at(from + at);
        if (has_match(mask)) {
            return at + first_match(mask);
        }
    }
    for (; at < count; ++at) {
        if (is_match(from + at)) {
            return at;
        }
    }
    return not_found;
}

const std::uint8_t* data_of(std::span<const std::byte> bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

/// REQUIRES: `size` is not 0.
std::size_t find_pair_by_lanes(const std::uint8_t* from, std::size_t size, const BytePair& pair) {
    const Lanes first = all(pair.first);
    const Lanes second = all(pair.second);
    const Lanes first_fold = all(pair.first_fold);
    const Lanes second_fold = all(pair.second_fold);
    const std::size_t last = size - 1;
    const std::size_t at = find_first(
        from, last,
        [=](const std::uint8_t* p) {
            return reinterpret_cast<Lanes>(((load(p) | first_fold) == first) &
                                           ((load(p + 1) | second_fold) == second));
        },
        [&](const std::uint8_t* p) {
            return (p[0] | pair.first_fold) == pair.first &&
                   (p[1] | pair.second_fold) == pair.second;
        });
    return at == not_found && (from[last] | pair.first_fold) == pair.first ? last : at;
}

/// The C library finds one byte faster than we find two, as long as that byte is rare: gives up
/// after some bytes that were not followed by the second.
std::size_t find_rare_pair(const std::uint8_t* from, std::size_t size, const BytePair& pair) {
    constexpr int misses_max = 8;
    std::size_t at = 0;
    for (int misses = 0; misses < misses_max; ++misses) {
        const void* hit = std::memchr(from + at, pair.first, size - at);
        if (hit == nullptr) {
            return not_found;
        }
        at = static_cast<std::size_t>(static_cast<const std::uint8_t*>(hit) - from);
        if (at + 1 == size || from[at + 1] == pair.second) {
            return at;
        }
        ++at;
    }
    const std::size_t rest = find_pair_by_lanes(from + at, size - at, pair);
    return rest == not_found ? not_found : at + rest;
}

}  // namespace

std::size_t find_byte(std::span<const std::byte> bytes, std::uint8_t byte) {
    if (bytes.empty()) {
        return not_found;
    }
    const void* hit = std::memchr(bytes.data(), byte, bytes.size());
    return hit == nullptr
               ? not_found
               : static_cast<std::size_t>(static_cast<const std::byte*>(hit) - bytes.data());
}

std::size_t find_range(std::span<const std::byte> bytes, std::uint8_t low, std::uint8_t high) {
    if (low > high) {
        return not_found;
    }
    const auto width = static_cast<std::uint8_t>(high - low);
    const Lanes lows = all(low);
    const Lanes widths = all(width);
    return find_first(
        data_of(bytes), bytes.size(),
        [=](const std::uint8_t* p) { return reinterpret_cast<Lanes>(load(p) - lows <= widths); },
        [=](const std::uint8_t* p) { return static_cast<std::uint8_t>(*p - low) <= width; });
}

std::size_t find_any(std::span<const std::byte> bytes, const ByteSet& set) {
    if (set.size() == 0) {
        return not_found;
    }
    if (set.size() > ByteSet::few) {
        return find_member(bytes, set, true);
    }
    const auto& members = set.first_members();
    const auto lanes_of = [&](std::size_t i) { return all(members[i < set.size() ? i : 0]); };
    const Lanes a = lanes_of(0);
    const Lanes b = lanes_of(1);
    const Lanes c = lanes_of(2);
    const Lanes d = lanes_of(3);
    return find_first(
        data_of(bytes), bytes.size(),
        [=](const std::uint8_t* p) {
            const Lanes x = load(p);
            return reinterpret_cast<Lanes>((x == a) | (x == b) | (x == c) | (x == d));
        },
        [&](const std::uint8_t* p) { return set.contains(*p); });
}

std::size_t find_pair(std::span<const std::byte> bytes, const BytePair& pair) {
    if (bytes.empty()) {
        return not_found;
    }
    const bool is_folded = (pair.first_fold | pair.second_fold) != 0;
    return is_folded ? find_pair_by_lanes(data_of(bytes), bytes.size(), pair)
                     : find_rare_pair(data_of(bytes), bytes.size(), pair);
}

}  // namespace leat
