#include <bit>
#include <charconv>

#include "buffer_model.hpp"
#include "leat/buffer/http_date.hpp"
#include "leat/buffer/text.hpp"
#include "leat/buffer/varint.hpp"

namespace leat::testing {
namespace {

/// The bytes of a number by arithmetic, without the code under test.
std::string bytes_of(std::uint64_t bits, std::size_t bytes, std::endian order) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i) {
        const std::size_t shift = 8 * (order == std::endian::big ? bytes - 1 - i : i);
        text += static_cast<char>(bits >> shift & 0xFFU);
    }
    return text;
}

template <class T>
struct Wire;

template <class Value, std::endian Order>
struct Wire<WireNumber<Value, Order>> {
    using Bits = typename UnsignedOf<sizeof(Value)>::type;
    static Value value(Choices& choices) {
        return std::bit_cast<Value>(static_cast<Bits>(choices.bits()));
    }
    static std::string encoded(Value value) {
        return bytes_of(std::bit_cast<Bits>(value), sizeof(Value), Order);
    }
};

template <class Value, std::endian Order>
struct Wire<WireNumber24<Value, Order>> {
    static Value value(Choices& choices) {
        return static_cast<Value>(static_cast<std::uint32_t>(choices.bits())) >> 8;
    }
    static std::string encoded(Value value) {
        return bytes_of(static_cast<std::uint32_t>(value), 3, Order);
    }
};

template <class... Parts>
struct Wire<WireTuple<Parts...>> {
    static auto value(Choices& choices) { return std::tuple{Wire<Parts>::value(choices)...}; }
    static std::string encoded(const std::tuple<typename Parts::value_type...>& value) {
        return std::apply([](auto... part) { return (Wire<Parts>::encoded(part) + ...); }, value);
    }
};

template <class T>
bool same(const Result<T>& a, const Result<T>& b) {
    if (!a || !b) {
        return !a && !b && a.error().code() == b.error().code();
    }
    return Wire<WireNumber<T, std::endian::big>>::encoded(*a) ==
           Wire<WireNumber<T, std::endian::big>>::encoded(*b);
}

/// What a number's reader must give, from a text in one piece.
template <class T, class... Format>
std::pair<Result<T>, std::size_t> parsed(std::string_view text, Format... format) {
    text = text.substr(0, number_text_bytes_max + 1);
    T number{};
    const auto [stop, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, format...);
    if (text.empty()) {
        return {Errc::end_of_data, 0};
    }
    if (error != std::errc{}) {
        const bool is_malformed = error == std::errc::invalid_argument;
        return {is_malformed ? Errc::malformed_number : Errc::number_out_of_range, 0};
    }
    const auto bytes = static_cast<std::size_t>(stop - text.data());
    if (bytes > number_text_bytes_max) {
        return {Errc::limit_exceeded, 0};
    }
    return {number, bytes};
}

}  // namespace

template <class T>
void BufferModel::write_number() {
    const auto value = Wire<T>::value(choices_);
    twin_->buffer.write<T>(value);
    appended(Wire<T>::encoded(value));
}

template <class T>
void BufferModel::read_number() {
    const bool is_there = twin_->bytes.size() >= T::bytes;
    if (!is_there) {
        require(!twin_->buffer.try_read<T>().has_value());
        require(!twin_->buffer.try_get<T>(twin_->reader_offset).has_value());
        return;
    }
    require(Wire<T>::encoded(twin_->buffer.peek<T>()) == front(T::bytes));
    const auto value = choices_.one_in(2) ? twin_->buffer.read<T>() : *twin_->buffer.try_read<T>();
    require(Wire<T>::encoded(value) == front(T::bytes));
    consumed(T::bytes);
}

template <class T>
void BufferModel::access_number() {
    const std::size_t place = some_place();
    const std::uint64_t offset = twin_->reader_offset + place;
    if (twin_->bytes.size() - place < T::bytes) {
        require(!twin_->buffer.try_get<T>(offset).has_value());
        return;
    }
    const auto value = Wire<T>::value(choices_);
    if (twin_->is_external.find('\1', place) >= place + T::bytes) {
        twin_->buffer.set<T>(offset, value);
        twin_->bytes.replace(place, T::bytes, Wire<T>::encoded(value));
    }
    const auto expected = twin_->bytes.substr(place, T::bytes);
    require(Wire<T>::encoded(twin_->buffer.get<T>(offset)) == expected);
    require(Wire<T>::encoded(*twin_->buffer.try_get<T>(offset)) == expected);
}

