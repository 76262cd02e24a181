#include "leat/buffer/adaptive_buffer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "layouts.hpp"

namespace leat {
namespace {

using testing::across_border;
using testing::every_layout;

std::string letters(std::size_t bytes) {
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i) {
        text[i] = static_cast<char>('a' + i % 26);
    }
    return text;
}

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

void count(void* counter) {
    ++*static_cast<int*>(counter);
}

TEST(AdaptiveBuffer, HoldsNoPageWhileEmpty) {
    const std::size_t before = PagePool::statistics().in_use;
    AdaptiveBuffer buffer;
    EXPECT_EQ(buffer.page_count(), 0U);
    buffer.write<u8>(1);
    EXPECT_EQ(PagePool::statistics().in_use, before + 1);
    (void)buffer.read<u8>();
    EXPECT_EQ(PagePool::statistics().in_use, before);
}

TEST(AdaptiveBuffer, BurnsAPageWithItsLastByte) {
    AdaptiveBuffer buffer(letters(3 * page_capacity));
    EXPECT_EQ(buffer.page_count(), 3U);
    buffer.skip(page_capacity - 1);
    EXPECT_EQ(buffer.page_count(), 3U);
    (void)buffer.read<u8>();
    EXPECT_EQ(buffer.page_count(), 2U);
    (void)buffer.read_string(page_capacity);
    EXPECT_EQ(buffer.page_count(), 1U);
    buffer.clear();
    EXPECT_EQ(buffer.page_count(), 0U);
    EXPECT_EQ(buffer.reader_offset(), 3 * page_capacity);
}

TEST(AdaptiveBuffer, MovesWithItsPages) {
    AdaptiveBuffer first("abc");
    AdaptiveBuffer second = std::move(first);
    EXPECT_EQ(second.to_string(), "abc");
    AdaptiveBuffer third("to be dropped");
    third = std::move(second);
    EXPECT_EQ(third.read_string(3), "abc");

    second.write("usable again");
    EXPECT_EQ(second.to_string(), "usable again");
    AdaptiveBuffer& same = second;
    second = std::move(same);
    EXPECT_EQ(second.to_string(), "usable again");
}

TEST(AdaptiveBuffer, SplitsAtEveryByteInEveryLayout) {
    const std::string text = "0123456789";
    for (std::size_t at = 0; at <= text.size(); ++at) {
        for (AdaptiveBuffer& rest : every_layout(text)) {
            const std::uint64_t offset = rest.reader_offset();
            AdaptiveBuffer head = rest.split_before(at);
            EXPECT_EQ(head.to_string(), text.substr(0, at));
            EXPECT_EQ(rest.to_string(), text.substr(at));
            EXPECT_EQ(rest.reader_offset(), offset + at);
            head.write("+");
            rest.write("-");
            EXPECT_EQ(head.read_string(at + 1), text.substr(0, at) + "+");
            EXPECT_EQ(rest.read_string(text.size() - at + 1), text.substr(at) + "-");
        }
    }
}

TEST(AdaptiveBuffer, SplitsLargeBuffersByMovingPages) {
    const std::string text = letters(10 * page_capacity);
    AdaptiveBuffer rest(text);
    const std::uint64_t taken_before = PagePool::statistics().allocations;
    const AdaptiveBuffer head = rest.split_before(7 * page_capacity + 10);
    EXPECT_EQ(PagePool::statistics().allocations, taken_before + 1);
    EXPECT_EQ(head.to_string() + rest.to_string(), text);
}

TEST(AdaptiveBuffer, ExtendsByMovingPages) {
    AdaptiveBuffer first(letters(page_capacity + 1000));
    AdaptiveBuffer second(letters(page_capacity + 2000));
    const std::string expected = first.to_string() + second.to_string();
    const std::uint64_t taken_before = PagePool::statistics().allocations;

    first.extend(std::move(second));

    EXPECT_EQ(PagePool::statistics().allocations, taken_before);
    EXPECT_EQ(first.to_string(), expected);
    EXPECT_EQ(first.page_count(), 4U);
    EXPECT_TRUE(second.empty());
    first.write("more");
    EXPECT_EQ(first.read_string(expected.size() + 4), expected + "more");
}

TEST(AdaptiveBuffer, CopiesWhatIsSmallIntoItsLastPage) {
    AdaptiveBuffer first("abc");
    first.extend(AdaptiveBuffer("def"));
    EXPECT_EQ(first.page_count(), 1U);
    AdaptiveBuffer second("ghijk");
    first.extend(second, 3);
    EXPECT_EQ(first.to_string(), "abcdefghi");
    EXPECT_EQ(second.to_string(), "jk");
    first.extend(AdaptiveBuffer());
    EXPECT_EQ(first.to_string(), "abcdefghi");
}

TEST(AdaptiveBuffer, MovesAPartOfEveryLayout) {
    const std::string text = "0123456789";
    for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
        for (AdaptiveBuffer& source : every_layout(text)) {
            AdaptiveBuffer target = across_border("abc", 5);
            target.extend(source, bytes);
            EXPECT_EQ(target.to_string(), "abc" + text.substr(0, bytes));
            EXPECT_EQ(source.to_string(), text.substr(bytes));
        }
    }
}

