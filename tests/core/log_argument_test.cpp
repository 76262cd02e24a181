#include "leat/core/log_argument.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <ostream>
#include <stdexcept>

#include "captured_log.hpp"
#include "leat/core/log.hpp"

namespace shop {

enum class Colour { red, green };
std::string_view to_string(Colour colour) {
    return colour == Colour::red ? "red" : "green";
}

enum class Size : unsigned char { small = 7 };

struct Point {
    int x;
    int y;
};
std::ostream& operator<<(std::ostream& out, const Point& point) {
    return out << '(' << point.x << '|' << point.y << ')';
}

struct Order {
    int id;
};
std::string to_string(const Order& order) {
    return "a long enough text, that needs memory of its own, for order " +
           std::to_string(order.id);
}

}  // namespace shop

template <>
inline constexpr bool leat::log_by_stream<shop::Point> = true;

namespace leat {
namespace {

template <class... Values>
std::string logged(std::string_view format, const Values&... values) {
    CapturedLog log;
    Logger("test").info(format, values...);
    return log.message();
}

TEST(LogArgument, TakesNumbersOfAllWidths) {
    EXPECT_EQ(logged("{} {}", std::numeric_limits<std::int64_t>::min(),
                     std::numeric_limits<std::uint64_t>::max()),
              "-9223372036854775808 18446744073709551615");
    EXPECT_EQ(logged("{} {} {} {}", std::int8_t{-1}, std::uint8_t{200}, short{3}, 4L),
              "-1 200 3 4");
    EXPECT_EQ(logged("{} {:.2f} {}", 1.5, 2.0F / 3, 0.1), "1.5 0.67 0.1");
    EXPECT_EQ(logged("{:#x} {:08b} {:>5}|{:<5}|{:+}", 255, 5U, 42, 42, 1),
              "0xff 00000101    42|42   |+1");
}

TEST(LogArgument, TakesTextsAndCharactersAndTruth) {
    const std::string text = "text";
    char array[] = "array";
    const char* none = nullptr;
    EXPECT_EQ(logged("{} {} {} {} {}", text, std::string_view("view"), "literal", array, none),
              "text view literal array (null)");
    EXPECT_EQ(logged("{} {} {:>6}", 'c', true, false), "c true  false");
}

TEST(LogArgument, TakesAddresses) {
    const int value = 0;
    EXPECT_EQ(logged("{}", &value).substr(0, 2), "0x");
    EXPECT_EQ(logged("{}", nullptr), "0x0");
}

TEST(LogArgument, TakesEnumsByTheirNameIfTheyHaveOne) {
    EXPECT_EQ(logged("{} {}", shop::Colour::green, shop::Size::small), "green 7");
}

TEST(LogArgument, TakesErrors) {
    EXPECT_EQ(logged("{}", std::make_error_code(std::errc::connection_refused)),
              "Connection refused (generic:111)");
    EXPECT_EQ(logged("{}", Error(Errc::limit_exceeded, "line of 9000 bytes")),
              "limit exceeded: line of 9000 bytes");
    EXPECT_EQ(logged("{}", std::runtime_error("it broke")), "it broke");
}

TEST(LogArgument, TakesTypesWithToStringOrAStreamOperator) {
    EXPECT_EQ(logged("{}", shop::Order{12}),
              "a long enough text, that needs memory of its own, for order 12");
    EXPECT_EQ(logged("{:>10}", shop::Point{3, 4}), "     (3|4)");
}

}  // namespace
}  // namespace leat
