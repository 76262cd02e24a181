#include "leat/buffer/http_date.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "layouts.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using std::chrono::sys_days;
using std::chrono::year;

constexpr HttpDate example = sys_days(year{1994} / 11 / 6) + 8h + 49min + 37s;
constexpr HttpDate now = sys_days(year{2024} / 6 / 1);

std::string written(HttpDate date) {
    AdaptiveBuffer buffer;
    write_http_date(buffer, date);
    return buffer.to_string();
}

TEST(HttpDate, IsWrittenAsImfFixdate) {
    EXPECT_EQ(written(example), "Sun, 06 Nov 1994 08:49:37 GMT");
    EXPECT_EQ(written(HttpDate{}), "Thu, 01 Jan 1970 00:00:00 GMT");
    EXPECT_EQ(written(sys_days(year{1969} / 12 / 31) + 23h), "Wed, 31 Dec 1969 23:00:00 GMT");
    EXPECT_EQ(written(sys_days(year{2024} / 2 / 29)), "Thu, 29 Feb 2024 00:00:00 GMT");
}

TEST(HttpDate, IsReadInAllThreeForms) {
    for (const std::string_view text :
         {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
          "Sun Nov  6 08:49:37 1994"}) {
        const auto date = parse_http_date(text);
        ASSERT_TRUE(date) << text;
        EXPECT_EQ(*date, example) << text;
    }
    EXPECT_EQ(*parse_http_date("Wed Nov 16 08:49:37 1994"), example + 240h);
}

TEST(HttpDate, ReadsBackWhatItWrote) {
    std::mt19937_64 random(3);
    const auto last = sys_days(year{9999} / 12 / 31).time_since_epoch() + 24h;
    std::uniform_int_distribution<long> second(0, std::chrono::seconds(last).count() - 1);
    for (int i = 0; i < 10'000; ++i) {
        const HttpDate date{std::chrono::seconds(second(random))};
        EXPECT_EQ(*parse_http_date(written(date)), date);
    }
}

TEST(HttpDate, TakesTwoDigitsForTheYearNotFarAhead) {
    EXPECT_EQ(*parse_http_date("Friday, 01-Jan-74 00:00:00 GMT", now),
              sys_days(year{2074} / 1 / 1));
    EXPECT_EQ(*parse_http_date("Friday, 01-Jun-74 00:00:00 GMT", now),
              sys_days(year{2074} / 6 / 1));
    EXPECT_EQ(*parse_http_date("Friday, 01-Jun-74 00:00:01 GMT", now),
              sys_days(year{1974} / 6 / 1) + 1s);
    EXPECT_EQ(*parse_http_date("Friday, 01-Jan-75 00:00:00 GMT", now),
              sys_days(year{1975} / 1 / 1));
    EXPECT_EQ(*parse_http_date("Friday, 01-Jan-00 00:00:00 GMT", now),
              sys_days(year{2000} / 1 / 1));
}

TEST(HttpDate, TakesALeapSecond) {
    EXPECT_EQ(*parse_http_date("Sat, 31 Dec 2016 23:59:60 GMT"), sys_days(year{2017} / 1 / 1));
}

TEST(HttpDate, RefusesWhatIsNoDate) {
    for (const std::string_view text : {"",
                                        "Sun",
                                        "Sun,",
                                        "Sun, 06 Nov 1994 08:49:37",
                                        "Sun, 06 Nov 1994 08:49:37 GMT ",
                                        "Sun, 06 Nov 1994 08:49:37 UTC",
                                        "Sun, 6 Nov 1994 08:49:37 GMT",
                                        "sun, 06 Nov 1994 08:49:37 GMT",
                                        "Sun, 06 nov 1994 08:49:37 GMT",
                                        "Sun, 06 anF 1994 08:49:37 GMT",
                                        "Sun, 00 Nov 1994 08:49:37 GMT",
                                        "Sun, 31 Nov 1994 08:49:37 GMT",
                                        "Sun, 29 Feb 2023 08:49:37 GMT",
                                        "Sun, 06 Nov 1994 24:00:00 GMT",
                                        "Sun, 06 Nov 1994 08:60:37 GMT",
                                        "Sun, 06 Nov 1994 08:49:61 GMT",
                                        "Sun, 06 Nov -994 08:49:37 GMT",
                                        "Fri, 31 Dec 9999 23:59:60 GMT",
                                        "Sunny, 06-Nov-94 08:49:37 GMT",
                                        "Sunday 06-Nov-94 08:49:37 GMT",
                                        "Sunday, 06-Nov-1994 08:49:37 GMT",
                                        "Sun Nov 6 08:49:37 1994",
                                        "Sun Nov  6 08:49:37 94",
                                        "1994-11-06T08:49:37Z"}) {
        const auto date = parse_http_date(text);
        ASSERT_FALSE(date) << text;
        EXPECT_TRUE(date.error() == Errc::malformed_date) << text;
    }
}

TEST(HttpDate, IsReadFromEveryLayout) {
    const std::string text = "Wednesday, 09-Nov-94 08:49:37 GMT\r\n";
    for (AdaptiveBuffer& buffer : testing::every_layout(text)) {
        EXPECT_EQ(read_http_date(buffer, text.size() - 2).value(), example + 72h);
        EXPECT_EQ(buffer.to_string(), "\r\n");
    }
}

TEST(HttpDate, ConsumesNothingIfItIsNone) {
    AdaptiveBuffer buffer("Sun, 06 Nov 1994 08:49:37 GMT and much more text");
    EXPECT_TRUE(read_http_date(buffer, 28).error() == Errc::malformed_date);
    EXPECT_TRUE(read_http_date(buffer, 40).error() == Errc::malformed_date);
    EXPECT_TRUE(read_http_date(buffer, 1000).error() == Errc::end_of_data);
    EXPECT_EQ(*read_http_date(buffer, http_date_bytes), example);
}

TEST(HttpDateDeathTest, RefusesYearsOfMoreThanFourDigits) {
    AdaptiveBuffer buffer;
    EXPECT_DEATH(write_http_date(buffer, sys_days(year{10'000} / 1 / 1)), "a year of four digits");
}

}  // namespace
}  // namespace leat
