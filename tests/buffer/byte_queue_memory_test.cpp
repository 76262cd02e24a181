#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <numeric>
#include <string>

#include "layouts.hpp"
#include "leat/buffer/buffer.hpp"
#include "leat/buffer/byte_queue.hpp"

namespace leat {
namespace {

using testing::across_border;
using testing::every_layout;

std::string counting_text(std::size_t bytes) {
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i) {
        text[i] = static_cast<char>('a' + i % 26);
    }
    return text;
}

std::size_t total(std::span<const iovec> vectors) {
    return std::accumulate(vectors.begin(), vectors.end(), std::size_t{0},
                           [](std::size_t sum, const iovec& v) { return sum + v.iov_len; });
}

TEST(ByteQueueMemory, ShowsTheFrontChunkInPlace) {
    AdaptiveBuffer buffer = across_border("hello world", 5);
    EXPECT_EQ(buffer.front_chunk().size(), 5U);
    buffer.skip(5);
    EXPECT_EQ(buffer.front_chunk().size(), 6U);
    EXPECT_TRUE(AdaptiveBuffer().front_chunk().empty());
}

TEST(ByteQueueMemory, ViewsBytesOfOnePageWithoutACopy) {
    AdaptiveBuffer buffer = across_border("hello world", 5);
    const std::byte* place = buffer.front_chunk().data();
    EXPECT_EQ(buffer.contiguous(5).data(), place);
    EXPECT_EQ(buffer.contiguous_text(4), "hell");
}

TEST(ByteQueueMemory, GathersAViewOfAnyLengthInAnyLayout) {
    const std::string text = "0123456789";
    for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
        for (AdaptiveBuffer& buffer : every_layout(text)) {
            const std::uint64_t offset = buffer.reader_offset();
            EXPECT_EQ(buffer.contiguous_text(bytes), text.substr(0, bytes));
            EXPECT_EQ(buffer.reader_offset(), offset);
            EXPECT_EQ(buffer.to_string(), text);
            buffer.write("!");
            EXPECT_EQ(buffer.read_string(text.size() + 1), text + "!");
        }
    }
}

TEST(ByteQueueMemory, GathersMoreThanAPageHolds) {
    const std::string text = counting_text(3 * page_capacity);
    AdaptiveBuffer buffer(text);
    EXPECT_EQ(buffer.contiguous_text(2 * page_capacity + 7), text.substr(0, 2 * page_capacity + 7));
    buffer.write("end");
    EXPECT_EQ(buffer.read_string(text.size() + 3), text + "end");
}

TEST(ByteQueueMemory, OffersRoomInOnePiece) {
    AdaptiveBuffer buffer = across_border("abc", 10);
    const auto room = buffer.writable(100);
    ASSERT_GE(room.size(), 100U);
    std::memset(room.data(), 'x', 100);
    buffer.commit(100);
    buffer.write("z");
    EXPECT_EQ(buffer.to_string(), "abc" + std::string(100, 'x') + "z");

    EXPECT_EQ(buffer.writable(1).size(), page_capacity - 101);
    EXPECT_EQ(AdaptiveBuffer().writable(page_capacity).size(), page_capacity);
}

TEST(ByteQueueMemory, GivesBackRoomThatIsNotUsed) {
    const std::size_t before = PagePool::statistics().in_use;
    AdaptiveBuffer buffer;
    std::array<iovec, 4> vectors;
    EXPECT_EQ(buffer.writable_iovecs(vectors, 4 * page_capacity), 4U);
    EXPECT_EQ(PagePool::statistics().in_use, before + 4);
    buffer.commit(0);
    EXPECT_EQ(PagePool::statistics().in_use, before);

    EXPECT_EQ(buffer.writable_iovecs(vectors, 2 * page_capacity), 2U);
    EXPECT_EQ(buffer.writable_iovecs(vectors, 3 * page_capacity), 3U);
    EXPECT_EQ(PagePool::statistics().in_use, before + 3);
    buffer = AdaptiveBuffer();
    EXPECT_EQ(PagePool::statistics().in_use, before);
}

TEST(ByteQueueMemory, KeepsTheRoomOfItsLastPageIfNothingWasWrittenElsewhere) {
    AdaptiveBuffer buffer = across_border("abc", 10);
    EXPECT_EQ(buffer.writable(page_capacity).size(), page_capacity);
    buffer.commit(0);
    EXPECT_EQ(buffer.writable(1).size(), 7U);
    buffer.commit(0);
    buffer.write("defghij");
    EXPECT_EQ(buffer.page_count(), 1U);
    EXPECT_EQ(buffer.to_string(), "abcdefghij");
}

