#include "leat/buffer/assert.hpp"

#include <gtest/gtest.h>

namespace {

TEST(Assert, LetsATrueConditionPass) {
    int evaluated = 0;
    LEAT_ASSERT(++evaluated == 1, "counts once");
    EXPECT_EQ(evaluated, 1);
}

TEST(AssertDeathTest, NamesMessageConditionAndPlace) {
    const int pages = 2;
    EXPECT_DEATH(LEAT_ASSERT(pages == 3, "three pages are needed"),
                 "assert_test.cpp:[0-9]+: assertion failed: three pages are needed .pages == 3.");
}

}  // namespace
