#include "leat/buffer/byte_queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "layouts.hpp"
#include "leat/buffer/buffer.hpp"

namespace leat {
namespace {

using testing::across_border;
using testing::every_layout;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();

TEST(ByteQueue, CountsOffsetsFromItsStart) {
    AdaptiveBuffer buffer("hello");
    EXPECT_EQ(buffer.reader_offset(), 0U);
    EXPECT_EQ(buffer.writer_offset(), 5U);

    buffer.skip(2);
    EXPECT_EQ(buffer.reader_offset(), 2U);
    EXPECT_EQ(buffer.readable_bytes(), 3U);

    buffer.skip(3);
    EXPECT_TRUE(buffer.empty());
    EXPECT_EQ(buffer.reader_offset(), 5U);
    EXPECT_EQ(buffer.writer_offset(), 5U);
    buffer.write("!");
    EXPECT_EQ(buffer.writer_offset(), 6U);
}

/// Numbers at each distance from the end of a page.
template <class T>
class NumbersAcrossPages : public ::testing::Test {};
using Names =
    ::testing::Types<u8, i8, u16, i16, u24, i24, u32, i32, u64, i64, f32, f64, u16_le, i16_le,
                     u24_le, i24_le, u32_le, i32_le, u64_le, i64_le, f32_le, f64_le>;
TYPED_TEST_SUITE(NumbersAcrossPages, Names);

TYPED_TEST(NumbersAcrossPages, AreWrittenReadGotSetAndPeeked) {
    using Value = typename TypeParam::value_type;
    constexpr auto first = Value{77};
    constexpr auto second = Value{99};
    for (std::size_t before = 0; before <= TypeParam::bytes + 1; ++before) {
        AdaptiveBuffer buffer = across_border("", before);
        buffer.template write<TypeParam>(first);
        buffer.template write<TypeParam>(second);
        const std::uint64_t at = buffer.reader_offset() + TypeParam::bytes;

        EXPECT_EQ(buffer.template peek<TypeParam>(), first);
        EXPECT_EQ(buffer.template get<TypeParam>(at), second);
        EXPECT_EQ(buffer.template try_get<TypeParam>(at), second);
        EXPECT_FALSE(buffer.template try_get<TypeParam>(at + 1));
        buffer.template set<TypeParam>(at, Value{55});
        EXPECT_EQ(buffer.template read<TypeParam>(), first);
        EXPECT_EQ(buffer.template try_read<TypeParam>(), Value{55});
        EXPECT_FALSE(buffer.template try_read<TypeParam>());
        EXPECT_TRUE(buffer.empty());
    }
}

TEST(ByteQueue, MovesTheFieldsOfAHeaderAcrossPages) {
    using Header = WireTuple<u8, u16, u32_le>;
    for (std::size_t before = 0; before <= Header::bytes + 1; ++before) {
        AdaptiveBuffer buffer = across_border("", before);
        buffer.write<Header>({1, std::uint16_t{2}, 3U});
        EXPECT_EQ(buffer.get<u32_le>(buffer.reader_offset() + 3), 3U);
        buffer.set<Header>(buffer.reader_offset(), {4, std::uint16_t{5}, 6U});
        EXPECT_EQ(buffer.peek<Header>(), Header::value_type(4, 5, 6));
        const auto [kind, flags, length] = buffer.read<Header>();
        EXPECT_EQ(kind + flags + length, 15U);
        EXPECT_EQ(buffer.try_read<Header>(), std::nullopt);
    }
}

TEST(ByteQueue, ReadsAndWritesBytesAcrossPages) {
    const std::string text = "0123456789abcdef";
    for (AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_EQ(buffer.to_string(), text);
        std::array<std::byte, 6> middle;
        buffer.get(buffer.reader_offset() + 5, middle);
        EXPECT_EQ(std::to_integer<char>(middle[0]), '5');
        EXPECT_EQ(std::to_integer<char>(middle[5]), 'a');
        EXPECT_EQ(buffer.read_string(7), "0123456");
        std::array<std::byte, 9> rest;
        EXPECT_TRUE(buffer.try_read(rest));
        EXPECT_EQ(std::to_integer<char>(rest[8]), 'f');
        EXPECT_TRUE(buffer.empty());
    }
}

TEST(ByteQueue, SetsBytesAcrossPages) {
    for (std::size_t border = 0; border <= 10; ++border) {
        AdaptiveBuffer buffer = across_border("0123456789", border);
        buffer.set(buffer.reader_offset() + 2, bytes_of("abcde"));
        EXPECT_EQ(buffer.to_string(), "01abcde789");
    }
}

TEST(ByteQueue, ConsumesNothingIfThereIsTooLittle) {
    AdaptiveBuffer buffer("abc");
    std::array<std::byte, 4> four;
    EXPECT_FALSE(buffer.try_read(four));
    EXPECT_FALSE(buffer.try_read_string(4));
    EXPECT_FALSE(buffer.try_read_string(huge));
    EXPECT_FALSE(buffer.try_read<u32>());
    EXPECT_FALSE(buffer.try_get<u16>(2));
    EXPECT_FALSE(buffer.try_get<u16>(huge));
    EXPECT_EQ(buffer.try_read_string(3), "abc");
}

TEST(ByteQueue, TakesEmptyReadsAndWrites) {
    AdaptiveBuffer buffer;
    buffer.write("");
    buffer.write(std::span<const std::byte>());
    buffer.read(std::span<std::byte>());
    buffer.get(0, std::span<std::byte>());
    buffer.set(0, std::span<const std::byte>());
    buffer.fill(std::byte{1}, 0);
    buffer.skip(0);
    EXPECT_EQ(buffer.read_string(0), "");
    EXPECT_EQ(buffer.to_string(), "");
    EXPECT_EQ(buffer.page_count(), 0U);
}

TEST(ByteQueue, FillsManyPages) {
    AdaptiveBuffer buffer;
    buffer.fill(std::byte{'x'}, 3 * page_capacity + 1);
    EXPECT_EQ(buffer.to_string(), std::string(3 * page_capacity + 1, 'x'));
}

TEST(ByteQueue, IsOneInterfaceForBothBuffers) {
    Buffer fixed(100);
    AdaptiveBuffer adaptive;
    for (ByteQueue* queue : {static_cast<ByteQueue*>(&fixed), static_cast<ByteQueue*>(&adaptive)}) {
        queue->write<u16>(0x4142);
        queue->write("CD");
        EXPECT_EQ(queue->bytes_before('C'), 2U);
        EXPECT_EQ(queue->read_string(4), "ABCD");
    }
}

TEST(ByteQueueDeathTest, RefusesToReadPastTheEnd) {
    AdaptiveBuffer buffer("abc");
    std::array<std::byte, 4> four;
    EXPECT_DEATH((void)buffer.read<u32>(), "read of more bytes than are readable");
    EXPECT_DEATH(buffer.read(four), "read of more bytes than are readable");
    EXPECT_DEATH((void)buffer.read_string(huge), "read of more bytes than are readable");
    EXPECT_DEATH(buffer.skip(4), "skip of more bytes than are readable");
    EXPECT_DEATH(buffer.skip(huge), "skip of more bytes than are readable");
}

TEST(ByteQueueDeathTest, RefusesOffsetsOutsideOfTheReadableBytes) {
    AdaptiveBuffer buffer("abcdef");
    buffer.skip(3);
    EXPECT_DEATH((void)buffer.get<u8>(2), "get outside of the readable bytes");
    EXPECT_DEATH((void)buffer.get<u16>(5), "get outside of the readable bytes");
    EXPECT_DEATH((void)buffer.get<u64>(huge - 3), "get outside of the readable bytes");
    EXPECT_DEATH((void)AdaptiveBuffer().peek<u8>(), "get outside of the readable bytes");
    EXPECT_DEATH(buffer.set<u8>(6, 1), "set outside of the readable bytes");
    EXPECT_DEATH(buffer.set<u32>(huge, 1), "set outside of the readable bytes");
}

}  // namespace
}  // namespace leat
