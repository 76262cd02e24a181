#include "leat/buffer/http_date.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace leat {
namespace {

using namespace std::chrono;

constexpr std::array<std::string_view, 7> day_names = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                       "Thursday", "Friday", "Saturday"};
constexpr std::string_view month_names = "JanFebMarAprMayJunJulAugSepOctNovDec";

/// No date in any of the forms is longer: "Wednesday, 06-Nov-94 08:49:37 GMT".
constexpr std::size_t date_bytes_max = 33;

// The forms (RFC 9110, 5.6.7):
//     IMF-fixdate  Sun, 06 Nov 1994 08:49:37 GMT
//     RFC 850      Sunday, 06-Nov-94 08:49:37 GMT
//     asctime      Sun Nov  6 08:49:37 1994        a day below 10 has a blank before it

/// Takes a date apart from left to right; once something does not fit, it has failed for good.
class DateReader {
public:
    explicit DateReader(std::string_view text) : text_(text) {}

    [[nodiscard]] bool has_failed() const { return has_failed_; }
    [[nodiscard]] bool is_at_end() const { return !has_failed_ && text_.empty(); }

    bool skip_if(std::string_view expected) {
        const bool is_next = text_.starts_with(expected);
        text_.remove_prefix(is_next ? expected.size() : 0);
        return is_next;
    }

    void expect(std::string_view expected) {
        if (!skip_if(expected)) {
            fail();
        }
    }

    int digits(std::size_t count) {
        int number = 0;
        for (const char digit : take(count)) {
            if (digit < '0' || digit > '9') {
                fail();
                return 0;
            }
            number = number * 10 + (digit - '0');
        }
        return number;
    }

    month month_name() {
        const auto name = take(3);
        const std::size_t at = name.empty() ? month_names.npos : month_names.find(name);
        if (at == month_names.npos || at % 3 != 0) {
            fail();
            return month{0};
        }
        return month{static_cast<unsigned>(at / 3 + 1)};
    }

    /// "08:49:37". The last second may be a leap second: 60.
    seconds time_of_day() {
        const hours hour{digits(2)};
        expect(":");
        const minutes minute{digits(2)};
        expect(":");
        const seconds second{digits(2)};
        if (hour > 23h || minute > 59min || second > 60s) {
            fail();
        }
        return hour + minute + second;
    }

private:
    void fail() {
        has_failed_ = true;
        text_ = {};
    }

    std::string_view take(std::size_t count) {
        if (text_.size() < count) {
            fail();
            return {};
        }
        const auto taken = text_.substr(0, count);
        text_.remove_prefix(count);
        return taken;
    }

    std::string_view text_;
    bool has_failed_ = false;
};

day day_of(int number) {
    return day{static_cast<unsigned>(number)};
}

Result<HttpDate> date_of(const DateReader& reader, year_month_day date, seconds time) {
    // A leap second at the very end would be of a year that no form can write.
    constexpr HttpDate end = sys_days(year{10'000} / January / 1);
    if (!reader.is_at_end() || !date.ok() || sys_days(date) + time >= end) {
        return Errc::malformed_date;
    }
    return sys_days(date) + time;
}

Result<HttpDate> read_imf_fixdate(DateReader reader) {
    const day day = day_of(reader.digits(2));
    reader.expect(" ");
    const month month = reader.month_name();
    reader.expect(" ");
    const year year{reader.digits(4)};
    reader.expect(" ");
    const seconds time = reader.time_of_day();
    reader.expect(" GMT");
    return date_of(reader, year / month / day, time);
}

/// The moment 50 years after `now`.
HttpDate latest_of_two_digits(HttpDate now) {
    const auto midnight = floor<days>(now);
    return sys_days(year_month_day(midnight) + years{50}) + (now - midnight);
}

Result<HttpDate> read_rfc_850(DateReader reader, HttpDate now) {
    const day day = day_of(reader.digits(2));
    reader.expect("-");
    const month month = reader.month_name();
    reader.expect("-");
    const int two_digits = reader.digits(2);
    reader.expect(" ");
    const seconds time = reader.time_of_day();
    reader.expect(" GMT");
    const int this_year = static_cast<int>(year_month_day(floor<days>(now)).year());
    const year year{this_year - this_year % 100 + two_digits};
    const auto date = date_of(reader, year / month / day, time);
    if (date && *date > latest_of_two_digits(now)) {
        return date_of(reader, (year - years{100}) / month / day, time);
    }
    return date;
}

Result<HttpDate> read_asctime(DateReader reader) {
    const month month = reader.month_name();
    reader.expect(" ");
    const day day = day_of(reader.skip_if(" ") ? reader.digits(1) : reader.digits(2));
    reader.expect(" ");
    const seconds time = reader.time_of_day();
    reader.expect(" ");
    const year year{reader.digits(4)};
    return date_of(reader, year / month / day, time);
}

void put_digits(char* to, int number, int count) {
    for (int i = count - 1; i >= 0; --i) {
        to[i] = static_cast<char>('0' + number % 10);
        number /= 10;
    }
}

}  // namespace

Result<HttpDate> parse_http_date(std::string_view text, HttpDate now) {
    for (const std::string_view name : day_names) {
        DateReader reader(text);
        if (!reader.skip_if(name.substr(0, 3))) {
            continue;
        }
        if (reader.skip_if(", ")) {
            return read_imf_fixdate(reader);
        }
        if (reader.skip_if(" ")) {
            return read_asctime(reader);
        }
        reader.expect(name.substr(3));
        reader.expect(", ");
        return read_rfc_850(reader, now);
    }
    return Errc::malformed_date;
}

Result<HttpDate> parse_http_date(std::string_view text) {
    return parse_http_date(text, floor<seconds>(system_clock::now()));
}

Result<HttpDate> read_http_date(ByteQueue& in, std::size_t bytes) {
    if (bytes > in.readable_bytes()) {
        return Errc::end_of_data;
    }
    std::array<char, date_bytes_max> text;
    if (bytes > text.size()) {
        return Errc::malformed_date;
    }
    in.get(in.reader_offset(), std::as_writable_bytes(std::span(text)).first(bytes));
    auto date = parse_http_date({text.data(), bytes});
    if (date) {
        in.skip(bytes);
    }
    return date;
}

void write_http_date(ByteQueue& out, HttpDate date) {
    const auto midnight = floor<days>(date);
    const year_month_day day(midnight);
    const hh_mm_ss time(date - midnight);
    LEAT_ASSERT(day.year() >= year{0} && day.year() <= year{9999}, "a year of four digits");
    char text[] = "Sun, 06 Nov 1994 08:49:37 GMT";
    static_assert(sizeof text == http_date_bytes + 1);
    const std::string_view name = day_names[weekday(midnight).c_encoding()];
    std::copy_n(name.begin(), 3, text);
    put_digits(text + 5, static_cast<int>(static_cast<unsigned>(day.day())), 2);
    std::copy_n(month_names.begin() + (static_cast<unsigned>(day.month()) - 1) * 3, 3, text + 8);
    put_digits(text + 12, static_cast<int>(day.year()), 4);
    put_digits(text + 17, static_cast<int>(time.hours().count()), 2);
    put_digits(text + 20, static_cast<int>(time.minutes().count()), 2);
    put_digits(text + 23, static_cast<int>(time.seconds().count()), 2);
    out.write(std::string_view(text, http_date_bytes));
}

}  // namespace leat
