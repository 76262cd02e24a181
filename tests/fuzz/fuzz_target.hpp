#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "leat/buffer/adaptive_buffer.hpp"
#include "leat/buffer/assert.hpp"

/// Runs the code under test on one input that a fuzzer made up; aborts if it does wrong.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace leat::fuzz {

inline void require(bool holds, const char* what) {
    LEAT_ASSERT(holds, what);
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// A buffer with a page border before the byte at `border`, or none if the text is shorter. The
/// text must outlive it.
inline AdaptiveBuffer with_border(std::string_view text, std::size_t border) {
    AdaptiveBuffer buffer;
    const auto first = text.substr(0, border);
    buffer.extend(std::as_bytes(std::span(first)), nullptr, nullptr);
    buffer.write(text.substr(first.size()));
    return buffer;
}

}  // namespace leat::fuzz
