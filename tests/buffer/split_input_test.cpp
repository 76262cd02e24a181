#include "split_input.hpp"

#include <gtest/gtest.h>

#include <string>

#include "leat/buffer/adaptive_buffer.hpp"
#include "leat/buffer/text.hpp"
#include "leat/buffer/varint.hpp"

namespace leat {
namespace {

using testing::for_each_split;
using Pieces = std::vector<std::string_view>;

TEST(SplitInput, CoversEveryWayToArrive) {
    std::vector<Pieces> ways;
    for_each_split("abc", [&](const Pieces& pieces) { ways.push_back(pieces); });
    const std::vector<Pieces> expected = {
        {"", "abc"}, {"a", "bc"}, {"ab", "c"}, {"abc", ""}, {"a", "b", "c"}};
    EXPECT_EQ(ways, expected);
}

TEST(SplitInput, LeavesLinesTheSame) {
    for_each_split("GET / HTTP/1.1\r\n\r\nHost: x\r\rb\r\n", [](const Pieces& pieces) {
        AdaptiveBuffer in;
        std::vector<std::string> lines;
        for (const std::string_view piece : pieces) {
            in.write(piece);
            while (const auto length = in.bytes_before("\r\n")) {
                lines.push_back(in.read_string(*length));
                in.skip(2);
            }
        }
        EXPECT_EQ(lines, (std::vector<std::string>{"GET / HTTP/1.1", "", "Host: x\r\rb"}));
        EXPECT_TRUE(in.empty());
    });
}

TEST(SplitInput, LeavesVarintsTheSame) {
    AdaptiveBuffer encoded;
    const std::vector<std::uint64_t> numbers = {0, 127, 128, 1ULL << 40U, ~0ULL, 5};
    for (const std::uint64_t number : numbers) {
        write_varint(encoded, number);
    }
    for_each_split(encoded.to_string(), [&](const Pieces& pieces) {
        AdaptiveBuffer in;
        std::vector<std::uint64_t> decoded;
        for (const std::string_view piece : pieces) {
            in.write(piece);
            for (auto number = read_varint(in); number; number = read_varint(in)) {
                decoded.push_back(*number);
            }
        }
        EXPECT_EQ(decoded, numbers);
    });
}

TEST(SplitInput, LeavesFramesTheSame) {
    for_each_split(std::string("\0\3abc\0\0\0\1d", 10), [](const Pieces& pieces) {
        AdaptiveBuffer in;
        std::string frames;
        for (const std::string_view piece : pieces) {
            in.write(piece);
            while (in.readable_bytes() >= 2 && in.readable_bytes() - 2 >= in.peek<u16>()) {
                frames += "[" + in.read_string(in.read<u16>()) + "]";
            }
        }
        EXPECT_EQ(frames, "[abc][][d]");
    });
}

}  // namespace
}  // namespace leat
