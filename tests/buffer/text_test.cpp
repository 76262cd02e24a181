#include "leat/buffer/text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "layouts.hpp"

namespace leat {
namespace {

using testing::every_layout;

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t i64_min = std::numeric_limits<std::int64_t>::min();

template <class Write>
std::string written(Write write) {
    AdaptiveBuffer buffer;
    write(buffer);
    return buffer.to_string();
}

template <class T>
Errc error_of(const Result<T>& result) {
    EXPECT_FALSE(result);
    return static_cast<Errc>(result.error().code().value());
}

TEST(Text, WritesIntegersOfEveryType) {
    EXPECT_EQ(written([](auto& out) { write_decimal(out, 0); }), "0");
    EXPECT_EQ(written([](auto& out) { write_decimal(out, std::uint8_t{200}); }), "200");
    EXPECT_EQ(written([](auto& out) { write_decimal(out, std::int16_t{-300}); }), "-300");
    EXPECT_EQ(written([](auto& out) { write_decimal(out, u64_max); }), "18446744073709551615");
    EXPECT_EQ(written([](auto& out) { write_decimal(out, i64_min); }), "-9223372036854775808");
}

TEST(Text, ReadsAnIntegerAndLeavesWhatFollows) {
    const std::string text = "-1234567890123 rest";
    for (AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_EQ(read_decimal<std::int64_t>(buffer).value_or(0), -1234567890123);
        EXPECT_EQ(buffer.to_string(), " rest");
    }
    AdaptiveBuffer whole("42");
    EXPECT_EQ(read_decimal<int>(whole).value_or(0), 42);
    EXPECT_TRUE(whole.empty());
}

TEST(Text, ConsumesNothingOfWhatIsNoInteger) {
    const auto error = [](std::string_view text) {
        AdaptiveBuffer buffer(text);
        const Errc code = error_of(read_decimal<std::uint8_t>(buffer));
        EXPECT_EQ(buffer.to_string(), text);
        return code;
    };
    EXPECT_EQ(error(""), Errc::end_of_data);
    EXPECT_EQ(error("x"), Errc::malformed_number);
    EXPECT_EQ(error("-1"), Errc::malformed_number);
    EXPECT_EQ(error("+1"), Errc::malformed_number);
    EXPECT_EQ(error(" 1"), Errc::malformed_number);
    EXPECT_EQ(error("256"), Errc::number_out_of_range);
    EXPECT_EQ(error("99999999999999999999999"), Errc::number_out_of_range);
    EXPECT_EQ(error(std::string(200, '0')), Errc::limit_exceeded);
}

TEST(Text, TakesLeadingZerosUpToTheLimit) {
    AdaptiveBuffer buffer(std::string(number_text_bytes_max - 1, '0') + "7");
    EXPECT_EQ(read_decimal<int>(buffer).value_or(0), 7);
}

TEST(Text, BoundsIntegers) {
    AdaptiveBuffer buffer("100");
    EXPECT_EQ(error_of(read_decimal_up_to(buffer, 99)), Errc::number_out_of_range);
    EXPECT_EQ(error_of(read_decimal_between(buffer, 101, 200)), Errc::number_out_of_range);
    EXPECT_EQ(read_decimal_between(buffer, 100, 200).value_or(0), 100);
    EXPECT_EQ(parse_decimal_up_to("99", 99).value_or(0), 99U);
    EXPECT_EQ(error_of(parse_decimal_between("-5", -4, 4)), Errc::number_out_of_range);
}

TEST(Text, ParsesWholeTexts) {
    EXPECT_EQ(parse_decimal<std::int8_t>("-128").value_or(0), -128);
    EXPECT_EQ(parse_decimal<std::uint64_t>("18446744073709551615").value_or(0), u64_max);
    EXPECT_EQ(error_of(parse_decimal<std::int8_t>("-129")), Errc::number_out_of_range);
    EXPECT_EQ(error_of(parse_decimal<int>("12x")), Errc::malformed_number);
    EXPECT_EQ(error_of(parse_decimal<int>("")), Errc::end_of_data);
    EXPECT_EQ(error_of(parse_decimal<unsigned>("18446744073709551616")), Errc::number_out_of_range);
}

TEST(Text, WritesAndReadsHex) {
    EXPECT_EQ(written([](auto& out) { write_hex(out, 0); }), "0");
    EXPECT_EQ(written([](auto& out) { write_hex(out, 0xBEEF, 8); }), "0000beef");
    EXPECT_EQ(written([](auto& out) { write_hex(out, u64_max, 4); }), "ffffffffffffffff");
    const std::string text = "DeadBeef\r\n";
    for (AdaptiveBuffer& buffer : every_layout(text)) {
        EXPECT_EQ(read_hex(buffer).value_or(0), 0xDEADBEEFU);
        EXPECT_EQ(buffer.to_string(), "\r\n");
    }
    EXPECT_EQ(error_of(parse_hex("10000000000000000")), Errc::number_out_of_range);
    EXPECT_EQ(error_of(parse_hex("0x10")), Errc::malformed_number);
    EXPECT_EQ(error_of(parse_hex("-1")), Errc::malformed_number);
    EXPECT_EQ(error_of(parse_hex("")), Errc::end_of_data);
}

TEST(Text, WritesTheShortestDouble) {
    EXPECT_EQ(written([](auto& out) { write_double(out, 0.1); }), "0.1");
    EXPECT_EQ(written([](auto& out) { write_double(out, 1e300); }), "1e+300");
    EXPECT_EQ(written([](auto& out) { write_double(out, -0.0); }), "-0");
    EXPECT_EQ(written([](auto& out) { write_double(out, -HUGE_VAL); }), "-inf");
}

TEST(Text, ReadsBackEveryDouble) {
    std::mt19937_64 random(11);
    for (int i = 0; i < 10'000; ++i) {
        const auto number = std::bit_cast<double>(random());
        AdaptiveBuffer buffer = testing::across_border("", static_cast<std::size_t>(i % 30));
        write_double(buffer, number);
        const double again = read_double(buffer).value_or(0.5);
        EXPECT_TRUE(again == number || (std::isnan(number) && std::isnan(again))) << number;
        EXPECT_TRUE(buffer.empty());
    }
}

TEST(Text, RefusesWhatIsNoDouble) {
    EXPECT_EQ(parse_double("1e3").value_or(0), 1000.0);
    EXPECT_EQ(error_of(parse_double("1e999")), Errc::number_out_of_range);
    EXPECT_EQ(error_of(parse_double("1.5.")), Errc::malformed_number);
    EXPECT_EQ(error_of(parse_double("")), Errc::end_of_data);
    AdaptiveBuffer buffer("0." + std::string(200, '3'));
    EXPECT_EQ(error_of(read_double(buffer)), Errc::limit_exceeded);
    EXPECT_EQ(buffer.readable_bytes(), 202U);
    AdaptiveBuffer word("abc");
    EXPECT_EQ(error_of(read_double(word)), Errc::malformed_number);
}

}  // namespace
}  // namespace leat
