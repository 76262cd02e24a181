#include "hash_ring.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace leat {
namespace {

constexpr std::uint64_t keys = 100'000;

constexpr auto all = [](std::size_t) { return true; };

TEST(HashRing, GivesEachMemberAboutItsShare) {
    constexpr std::size_t members = 10;
    const HashRing ring(members);
    std::vector<std::uint64_t> shares(members);
    for (std::uint64_t key = 0; key < keys; ++key) {
        ++shares[ring.find(key, all)];
    }
    for (const std::uint64_t share : shares) {
        EXPECT_GT(share, keys / members / 2);
        EXPECT_LT(share, keys / members * 3 / 2);
    }
}

TEST(HashRing, MovesOnlyTheKeysOfAMemberThatIsLeftOut) {
    constexpr std::size_t members = 8;
    constexpr std::size_t gone = 3;
    const HashRing ring(members);
    std::vector<int> heirs(members);
    for (std::uint64_t key = 0; key < keys; ++key) {
        const std::size_t before = ring.find(key, all);
        const std::size_t after = ring.find(key, [](std::size_t i) { return i != gone; });
        if (before == gone) {
            ++heirs[after];
        } else {
            ASSERT_EQ(after, before);
        }
    }
    // Its keys are spread over all others, not given to one.
    EXPECT_EQ(heirs[gone], 0);
    for (std::size_t i = 0; i < members; ++i) {
        EXPECT_TRUE(i == gone || heirs[i] > 0) << i;
    }
}

TEST(HashRing, MovesFewKeysWhenAMemberIsAdded) {
    const HashRing small(9);
    const HashRing large(10);
    std::uint64_t moved = 0;
    for (std::uint64_t key = 0; key < keys; ++key) {
        const std::size_t member = large.find(key, all);
        moved += small.find(key, all) == member ? 0U : 1U;
        EXPECT_TRUE(small.find(key, all) == member || member == 9);
    }
    EXPECT_LT(moved, keys / 10 * 3 / 2);
}

TEST(HashRing, FindsSomebodyWhenNobodyIsUsable) {
    const HashRing ring(3);
    EXPECT_LT(ring.find(1, [](std::size_t) { return false; }), 3U);
}

}  // namespace
}  // namespace leat
