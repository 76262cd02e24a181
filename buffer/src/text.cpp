#include "leat/buffer/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace leat {
namespace {

/// Enough for every integer, and for every double in its shortest form.
constexpr std::size_t written_bytes_max = 32;

template <class... Arguments>
void write_number(ByteQueue& out, Arguments... arguments) {
    char text[written_bytes_max];
    const auto end = std::to_chars(text, text + sizeof text, arguments...).ptr;
    out.write(std::string_view(text, end));
}

template <class T>
struct Parsed {
    Result<T> number;
    std::size_t bytes;
};

template <class T, class... Format>
Parsed<T> parse_front(std::string_view text, Format... format) {
    if (text.empty()) {
        return {Errc::end_of_data, 0};
    }
    T number{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number, format...);
    if (error == std::errc::invalid_argument) {
        return {Errc::malformed_number, 0};
    }
    if (error != std::errc{}) {
        return {Errc::number_out_of_range, 0};
    }
    return {number, static_cast<std::size_t>(stop - text.data())};
}

template <class T, class... Format>
Result<T> parse_all(std::string_view text, Format... format) {
    auto [number, bytes] = parse_front<T>(text, format...);
    if (number && bytes != text.size()) {
        return Errc::malformed_number;
    }
    return number;
}

using TokenStore = std::array<std::byte, number_text_bytes_max + 1>;

/// The front of the queue, long enough for a number: in place, or copied to `store` if pages end.
std::string_view token(const ByteQueue& in, TokenStore& store) {
    const auto bytes =
        static_cast<std::size_t>(std::min<std::uint64_t>(in.readable_bytes(), store.size()));
    auto front = in.front_chunk();
    if (front.size() < bytes) {
        in.get(in.reader_offset(), std::span(store).first(bytes));
        front = store;
    }
    return {reinterpret_cast<const char*>(front.data()), bytes};
}

template <class T>
bool is_between(const Result<T>& number, T least, T most) {
    return !number || (*number >= least && *number <= most);
}

template <class T, class... Format>
Result<T> read_number(ByteQueue& in, T least, T most, Format... format) {
    TokenStore store;
    auto [number, bytes] = parse_front<T>(token(in, store), format...);
    if (bytes > number_text_bytes_max) {
        return Errc::limit_exceeded;
    }
    if (!is_between(number, least, most)) {
        return Errc::number_out_of_range;
    }
    in.skip(bytes);
    return number;
}

template <class T>
Result<T> parse_between(std::string_view text, T least, T most) {
    const auto number = parse_all<T>(text);
    return is_between(number, least, most) ? number : Result<T>(Errc::number_out_of_range);
}

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

}  // namespace

void write_decimal(ByteQueue& out, std::uint64_t number) {
    write_number(out, number);
}

void write_decimal(ByteQueue& out, std::int64_t number) {
    write_number(out, number);
}

Result<std::uint64_t> read_decimal_up_to(ByteQueue& in, std::uint64_t most) {
    return read_number<std::uint64_t>(in, 0, most);
}

Result<std::int64_t> read_decimal_between(ByteQueue& in, std::int64_t least, std::int64_t most) {
    return read_number<std::int64_t>(in, least, most);
}

Result<std::uint64_t> parse_decimal_up_to(std::string_view text, std::uint64_t most) {
    return parse_between<std::uint64_t>(text, 0, most);
}

Result<std::int64_t> parse_decimal_between(std::string_view text, std::int64_t least,
                                           std::int64_t most) {
    return parse_between<std::int64_t>(text, least, most);
}

void write_hex(ByteQueue& out, std::uint64_t number, unsigned digits_min) {
    char text[16];
    const auto end = std::to_chars(text, text + sizeof text, number, 16).ptr;
    const auto digits = static_cast<std::size_t>(end - text);
    if (digits < digits_min) {
        out.fill(std::byte{'0'}, digits_min - digits);
    }
    out.write(std::string_view(text, digits));
}

Result<std::uint64_t> read_hex(ByteQueue& in) {
    return read_number<std::uint64_t>(in, 0, u64_max, 16);
}

Result<std::uint64_t> parse_hex(std::string_view text) {
    return parse_all<std::uint64_t>(text, 16);
}

void write_double(ByteQueue& out, double number) {
    write_number(out, number);
}

Result<double> read_double(ByteQueue& in) {
    TokenStore store;
    auto [number, bytes] = parse_front<double>(token(in, store));
    if (bytes > number_text_bytes_max) {
        return Errc::limit_exceeded;
    }
    in.skip(bytes);
    return number;
}

Result<double> parse_double(std::string_view text) {
    return parse_all<double>(text);
}

}  // namespace leat
