#include "leat/buffer/varint.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "layouts.hpp"

namespace leat {
namespace {

using testing::every_layout;

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

std::string varint(std::uint64_t number) {
    AdaptiveBuffer buffer;
    write_varint(buffer, number);
    return buffer.to_string();
}

TEST(Varint, TakesSevenBitsPerByte) {
    EXPECT_EQ(varint(0), std::string(1, '\0'));
    EXPECT_EQ(varint(127), "\x7F");
    EXPECT_EQ(varint(128), "\x80\x01");
    EXPECT_EQ(varint(300), "\xAC\x02");
    EXPECT_EQ(varint(u64_max).size(), varint_bytes_max);
}

TEST(Varint, ReadsWhatItWroteInEveryLayout) {
    for (unsigned bit = 0; bit < 64; ++bit) {
        const std::uint64_t power = std::uint64_t{1} << bit;
        for (const std::uint64_t number : {power - 1, power, power + 1, u64_max - power}) {
            const std::string text = varint(number) + "rest";
            for (AdaptiveBuffer& buffer : every_layout(text)) {
                EXPECT_EQ(read_varint(buffer).value_or(0), number);
                EXPECT_EQ(buffer.to_string(), "rest");
            }
        }
    }
}

TEST(Varint, WaitsForItsLastByte) {
    const std::string text = varint(u64_max);
    for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
        AdaptiveBuffer buffer(text.substr(0, bytes));
        const auto number = read_varint(buffer);
        ASSERT_FALSE(number);
        EXPECT_TRUE(number.error() == Errc::end_of_data);
        EXPECT_EQ(buffer.readable_bytes(), bytes);
    }
}

TEST(Varint, RefusesMoreThan64Bits) {
    for (const std::string& text : {std::string(9, '\xFF') + "\x02", std::string(11, '\x80'),
                                    std::string(9, '\x80') + "\x7F"}) {
        AdaptiveBuffer buffer(text);
        const auto number = read_varint(buffer);
        ASSERT_FALSE(number);
        EXPECT_TRUE(number.error() == Errc::number_out_of_range);
        EXPECT_EQ(buffer.readable_bytes(), text.size());
    }
}

TEST(Varint, MapsSignedNumbersByZigzag) {
    EXPECT_EQ(to_zigzag(0), 0U);
    EXPECT_EQ(to_zigzag(-1), 1U);
    EXPECT_EQ(to_zigzag(1), 2U);
    EXPECT_EQ(to_zigzag(std::numeric_limits<std::int64_t>::min()), u64_max);
    using Limits = std::numeric_limits<std::int64_t>;
    for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{63},
                                      std::int64_t{-64}, Limits::min(), Limits::max()}) {
        AdaptiveBuffer buffer;
        write_signed_varint(buffer, number);
        EXPECT_EQ(read_signed_varint(buffer).value_or(7), number);
    }
    AdaptiveBuffer empty;
    EXPECT_FALSE(read_signed_varint(empty));
}

}  // namespace
}  // namespace leat
