// Any bytes as a varint: decoded as by arithmetic, wherever a page ends.
#include "leat/buffer/varint.hpp"

#include <algorithm>
#include <limits>

#include "fuzz_target.hpp"

namespace leat::fuzz {
namespace {

/// The number, or why there is none; independent of the code under test.
Result<std::uint64_t> decode(std::string_view text) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < std::min(text.size(), varint_bytes_max); ++i) {
        const auto byte = static_cast<std::uint8_t>(text[i]);
        const std::uint64_t part = byte & 0x7FU;
        const std::uint64_t part_max = std::numeric_limits<std::uint64_t>::max() >> 7 * i;
        const bool is_last = byte < 0x80;
        if (part > part_max || (i + 1 == varint_bytes_max && !is_last)) {
            return Errc::number_out_of_range;
        }
        number += part << 7 * i;
        if (is_last) {
            return number;
        }
    }
    return Errc::end_of_data;
}

void check(std::string_view text, std::size_t border) {
    AdaptiveBuffer buffer = with_border(text, border);
    const auto expected = decode(text);
    const auto number = read_varint(buffer);
    require(number.has_value() == expected.has_value(), "same outcome");
    if (!number) {
        require(number.error().code() == expected.error().code(), "same error");
        require(buffer.to_string() == text, "nothing consumed");
        return;
    }
    require(*number == *expected, "same number");
    require(text.ends_with(buffer.to_string()), "the rest is left");
    AdaptiveBuffer again;
    write_varint(again, *number);
    require(again.readable_bytes() <= text.size() - buffer.readable_bytes(), "shortest form");
    require(read_varint(again).value() == *number && again.empty(), "reads what it wrote");
    write_signed_varint(again, from_zigzag(*number));
    require(read_signed_varint(again).value() == from_zigzag(*number), "the same signed");
}

}  // namespace
}  // namespace leat::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = leat::fuzz::text_of(data, size);
    for (std::size_t border = 0; border <= std::min<std::size_t>(size, 12); ++border) {
        leat::fuzz::check(text, border);
    }
    return 0;
}
