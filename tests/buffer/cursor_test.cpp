#include "leat/buffer/cursor.hpp"

#include <gtest/gtest.h>

#include <string>

#include "layouts.hpp"
#include "leat/buffer/buffer.hpp"

namespace leat {
namespace {

using testing::every_layout;
using testing::in_pages_of;

template <class Cursor>
std::string walk(Cursor cursor) {
    std::string text;
    while (cursor.has_next()) {
        text += static_cast<char>(cursor.next());
    }
    return text;
}

TEST(ForwardCursor, WalksOverAllBytesWithoutConsuming) {
    const std::string text = "0123456789";
    for (const AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_EQ(walk(ForwardCursor(buffer)), text);
        EXPECT_EQ(buffer.readable_bytes(), text.size());
    }
}

TEST(ForwardCursor, WalksOverAPart) {
    const std::string text = "0123456789";
    for (const AdaptiveBuffer& buffer : every_layout(text)) {
        for (std::size_t skip = 0; skip <= 11; ++skip) {
            const auto expected = skip > 10 ? "" : text.substr(skip, 4);
            EXPECT_EQ(walk(ForwardCursor(buffer, skip, 4)), expected);
        }
    }
    EXPECT_EQ(walk(ForwardCursor(AdaptiveBuffer())), "");
}

TEST(ForwardCursor, KnowsWhereItIs) {
    AdaptiveBuffer buffer = in_pages_of(4, "..0123456789");
    buffer.skip(2);
    ForwardCursor cursor(buffer, 1, 8);
    EXPECT_EQ(cursor.offset(), 3U);
    EXPECT_EQ(cursor.remaining(), 8U);
    cursor.next();
    EXPECT_EQ(cursor.offset(), 4U);
    EXPECT_EQ(cursor.remaining(), 7U);
}

TEST(ForwardCursor, WalksByChunks) {
    const AdaptiveBuffer buffer = in_pages_of(4, "0123456789");
    ForwardCursor cursor(buffer, 1);
    EXPECT_EQ(cursor.chunk().size(), 3U);
    cursor.next_chunk();
    EXPECT_EQ(cursor.chunk().size(), 4U);
    cursor.skip_in_chunk(1);
    EXPECT_EQ(cursor.next(), '5');
    cursor.skip_in_chunk(2);
    EXPECT_EQ(cursor.chunk().size(), 2U);
    cursor.next_chunk();
    EXPECT_FALSE(cursor.has_next());
    EXPECT_TRUE(cursor.chunk().empty());
}

TEST(BackwardCursor, WalksFromTheEndToTheFront) {
    const std::string text = "0123456789";
    for (const AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_EQ(walk(BackwardCursor(buffer)), "9876543210");
        EXPECT_EQ(walk(BackwardCursor(buffer, 4)), "543210");
        EXPECT_EQ(walk(BackwardCursor(buffer, 10)), "");
        EXPECT_EQ(walk(BackwardCursor(buffer, 11)), "");
    }
    EXPECT_EQ(walk(BackwardCursor(AdaptiveBuffer())), "");
}

TEST(BackwardCursor, KnowsWhereItIs) {
    AdaptiveBuffer buffer("..0123456789");
    buffer.skip(2);
    BackwardCursor cursor(buffer, 1);
    EXPECT_EQ(cursor.offset(), 11U);
    EXPECT_EQ(cursor.next(), '8');
    EXPECT_EQ(cursor.offset(), 10U);
    EXPECT_EQ(cursor.remaining(), 8U);
}

TEST(BackwardCursor, StopsAtTheReaderOfAFixedBuffer) {
    Buffer buffer(16);
    buffer.write("abcdef");
    buffer.skip(2);
    EXPECT_EQ(walk(BackwardCursor(buffer)), "fedc");
    EXPECT_EQ(walk(ForwardCursor(buffer)), "cdef");
}

TEST(CursorDeathTest, RefusesToGoOnAtTheEnd) {
    const AdaptiveBuffer buffer("a");
    ForwardCursor forward(buffer, 1);
    BackwardCursor backward(buffer, 1);
    EXPECT_DEATH(forward.next(), "cursor at its end");
    EXPECT_DEATH(backward.next(), "cursor at its end");
    EXPECT_DEATH(ForwardCursor(buffer).skip_in_chunk(2), "step beyond the chunk");
}

}  // namespace
}  // namespace leat