TEST(ByteQueueMemory, TakesAWriteBeforeTheCommitOfAPageOfItsOwn) {
    AdaptiveBuffer buffer = across_border("abc", 10);
    const auto room = buffer.writable(100);
    std::memset(room.data(), 'x', 2);
    buffer.write("def");
    buffer.commit(2);
    EXPECT_EQ(buffer.to_string(), "abcdefxx");
}

TEST(ByteQueueMemory, OffersNoMoreRoomThanAskedFor) {
    AdaptiveBuffer buffer = across_border("abc", 10);
    std::array<iovec, 3> vectors;
    for (const std::size_t bytes : {1UL, 7UL, 8UL, page_capacity, 2 * page_capacity + 7}) {
        const std::size_t count = buffer.writable_iovecs(vectors, bytes);
        EXPECT_EQ(total(std::span(vectors).first(count)), bytes);
    }
    const std::size_t count = buffer.writable_iovecs(vectors, 100 * page_capacity);
    EXPECT_EQ(total(std::span(vectors).first(count)), 7 + 2 * page_capacity);
    EXPECT_EQ(buffer.writable_iovecs({}, 10), 0U);
    EXPECT_EQ(buffer.writable_iovecs(vectors, 0), 0U);
    buffer.commit(0);
    EXPECT_EQ(buffer.to_string(), "abc");
}

TEST(ByteQueueMemory, PassesThroughAPipeByReadvAndWritev) {
    int pipe_ends[2];
    ASSERT_EQ(pipe(pipe_ends), 0);
    const std::string text = counting_text(3 * page_capacity + 100);
    AdaptiveBuffer out = across_border("", 50);
    out.write(text);
    AdaptiveBuffer in = across_border("", 9);
    std::array<iovec, 16> vectors;

    while (!out.empty()) {
        const auto count = static_cast<int>(out.readable_iovecs(vectors));
        const auto sent = writev(pipe_ends[1], vectors.data(), count);
        ASSERT_GT(sent, 0);
        out.skip(static_cast<std::uint64_t>(sent));
        const auto room = static_cast<int>(in.writable_iovecs(vectors, 5 * page_capacity));
        const auto received = readv(pipe_ends[0], vectors.data(), room);
        ASSERT_EQ(received, sent);
        in.commit(static_cast<std::uint64_t>(received));
    }

    EXPECT_EQ(in.to_string(), text);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

TEST(ByteQueueMemory, DescribesAsManyReadablePagesAsThereAreEntries) {
    const AdaptiveBuffer buffer = testing::in_pages_of(2, "abcdefg");
    std::array<iovec, 3> vectors;
    EXPECT_EQ(buffer.readable_iovecs(vectors), 3U);
    EXPECT_EQ(total(vectors), 6U);
    EXPECT_EQ(buffer.readable_iovecs({}), 0U);
    EXPECT_EQ(AdaptiveBuffer().readable_iovecs(vectors), 0U);
}

TEST(ByteQueueMemoryDeathTest, RefusesWhatWasNotOffered) {
    AdaptiveBuffer buffer;
    std::array<iovec, 2> vectors;
    (void)buffer.writable_iovecs(vectors, 100);
    EXPECT_DEATH(buffer.commit(page_capacity + 1), "commit of more bytes than there was room for");
    EXPECT_DEATH(buffer.commit(101), "commit of more bytes than there was room for");
    buffer.commit(100);
    EXPECT_DEATH(buffer.commit(1), "commit of more bytes than there was room for");
    buffer.write("abc");
    EXPECT_DEATH(buffer.commit(1), "commit of more bytes than there was room for");
    (void)buffer.writable_iovecs(vectors, 2);
    EXPECT_DEATH(buffer.commit(3), "commit of more bytes than there was room for");
    buffer.clear();
    EXPECT_DEATH((void)buffer.writable(page_capacity + 1), "more room in one piece");
    EXPECT_DEATH((void)buffer.contiguous(1), "view of more bytes than are readable");
    EXPECT_DEATH((void)Buffer(8).writable(9), "more room than a fixed buffer has");
}

TEST(ByteQueueMemoryDeathTest, RefusesACommitWhenItsRoomIsGone) {
    AdaptiveBuffer buffer("abc");
    std::array<iovec, 2> vectors;
    (void)buffer.writable_iovecs(vectors, 2 * page_capacity);
    EXPECT_DEATH((buffer.write("d"), buffer.commit(1)), "read or write behind the offer");
    EXPECT_DEATH((buffer.clear(), buffer.commit(1)), "read or write behind the offer");
    buffer.commit(1);
    EXPECT_EQ(buffer.readable_bytes(), 4U);
}

}  // namespace
}  // namespace leat
