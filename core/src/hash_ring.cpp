#include "hash_ring.hpp"

#include <algorithm>

namespace leat {
namespace {

/// Spreads neighbouring numbers over all 64 bits; never maps two to one.
std::uint64_t mix(std::uint64_t number) {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
    for (int round = 0; round < 3; ++round) {
        number ^= number >> 31U;
        number *= odd;
    }
    return number ^ (number >> 32U);
}

}  // namespace

HashRing::HashRing(std::size_t members) {
    points_.reserve(members * points_per_member);
    for (std::size_t member = 0; member < members; ++member) {
        for (std::size_t i = 0; i < points_per_member; ++i) {
            // The points have another salt than the keys, so that small keys do not lie on them.
            points_.push_back({mix(~(member * points_per_member + i)), member});
        }
    }
    std::ranges::sort(points_, {}, &Point::place);
}

std::size_t HashRing::first_point_from(std::uint64_t key) const {
    const auto found = std::ranges::lower_bound(points_, mix(key), {}, &Point::place);
    return found == points_.end() ? 0 : static_cast<std::size_t>(found - points_.begin());
}

}  // namespace leat
