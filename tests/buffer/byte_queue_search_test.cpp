#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "layouts.hpp"
#include "leat/buffer/byte_queue.hpp"
#include "leat/buffer/byte_set.hpp"

namespace leat {
namespace {

using testing::every_layout;
using testing::in_pages_of;

using BytesBefore = ByteQueue::BytesBefore;

BytesBefore found_at(std::size_t place) {
    return place == std::string::npos ? BytesBefore() : BytesBefore(place);
}

TEST(ByteQueueSearch, FindsBytesInEveryLayout) {
    const std::string text = "GET /index HTTP/1.1\r\nHost: x\r\n\r\n";
    for (const AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_EQ(buffer.bytes_before('\r'), 19U);
        EXPECT_EQ(buffer.bytes_before("\r\n"), 19U);
        EXPECT_EQ(buffer.bytes_before("\n\r\n"), 29U);
        EXPECT_EQ(buffer.bytes_before("\r\n\r\n"), 28U);
        EXPECT_EQ(buffer.bytes_before("HTTP/1.1"), 11U);
        EXPECT_EQ(buffer.bytes_before_ignoring_case("hOST:"), 21U);
        EXPECT_EQ(buffer.bytes_before_ignoring_case("H"), 11U);
        EXPECT_EQ(buffer.bytes_before_any(ByteSet::of(":/")), 4U);
        EXPECT_EQ(buffer.bytes_before_any(ByteSet::range('0', '9')), 16U);
        EXPECT_EQ(buffer.bytes_before_range('0', '9'), 16U);
        EXPECT_EQ(buffer.bytes_before_range(0, 31), 19U);
    }
}

TEST(ByteQueueSearch, TellsWhatIsNotThere) {
    const std::string text = "abcabcabd";
    for (const AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_EQ(buffer.bytes_before('x'), std::nullopt);
        EXPECT_EQ(buffer.bytes_before("abe"), std::nullopt);
        EXPECT_EQ(buffer.bytes_before("abdx"), std::nullopt);
        EXPECT_EQ(buffer.bytes_before_ignoring_case("ABE"), std::nullopt);
        EXPECT_EQ(buffer.bytes_before_any(ByteSet()), std::nullopt);
        EXPECT_EQ(buffer.bytes_before_range('x', 'z'), std::nullopt);
        EXPECT_EQ(buffer.bytes_before_range('b', 'a'), std::nullopt);
        EXPECT_EQ(buffer.bytes_before(std::string(10, 'a')), std::nullopt);
    }
    EXPECT_EQ(AdaptiveBuffer().bytes_before('x'), std::nullopt);
    EXPECT_EQ(AdaptiveBuffer().bytes_before("xy"), std::nullopt);
}

TEST(ByteQueueSearch, LooksOnlyIntoItsWindow) {
    const std::string text = "ab--ab--ab";
    for (const AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_EQ(buffer.bytes_before("ab", {.skip = 1}), 4U);
        EXPECT_EQ(buffer.bytes_before("ab", {.skip = 5}), 8U);
        EXPECT_EQ(buffer.bytes_before("ab", {.skip = 1, .bytes = 4}), std::nullopt);
        EXPECT_EQ(buffer.bytes_before("ab", {.skip = 1, .bytes = 5}), 4U);
        EXPECT_EQ(buffer.bytes_before('b', {.skip = 2, .bytes = 3}), std::nullopt);
        EXPECT_EQ(buffer.bytes_before('a', {.skip = 100}), std::nullopt);
        EXPECT_EQ(buffer.bytes_before("", {.skip = 10}), 10U);
        EXPECT_EQ(buffer.bytes_before("", {.skip = 11}), std::nullopt);
        EXPECT_EQ(buffer.bytes_before_ignoring_case("", {.skip = 11}), std::nullopt);
    }
}

TEST(ByteQueueSearch, FoldsOnlyLetters) {
    AdaptiveBuffer buffer("@[`{\x01!");
    EXPECT_EQ(buffer.bytes_before_ignoring_case("`"), 2U);
    EXPECT_EQ(buffer.bytes_before_ignoring_case("`{"), 2U);
    EXPECT_EQ(buffer.bytes_before_ignoring_case("\x01!"), 4U);
    EXPECT_EQ(buffer.bytes_before_ignoring_case("!!"), std::nullopt);
}

TEST(ByteQueueSearch, AgreesWithStringOnRandomTexts) {
    std::mt19937 random(7);
    std::string text(3000, 'a');
    for (const char last_letter : {'b', 'h'}) {
        std::uniform_int_distribution<int> letter('a', last_letter);
        std::generate(text.begin(), text.end(), [&] { return static_cast<char>(letter(random)); });
        const AdaptiveBuffer buffer = in_pages_of(97, text);
        for (std::size_t from = 0; from < text.size(); from += 11) {
            const std::string needle = text.substr(text.size() - from - 1, 1 + from % 13) + "b";
            EXPECT_EQ(buffer.bytes_before(needle, {.skip = from / 2}),
                      found_at(text.find(needle, from / 2)));
            EXPECT_EQ(buffer.bytes_before_ignoring_case(needle, {.skip = from / 2}),
                      found_at(text.find(needle, from / 2)));
        }
    }
}

TEST(ByteQueueSearch, FindsEveryPlaceInALongRun) {
    std::string text(300, ' ');
    const auto few = ByteSet::of("wxyz");
    const auto many = ByteSet::of("stuvwxyz");
    for (std::size_t place = 0; place < text.size(); ++place) {
        text[place] = 'x';
        const AdaptiveBuffer buffer(text);
        EXPECT_EQ(buffer.bytes_before('x'), place);
        EXPECT_EQ(buffer.bytes_before_any(few), place);
        EXPECT_EQ(buffer.bytes_before_any(many), place);
        EXPECT_EQ(buffer.bytes_before_range('w', 'y'), place);
        EXPECT_EQ(buffer.bytes_before_ignoring_case("X"), place);
        text[place] = ' ';
    }
}

TEST(ByteQueueSearch, FindsEveryByteOfEverySetOfNeighbours) {
    for (unsigned low = 0; low < 256; ++low) {
        for (const unsigned width : {5U, 16U, 100U}) {
            const unsigned high = std::min(low + width, 255U);
            const auto inside =
                ByteSet::range(static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high));
            const auto outside = ~inside;
            std::string all;
            for (unsigned byte = 0; byte < 256; ++byte) {
                all += static_cast<char>(byte);
            }
            AdaptiveBuffer buffer(all);
            EXPECT_EQ(buffer.bytes_before_any(inside), low);
            EXPECT_EQ(buffer.bytes_before_any(outside), low == 0 ? high + 1 : 0) << low;
            EXPECT_EQ(buffer.skip_while(outside), low);
            EXPECT_EQ(buffer.skip_while(inside), high - low + 1);
        }
    }
}

TEST(ByteQueueSearch, TellsWhatComesNext) {
    const std::string text = "Content-Length: 5";
    for (AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_TRUE(buffer.next_is('C'));
        EXPECT_FALSE(buffer.next_is('c'));
        EXPECT_TRUE(buffer.next_is("Content-"));
        EXPECT_FALSE(buffer.next_is("Content_"));
        EXPECT_FALSE(buffer.next_is(text + "x"));
        EXPECT_TRUE(buffer.next_is(""));
        EXPECT_TRUE(buffer.next_is_ignoring_case("cONTENT-lENGTH"));
        EXPECT_FALSE(buffer.next_is_ignoring_case("cONTENT-lENGT:"));
        EXPECT_TRUE(buffer.next_matches(ByteSet::of("ABC")));
        EXPECT_FALSE(buffer.next_matches(~ByteSet::of("ABC")));
        EXPECT_EQ(buffer.readable_bytes(), text.size());
    }
}

TEST(ByteQueueSearch, SkipsOnlyWhatComesNext) {
    const std::string text = "a; Charset \t= x";
    for (AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_FALSE(buffer.skip_if_next_is('b'));
        EXPECT_TRUE(buffer.skip_if_next_is('a'));
        EXPECT_FALSE(buffer.skip_if_next_is(";;"));
        EXPECT_TRUE(buffer.skip_if_next_is("; "));
        EXPECT_TRUE(buffer.skip_if_next_is_ignoring_case("charset"));
        EXPECT_EQ(buffer.skip_while(ByteSet::of(" \t")), 2U);
        EXPECT_TRUE(buffer.skip_if_next_matches(ByteSet::of("=")));
        EXPECT_FALSE(buffer.skip_if_next_matches(ByteSet::of("=")));
        EXPECT_EQ(buffer.skip_while(ByteSet::range(0, 255)), 2U);
        EXPECT_TRUE(buffer.empty());
        EXPECT_FALSE(buffer.next_is('x'));
        EXPECT_FALSE(buffer.next_is("x"));
        EXPECT_FALSE(buffer.next_matches(~ByteSet()));
        EXPECT_EQ(buffer.skip_while(~ByteSet()), 0U);
    }
}

}  // namespace
}  // namespace leat
