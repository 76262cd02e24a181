#include "leat/core/log.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <ostream>
#include <sstream>
#include <utility>

#include "log_levels.hpp"
#include "log_service.hpp"

namespace leat {
namespace {

using Values = std::initializer_list<LogArgument>;

/// Room for "... (18446744073709551615 bytes cut)".
constexpr std::size_t cut_note_bytes = 40;

/// A line as it is formatted: a bounded text on the stack.
class LineText {
public:
    void append(std::string_view format, fmt::format_args values) {
        const std::size_t used = std::min(full_bytes_, text_bytes_max);
        full_bytes_ +=
            fmt::vformat_to_n(bytes_.data() + used, text_bytes_max - used, format, values).size;
    }
    void append(std::string_view text) { append("{}", fmt::make_format_args(text)); }

    /// The text, with a note if it had to be cut.
    std::string_view finish() {
        if (full_bytes_ <= text_bytes_max) {
            return {bytes_.data(), full_bytes_};
        }
        const std::size_t kept = whole_characters(text_bytes_max);
        const auto note = fmt::format_to_n(bytes_.data() + kept, cut_note_bytes,
                                           "... ({} bytes cut)", full_bytes_ - kept);
        return {bytes_.data(), kept + note.size};
    }

private:
    /// At most `bytes`, without a last UTF-8 character of several bytes, which may be cut.
    [[nodiscard]] std::size_t whole_characters(std::size_t bytes) const {
        while (bytes > 0 && (static_cast<unsigned char>(bytes_[bytes - 1]) & 0xC0U) == 0x80U) {
            --bytes;
        }
        const bool is_lead = bytes > 0 && static_cast<unsigned char>(bytes_[bytes - 1]) >= 0xC0U;
        return is_lead ? bytes - 1 : bytes;
    }

    static constexpr std::size_t text_bytes_max = log_line_bytes_max - cut_note_bytes;

    std::size_t full_bytes_ = 0;  ///< Of the whole text, also of what did not fit.
    std::array<char, log_line_bytes_max> bytes_;
};

/// What a format that does not fit gives: the reason, the format, and the values behind it.
void describe_bad_format(LineText& line, std::string_view format, Values values,
                         const char* reason) {
    line.append("(bad log format: {}) {}", fmt::make_format_args(reason, format));
    for (const LogArgument& value : values) {
        std::visit([&](const auto& it) { line.append(" | {}", fmt::make_format_args(it)); }, value);
    }
}

void format_line(LineText& line, std::string_view format, Values values) {
    if (values.size() == 0) {
        line.append(format);
        return;
    }
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    store.reserve(values.size(), 0);
    for (const LogArgument& value : values) {
        std::visit([&](const auto& it) { store.push_back(it); }, value);
    }
    try {
        line.append(format, store);
    } catch (const fmt::format_error& failure) {
        describe_bad_format(line, format, values, failure.what());
    }
}

}  // namespace

std::string log_text(const std::error_code& code) {
    return fmt::format("{} ({}:{})", code.message(), code.category().name(), code.value());
}

std::string log_text(const void* object, void (*print)(std::ostream&, const void*)) {
    std::ostringstream out;
    print(out, object);
    return std::move(out).str();
}

Logger::Logger(std::string_view name) : node_(LogService::instance().node(name)) {
}

void Logger::submit(LogLevel level, std::string_view format,
                    std::initializer_list<LogArgument> values) const noexcept {
    LogService& service = LogService::instance();
    if (!service.has_room()) {
        return;
    }
    try {
        LineText line;
        format_line(line, format, values);
        service.submit(*node_, level, line.finish());
    } catch (const std::exception& failure) {
        service.submit(*node_, level, failure.what());
    }
}

Result<void> set_log_levels(std::string_view rules) {
    auto levels = LogLevels::parse(rules);
    if (!levels) {
        return levels.error();
    }
    LogService::instance().set_levels(std::move(*levels));
    return {};
}

void set_log_level(std::string_view name, LogLevel level) {
    LogService::instance().set_level(name, level);
}

bool flush_log(std::chrono::milliseconds timeout) {
    return LogService::instance().flush(timeout);
}

LogStatistics log_statistics() {
    return LogService::instance().statistics();
}

}  // namespace leat
