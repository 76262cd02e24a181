#include "leat/buffer/buffer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "leat/buffer/page_pool.hpp"

namespace leat {
namespace {

TEST(Buffer, HasExactlyItsCapacity) {
    for (const std::size_t capacity :
         {0UL, 1UL, 100UL, page_capacity, page_capacity + 1, 100'000UL}) {
        Buffer buffer(capacity);
        EXPECT_EQ(buffer.capacity(), capacity);
        EXPECT_EQ(buffer.writable_bytes(), capacity);
        const std::string text(capacity, 'x');
        EXPECT_TRUE(buffer.try_write(text));
        EXPECT_FALSE(buffer.try_write("y"));
        EXPECT_EQ(buffer.to_string(), text);
    }
}

TEST(Buffer, TakesAPooledPageIfThatSuffices) {
    const std::size_t before = PagePool::statistics().in_use;
    {
        const Buffer small(page_capacity);
        EXPECT_EQ(PagePool::statistics().in_use, before + 1);
        const Buffer large(page_capacity + 1);
        EXPECT_EQ(PagePool::statistics().in_use, before + 1);
    }
    EXPECT_EQ(PagePool::statistics().in_use, before);
}

TEST(Buffer, CanBeWrittenAnewWhenAllIsRead) {
    Buffer buffer(4);
    for (std::uint32_t i = 0; i < 10; ++i) {
        buffer.write<u32>(i);
        EXPECT_EQ(buffer.writable_bytes(), 0U);
        EXPECT_EQ(buffer.read<u32>(), i);
        EXPECT_EQ(buffer.writable_bytes(), 4U);
    }
    EXPECT_EQ(buffer.reader_offset(), 40U);
    EXPECT_EQ(buffer.writer_offset(), 40U);
}

TEST(Buffer, CompactsToItsStart) {
    Buffer buffer(8);
    buffer.write("abcdefgh");
    buffer.skip(5);
    EXPECT_EQ(buffer.writable_bytes(), 0U);

    buffer.compact();

    EXPECT_EQ(buffer.writable_bytes(), 5U);
    EXPECT_EQ(buffer.reader_offset(), 5U);
    EXPECT_EQ(buffer.get<u8>(6), 'g');
    buffer.write("ijklm");
    EXPECT_EQ(buffer.read_string(8), "fghijklm");
    buffer.compact();
    EXPECT_EQ(buffer.writable_bytes(), 8U);
}

TEST(Buffer, WorksOnMemoryOfTheCaller) {
    std::array<std::byte, 8> memory{};
    Buffer buffer = Buffer::over(memory);
    buffer.write<u32>(0x61626364);
    EXPECT_EQ(std::to_integer<char>(memory[2]), 'c');
    buffer.set<u8>(2, 'C');
    EXPECT_EQ(std::to_integer<char>(memory[2]), 'C');
    EXPECT_EQ(buffer.writable_bytes(), 4U);
    EXPECT_EQ(buffer.contiguous_text(4), "abCd");
}

TEST(Buffer, OffersItsRoomToSystemCalls) {
    Buffer buffer(8);
    buffer.write("abc");
    std::array<iovec, 2> vectors;
    ASSERT_EQ(buffer.writable_iovecs(vectors, 100), 1U);
    EXPECT_EQ(vectors[0].iov_len, 5U);
    static_cast<char*>(vectors[0].iov_base)[0] = 'd';
    buffer.commit(1);
    EXPECT_EQ(buffer.to_string(), "abcd");
    ASSERT_EQ(buffer.readable_iovecs(vectors), 1U);
    EXPECT_EQ(vectors[0].iov_len, 4U);
}

TEST(Buffer, LeavesNothingWhereItMovedFrom) {
    Buffer first(8);
    first.write("abc");
    Buffer second = std::move(first);
    EXPECT_EQ(second.to_string(), "abc");
    EXPECT_EQ(first.capacity(), 0U);
    EXPECT_FALSE(first.try_write("x"));
    EXPECT_TRUE(first.try_write(""));
    first.compact();
    EXPECT_TRUE(first.empty());
}

TEST(Buffer, ClearsAndStartsAnew) {
    Buffer buffer(4);
    buffer.write("ab");
    buffer.clear();
    EXPECT_EQ(buffer.writable_bytes(), 4U);
    buffer.clear();
    EXPECT_TRUE(buffer.empty());
}

TEST(BufferDeathTest, RefusesToWritePastItsCapacity) {
    Buffer buffer(4);
    buffer.write("abc");
    EXPECT_DEATH(buffer.write("de"), "write past the capacity");
    EXPECT_DEATH(buffer.write<u16>(1), "write past the capacity");
    EXPECT_DEATH(buffer.fill(std::byte{0}, ~0ULL), "write past the capacity");
    EXPECT_DEATH(buffer.commit(2), "commit of more bytes");
}

}  // namespace
}  // namespace leat
