// Any text as a number: in pieces the same as in one piece, and what is written reads back.
#include "leat/buffer/text.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "fuzz_target.hpp"

namespace leat::fuzz {
namespace {

template <class T>
void write(AdaptiveBuffer& out, T number) {
    write_decimal(out, number);
}
void write(AdaptiveBuffer& out, double number) {
    write_double(out, number);
}

/// Numbers that are the same bit by bit; all that are not a number are alike.
template <class T>
bool is_same(T a, T b) {
    return a == b || (a != a && b != b);
}

/// `read` takes a number off a buffer, `parse` a whole text.
template <class T, class Read, class Parse>
void check(std::string_view text, std::size_t border, Read read, Parse parse) {
    AdaptiveBuffer buffer = with_border(text, border);
    const Result<T> number = read(buffer);
    if (!number) {
        require(buffer.to_string() == text, "nothing consumed");
        require(!parse(text) || text.size() > number_text_bytes_max, "no number in one piece");
        return;
    }
    const std::size_t bytes = text.size() - static_cast<std::size_t>(buffer.readable_bytes());
    require(bytes > 0 && text.ends_with(buffer.to_string()), "the rest is left");
    require(is_same(*parse(text.substr(0, bytes)), *number), "the same in one piece");
    AdaptiveBuffer again;
    write(again, *number);
    require(is_same(*read(again), *number) && again.empty(), "reads what it wrote");
}

template <class T>
void check_decimal(std::string_view text, std::size_t border) {
    check<T>(text, border, read_decimal<T>, parse_decimal<T>);
}

void check_hex(std::string_view text, std::size_t border) {
    AdaptiveBuffer buffer = with_border(text, border);
    const auto number = read_hex(buffer);
    if (!number) {
        return require(buffer.to_string() == text, "nothing consumed");
    }
    AdaptiveBuffer again;
    write_hex(again, *number, static_cast<unsigned>(border));
    require(again.readable_bytes() >= border, "leading zeros");
    require(read_hex(again).value() == *number, "reads what it wrote");
}

}  // namespace
}  // namespace leat::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leat::fuzz;
    const auto text = text_of(data, size);
    for (const std::size_t border : {std::size_t{0}, std::size_t{1}, size / 2}) {
        check_decimal<std::uint64_t>(text, border);
        check_decimal<std::int64_t>(text, border);
        check_decimal<std::uint8_t>(text, border);
        check_decimal<std::int16_t>(text, border);
        check_hex(text, std::min<std::size_t>(border, 100));
        check<double>(text, border, leat::read_double, leat::parse_double);
    }
    return 0;
}
