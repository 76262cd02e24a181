// Any text as a date: whatever is taken can be written, and reads back as the same.
#include "leat/buffer/http_date.hpp"

#include "fuzz_target.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leat::fuzz;
    const auto text = text_of(data, size);
    const auto date = leat::parse_http_date(text);
    for (const std::size_t border : {std::size_t{0}, std::size_t{1}, size / 2}) {
        leat::AdaptiveBuffer buffer = with_border(text, border);
        const auto read = leat::read_http_date(buffer, size);
        require(read.has_value() == date.has_value(), "the same from a buffer");
        require(buffer.empty() == (read.has_value() || size == 0), "all or nothing consumed");
    }
    if (!date) {
        return 0;
    }
    leat::AdaptiveBuffer out;
    leat::write_http_date(out, *date);
    require(out.readable_bytes() == leat::http_date_bytes, "always the same length");
    require(leat::parse_http_date(out.to_string()).value() == *date, "reads what it wrote");
    return 0;
}
