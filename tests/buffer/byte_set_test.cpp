#include "leat/buffer/byte_set.hpp"

#include <gtest/gtest.h>

namespace leat {
namespace {

TEST(ByteSet, HoldsTheBytesOfAText) {
    constexpr auto set = ByteSet::of("abca");
    static_assert(set.size() == 3);
    EXPECT_TRUE(set.contains('a'));
    EXPECT_TRUE(set.contains('c'));
    EXPECT_FALSE(set.contains('d'));
    EXPECT_EQ(set.first_members()[2], 'c');
}

TEST(ByteSet, HoldsARangeWithBothEnds) {
    const auto digits = ByteSet::range('0', '9');
    EXPECT_EQ(digits.size(), 10U);
    EXPECT_TRUE(digits.contains('0'));
    EXPECT_TRUE(digits.contains('9'));
    EXPECT_FALSE(digits.contains('9' + 1));
    EXPECT_EQ(ByteSet::range(0, 255).size(), 256U);
    EXPECT_EQ(ByteSet::range(2, 1).size(), 0U);
}

TEST(ByteSet, JoinsAndInverts) {
    constexpr auto letters = ByteSet::range('a', 'z') | ByteSet::range('A', 'Z');
    EXPECT_EQ(letters.size(), 52U);
    EXPECT_EQ((~letters).size(), 204U);
    EXPECT_TRUE((~letters).contains(0xFF));
    EXPECT_FALSE((~letters).contains('q'));
}

}  // namespace
}  // namespace leat