template <class... Types>
void BufferModel::do_to_one_of() {
    using Run = void (BufferModel::*)();
    static constexpr Run runs[] = {&BufferModel::write_number<Types>...,
                                   &BufferModel::read_number<Types>...,
                                   &BufferModel::access_number<Types>...};
    (this->*runs[choices_.below(std::size(runs))])();
}

void BufferModel::number() {
    do_to_one_of<u8, i8, u16, i16, u24, i24, u32, i32, u64, i64, f32, f64, u16_le, i16_le, u24_le,
                 i24_le, u32_le, i32_le, u64_le, i64_le, f32_le, f64_le,
                 WireTuple<u8, u16_le, u24, u64, f32>>();
}

void BufferModel::varint() {
    const std::uint64_t value = choices_.bits() >> choices_.below(64);
    const auto signed_value = static_cast<std::int64_t>(value);
    std::string text;
    for (std::uint64_t rest = value; text.empty() || rest > 0; rest >>= 7U) {
        text += static_cast<char>((rest & 0x7FU) | (rest > 0x7F ? 0x80U : 0U));
    }
    // Behind what is there: its bytes are read back when they have come to the front.
    if (!twin_->bytes.empty() && choices_.one_in(2)) {
        write_varint(twin_->buffer, value);
        return appended(text);
    }
    twin_->buffer.clear();
    consumed(twin_->bytes.size());
    approach_border();
    const std::size_t before = twin_->bytes.size();
    const bool is_signed = choices_.one_in(2);
    is_signed ? write_signed_varint(twin_->buffer, from_zigzag(value))
              : write_varint(twin_->buffer, value);
    appended(text);
    twin_->buffer.skip(before);
    consumed(before);
    require(is_signed ? read_signed_varint(twin_->buffer).value() == from_zigzag(value)
                      : read_varint(twin_->buffer).value() == value);
    require(to_zigzag(from_zigzag(value)) == value &&
            from_zigzag(to_zigzag(signed_value)) == signed_value);
    consumed(text.size());
}

void BufferModel::decimal() {
    const std::uint64_t value = choices_.bits() >> choices_.below(64);
    if (choices_.one_in(3)) {
        write_decimal(twin_->buffer, value);
        return appended(std::to_string(value));
    }
    if (choices_.one_in(2)) {
        write_decimal(twin_->buffer, static_cast<std::int64_t>(value));
        return appended(std::to_string(static_cast<std::int64_t>(value)));
    }
    const auto [expected, bytes] = parsed<std::int64_t>(twin_->bytes);
    require(same(read_decimal<std::int64_t>(twin_->buffer), expected));
    consumed(bytes);
}

void BufferModel::hex_number() {
    const std::uint64_t value = choices_.bits() >> choices_.below(64);
    if (choices_.one_in(2)) {
        std::array<char, 17> text;
        std::snprintf(text.data(), text.size(), "%0*lx", 5, static_cast<unsigned long>(value));
        write_hex(twin_->buffer, value, 5);
        return appended(text.data());
    }
    const auto [expected, bytes] = parsed<std::uint64_t>(twin_->bytes, 16);
    require(same(read_hex(twin_->buffer), expected));
    consumed(bytes);
}

void BufferModel::floating() {
    if (choices_.one_in(2)) {
        const auto value = std::bit_cast<double>(choices_.bits());
        AdaptiveBuffer text;
        write_double(text, value);
        write_double(twin_->buffer, value);
        const double again = parse_double(text.to_string()).value();
        require(again == value || value != value);
        return appended(text.to_string());
    }
    const auto [expected, bytes] = parsed<double>(twin_->bytes);
    require(same(read_double(twin_->buffer), expected));
    consumed(bytes);
}

void BufferModel::http_date() {
    if (choices_.one_in(2)) {
        const HttpDate date{std::chrono::seconds(choices_.bits() % 250'000'000'000)};
        AdaptiveBuffer text;
        write_http_date(text, date);
        write_http_date(twin_->buffer, date);
        require(parse_http_date(text.to_string()).value() == date);
        return appended(text.to_string());
    }
    if (twin_->bytes.size() < http_date_bytes) {
        require(read_http_date(twin_->buffer, http_date_bytes).error() == Errc::end_of_data);
        return;
    }
    const auto expected = parse_http_date(front(http_date_bytes));
    const auto date = read_http_date(twin_->buffer, http_date_bytes);
    require(date.has_value() == expected.has_value() &&
            date.value_or(HttpDate{}) == expected.value_or(HttpDate{}));
    consumed(date ? http_date_bytes : 0);
}

}  // namespace leat::testing
