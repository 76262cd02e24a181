#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "leat/buffer/adaptive_buffer.hpp"

namespace leat::testing {

/// A buffer that holds `text` with a page border behind its first `before_border` bytes.
inline AdaptiveBuffer across_border(std::string_view text, std::size_t before_border) {
    AdaptiveBuffer buffer;
    const std::size_t filler = page_capacity - before_border;
    buffer.fill(std::byte{'.'}, filler);
    buffer.write(text);
    buffer.skip(filler);
    return buffer;
}

/// A buffer of pages of `page_bytes` bytes each. The text must outlive it.
inline AdaptiveBuffer in_pages_of(std::size_t page_bytes, std::string_view text) {
    AdaptiveBuffer buffer;
    for (; !text.empty(); text.remove_prefix(std::min(page_bytes, text.size()))) {
        buffer.extend(std::as_bytes(std::span(text.substr(0, page_bytes))), nullptr, nullptr);
    }
    return buffer;
}

/// The text in one page, with a border at each of its bytes, and a byte per page. The text must
/// outlive them.
inline std::vector<AdaptiveBuffer> every_layout(std::string_view text) {
    std::vector<AdaptiveBuffer> layouts;
    for (std::size_t border = 0; border <= text.size(); ++border) {
        layouts.push_back(across_border(text, border));
    }
    layouts.push_back(in_pages_of(1, text));
    layouts.push_back(in_pages_of(3, text));
    return layouts;
}

}  // namespace leat::testing
