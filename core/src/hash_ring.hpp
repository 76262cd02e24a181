#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace leat {

/// A fixed division of all keys among the members of a pool, by consistent hashing.
///
/// Each member has many points on a ring of 64-bit numbers; a key belongs to the member of the
/// first point at or after it. When a member is left out, its keys go to the members of the points
/// that follow its own, spread over all of them, and no other key moves. The same size gives the
/// same ring in every run and process.
class HashRing {
public:
    /// So many that no member has much more than its share: it is off by about a tenth.
    static constexpr std::size_t points_per_member = 128;

    /// REQUIRES: members > 0.
    explicit HashRing(std::size_t members);

    /// The member for that key among those for which `is_usable(member)` says true; any one when
    /// there is none.
    template <class IsUsable>
    [[nodiscard]] std::size_t find(std::uint64_t key, IsUsable&& is_usable) const {
        const std::size_t start = first_point_from(key);
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const std::size_t member = points_[(start + i) % points_.size()].member;
            if (is_usable(member)) {
                return member;
            }
        }
        return points_[start].member;
    }

private:
    struct Point {
        std::uint64_t place;
        std::size_t member;
    };

    [[nodiscard]] std::size_t first_point_from(std::uint64_t key) const;

    /// By place.
    std::vector<Point> points_;
};

}  // namespace leat
