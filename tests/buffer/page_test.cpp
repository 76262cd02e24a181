#include "leat/buffer/page.hpp"

#include <gtest/gtest.h>

namespace leat {
namespace {

TEST(Page, TakesFourKibibytesUnlessItsOriginIsTracked) {
#if defined(LEAT_TRACK_PAGES)
    EXPECT_GT(page_bytes, 4096U + 64U);
#else
    EXPECT_EQ(page_bytes, 4096U + 64U);
    EXPECT_EQ(sizeof(Page), 64U);
#endif
    EXPECT_EQ(page_capacity, 4096U);
    EXPECT_EQ(page_bytes % BlockPool::block_alignment, 0U);
}

TEST(Page, CountsWhatLiesBetweenBeginAndEnd) {
    std::byte bytes[8];
    Page page{};
    page.begin = bytes + 1;
    page.end = bytes + 6;
    EXPECT_EQ(page.readable_bytes(), 5U);
}

}  // namespace
}  // namespace leat
