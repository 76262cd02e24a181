#include "log_appenders.hpp"

#include <spdlog/details/log_msg.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>

#include <string>
#include <system_error>
#include <utility>

#include "log_json.hpp"

namespace leat {
namespace {

constexpr const char* text_pattern = "%Y-%m-%d %H:%M:%S.%e %z %^%-8l%$ [%t] %n: %v";
constexpr std::uint32_t old_files_limit = 1000;

static_assert(static_cast<int>(LogLevel::trace) == SPDLOG_LEVEL_TRACE &&
              static_cast<int>(LogLevel::critical) == SPDLOG_LEVEL_CRITICAL);

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 ? c != '\t' : c == 0x7F;
}

/// The message so that it can neither begin a line of its own nor command a terminal.
std::string printable(std::string_view message) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char c : message) {
        if (c == '\n') {
            text += "\n    ";
        } else if (is_control(c)) {
            text += "\\x";
            text += digits[static_cast<unsigned char>(c) >> 4U];
            text += digits[static_cast<unsigned char>(c) & 15U];
        } else {
            text += c;
        }
    }
    return text;
}

/// One of spdlog's sinks behind our interface. Only the log's thread uses it, so the sinks are
/// those without a lock.
class SinkAppender final : public Appender {
public:
    SinkAppender(std::unique_ptr<spdlog::sinks::sink> sink, LogFormat format)
        : sink_(std::move(sink)), format_(format) {
        if (format == LogFormat::json) {
            sink_->set_formatter(make_json_formatter());
        } else {
            sink_->set_formatter(std::make_unique<spdlog::pattern_formatter>(text_pattern));
        }
    }

    void write(const LogRecord& record) override {
        const bool is_plain =
            format_ == LogFormat::json || std::find_if(record.message.begin(), record.message.end(),
                                                       is_control) == record.message.end();
        if (is_plain) {
            write_message(record, record.message);
        } else {
            write_message(record, printable(record.message));
        }
    }
    void flush() override { sink_->flush(); }

private:
    static spdlog::string_view_t view(std::string_view text) { return {text.data(), text.size()}; }

    void write_message(const LogRecord& record, std::string_view message) {
        const auto level = static_cast<spdlog::level::level_enum>(record.level);
        spdlog::details::log_msg line(record.time, {}, view(record.logger), level, view(message));
        line.thread_id = static_cast<std::size_t>(record.thread);
        sink_->log(line);
    }

    std::unique_ptr<spdlog::sinks::sink> sink_;
    LogFormat format_;
};

spdlog::color_mode color_mode_of(const ConsoleLog& options) {
    if (options.format == LogFormat::json || options.colours == LogColours::never) {
        return spdlog::color_mode::never;
    }
    return options.colours == LogColours::always ? spdlog::color_mode::always
                                                 : spdlog::color_mode::automatic;
}

std::unique_ptr<spdlog::sinks::sink> make_file_sink(const FileLog& options) {
    if (options.file_bytes_max == 0) {
        return std::make_unique<spdlog::sinks::basic_file_sink_st>(options.path);
    }
    return std::make_unique<spdlog::sinks::rotating_file_sink_st>(
        options.path, options.file_bytes_max, options.old_files_max);
}

}  // namespace

std::unique_ptr<Appender> make_console_appender(const ConsoleLog& options) {
    const auto colours = color_mode_of(options);
    std::unique_ptr<spdlog::sinks::sink> sink;
    if (options.to_stdout) {
        sink = std::make_unique<spdlog::sinks::ansicolor_stdout_sink_st>(colours);
    } else {
        sink = std::make_unique<spdlog::sinks::ansicolor_stderr_sink_st>(colours);
    }
    return std::make_unique<SinkAppender>(std::move(sink), options.format);
}

Result<std::unique_ptr<Appender>> make_file_appender(const FileLog& options) {
    if (options.old_files_max > old_files_limit) {
        return Error(std::make_error_code(std::errc::invalid_argument),
                     "old_files_max=" + std::to_string(options.old_files_max) + ": must be 0 to " +
                         std::to_string(old_files_limit));
    }
    try {
        return std::unique_ptr<Appender>(
            std::make_unique<SinkAppender>(make_file_sink(options), options.format));
    } catch (const spdlog::spdlog_ex& failure) {
        return Error(std::make_error_code(std::errc::io_error), failure.what());
    }
}

}  // namespace leat