TEST(AdaptiveBuffer, ReadsExternalMemoryInPlaceAndReleasesItOnce) {
    const std::string body = letters(100'000);
    int released = 0;
    AdaptiveBuffer buffer("head ");
    buffer.extend(bytes_of(body), &count, &released);
    buffer.write(" tail");
    EXPECT_EQ(buffer.page_count(), 3U);
    EXPECT_EQ(buffer.to_string(), "head " + body + " tail");

    buffer.skip(5);
    EXPECT_EQ(static_cast<const void*>(buffer.front_chunk().data()), body.data());
    buffer.skip(body.size() - 1);
    EXPECT_EQ(released, 0);
    buffer.skip(1);
    EXPECT_EQ(released, 1);
    EXPECT_EQ(buffer.to_string(), " tail");
}

TEST(AdaptiveBuffer, SharesExternalMemoryWhenItIsSplit) {
    const std::string body = letters(10'000);
    int released = 0;
    AdaptiveBuffer rest;
    rest.extend(bytes_of(body), &count, &released);
    AdaptiveBuffer head = rest.split_before(6'000);
    AdaptiveBuffer middle = rest.split_before(3'000);
    EXPECT_EQ(static_cast<const void*>(rest.front_chunk().data()), body.data() + 9'000);
    EXPECT_EQ(head.to_string() + middle.to_string() + rest.to_string(), body);

    rest.clear();
    head.clear();
    EXPECT_EQ(released, 0);
    middle.clear();
    EXPECT_EQ(released, 1);
}

TEST(AdaptiveBuffer, ReleasesExternalMemoryWithTheBuffer) {
    int released = 0;
    {
        AdaptiveBuffer buffer;
        buffer.extend(bytes_of("abc"), &count, &released);
        buffer.extend({}, &count, &released);
        EXPECT_EQ(released, 1);
    }
    EXPECT_EQ(released, 2);
}

TEST(AdaptiveBuffer, CompactsBadlyFilledPages) {
    AdaptiveBuffer buffer;
    std::string expected;
    for (int i = 0; i < 100; ++i) {
        AdaptiveBuffer part(letters(page_capacity));
        part.skip(page_capacity - 600);
        expected += part.to_string();
        buffer.extend(std::move(part));
    }
    buffer.skip(10);
    const std::uint64_t offset = buffer.reader_offset();
    EXPECT_EQ(buffer.page_count(), 100U);

    buffer.compact();

    EXPECT_EQ(buffer.page_count(), (expected.size() - 10 + page_capacity - 1) / page_capacity);
    EXPECT_EQ(buffer.reader_offset(), offset);
    EXPECT_EQ(buffer.to_string(), expected.substr(10));
    buffer.write("more");
    EXPECT_EQ(buffer.writer_offset(), offset + expected.size() - 10 + 4);
}

TEST(AdaptiveBuffer, CompactsNothingWithoutHarm) {
    AdaptiveBuffer buffer("abc");
    buffer.skip(3);
    buffer.compact();
    EXPECT_EQ(buffer.reader_offset(), 3U);
    EXPECT_TRUE(buffer.empty());
}

TEST(AdaptiveBuffer, CountsOffsetsBeyond32Bits) {
    const std::string chunk = letters(1U << 20U);
    int released = 0;
    AdaptiveBuffer buffer;
    for (int i = 0; i < 5000; ++i) {
        buffer.extend(bytes_of(chunk), &count, &released);
    }
    EXPECT_EQ(buffer.readable_bytes(), 5000ULL << 20U);
    const std::uint64_t offset = (4321ULL << 20U) + 27;
    EXPECT_EQ(buffer.get<u8>(offset), static_cast<std::uint8_t>(chunk[27]));
    buffer.skip(offset);
    EXPECT_EQ(buffer.reader_offset(), offset);
    EXPECT_EQ(buffer.peek<u8>(), static_cast<std::uint8_t>(chunk[27]));
    EXPECT_EQ(released, 4321);
}

TEST(AdaptiveBufferDeathTest, RefusesMisuse) {
    AdaptiveBuffer buffer("abc");
    AdaptiveBuffer other("def");
    EXPECT_DEATH((void)buffer.split_before(4), "move of more bytes than are readable");
    EXPECT_DEATH(buffer.extend(other, ~0ULL), "move of more bytes than are readable");
    EXPECT_DEATH(buffer.extend(buffer, 1), "a buffer cannot extend itself");
    buffer.extend(bytes_of("ext"), nullptr, nullptr);
    EXPECT_DEATH(buffer.set<u16>(2, 0), "external memory cannot be overwritten");
}

}  // namespace
}  // namespace leat
