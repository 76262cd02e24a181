#include "log_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/details/log_msg.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <iterator>
#include <string_view>

#include "leat/core/log.hpp"

namespace leat {
namespace {

using Bytes = spdlog::memory_buf_t;

void append(Bytes& out, std::string_view text) {
    out.append(text.data(), text.data() + text.size());
}

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// The bytes of the UTF-8 character that `text` begins with; 0 if it is none (RFC 3629 section 4).
std::size_t character_bytes(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t bytes = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (bytes == 1) {
        return 1;
    }
    if (first < 0xC2 || first > 0xF4 || text.size() < bytes) {
        return 0;
    }
    for (std::size_t index = 1; index < bytes; ++index) {
        if (!is_continuation(text[index])) {
            return 0;
        }
    }
    const auto second = static_cast<unsigned char>(text[1]);
    const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool is_surrogate = first == 0xED && second > 0x9F;
    const bool is_too_large = first == 0xF4 && second > 0x8F;
    return is_overlong || is_surrogate || is_too_large ? 0 : bytes;
}

void append_escaped(Bytes& out, char c) {
    switch (c) {
        case '"':
            return append(out, "\\\"");
        case '\\':
            return append(out, "\\\\");
        case '\n':
            return append(out, "\\n");
        case '\r':
            return append(out, "\\r");
        case '\t':
            return append(out, "\\t");
        default:
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(c));
    }
}

bool must_be_escaped(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

void append_string(Bytes& out, std::string_view text) {
    out.push_back('"');
    while (!text.empty()) {
        const std::size_t bytes = character_bytes(text);
        if (bytes == 0) {
            append(out, "\xEF\xBF\xBD");
        } else if (must_be_escaped(text[0])) {
            append_escaped(out, text[0]);
        } else {
            append(out, text.substr(0, bytes));
        }
        text.remove_prefix(bytes == 0 ? 1 : bytes);
    }
    out.push_back('"');
}

void append_time(Bytes& out, std::chrono::system_clock::time_point time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const auto rest = std::chrono::floor<std::chrono::microseconds>(time - seconds);
    const std::time_t since_epoch = std::chrono::system_clock::to_time_t(seconds);
    std::tm utc{};
    gmtime_r(&since_epoch, &utc);
    fmt::format_to(std::back_inserter(out), "\"{:%Y-%m-%dT%H:%M:%S}.{:06}Z\"", utc, rest.count());
}

std::string_view view(spdlog::string_view_t text) {
    return {text.data(), text.size()};
}

class JsonFormatter final : public spdlog::formatter {
public:
    void format(const spdlog::details::log_msg& line, Bytes& out) override {
        append(out, R"({"time":)");
        append_time(out, line.time);
        append(out, R"(,"level":)");
        append_string(out, to_string(static_cast<LogLevel>(line.level)));
        append(out, R"(,"logger":)");
        append_string(out, view(line.logger_name));
        fmt::format_to(std::back_inserter(out), R"(,"thread":{},"message":)", line.thread_id);
        append_string(out, view(line.payload));
        append(out, "}\n");
    }
    [[nodiscard]] std::unique_ptr<spdlog::formatter> clone() const override {
        return std::make_unique<JsonFormatter>();
    }
};

}  // namespace

std::unique_ptr<spdlog::formatter> make_json_formatter() {
    return std::make_unique<JsonFormatter>();
}

}  // namespace leat
