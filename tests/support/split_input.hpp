#pragma once

#include <string_view>
#include <vector>

namespace leat::testing {

/// Calls `feed(pieces)` for each way in which an input can arrive in two pieces, at once, and byte
/// by byte: what a decoder makes of it must always be the same.
///
///     for_each_split("PING\r\n", [](const std::vector<std::string_view>& pieces) {
///         AdaptiveBuffer in;
///         for (const auto piece : pieces) {
///             in.write(piece);
///             decode(in);
///         }
///     });
template <class Feed>
void for_each_split(std::string_view input, Feed feed) {
    for (std::size_t at = 0; at <= input.size(); ++at) {
        feed(std::vector{input.substr(0, at), input.substr(at)});
    }
    std::vector<std::string_view> bytes;
    for (std::size_t at = 0; at < input.size(); ++at) {
        bytes.push_back(input.substr(at, 1));
    }
    feed(bytes);
}

}  // namespace leat::testing
