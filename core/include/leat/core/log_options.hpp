#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leat/buffer/result.hpp"
#include "leat/core/log.hpp"

namespace leat {

/// One line on its way to the appenders. The views hold during `Appender::write` only.
struct LogRecord {
    std::chrono::system_clock::time_point time;
    LogLevel level;
    std::uint64_t thread;  ///< The system's id of the thread that logged.
    std::string_view logger;
    std::string_view message;
};

/// Where lines go. The log owns it and calls it from its own thread only; a slow one delays the
/// others, and one that throws is reported on standard error, once.
class Appender {
public:
    virtual ~Appender() = default;
    /// What it logs itself is ignored.
    virtual void write(const LogRecord& record) = 0;
    /// Called when no line waits.
    virtual void flush() {}
};

/// `text`: "2026-11-18 07:07:49.123 +00:00 info     [4711] shop.orders: received 1 of 2", with
/// control characters made visible and further lines of a message indented.
/// `json`: an object per line with the keys time (UTC), level, logger, thread, message.
enum class LogFormat : std::uint8_t { text, json };

/// Whether the level is coloured; `automatic` = on a terminal.
enum class LogColours : std::uint8_t { automatic, always, never };

/// Lines on standard error, or standard output.
struct ConsoleLog {
    LogFormat format = LogFormat::text;
    LogColours colours = LogColours::automatic;
    bool to_stdout = false;
};

/// Lines at the end of a file, which is made if need be, with its folder.
struct FileLog {
    std::string path;
    LogFormat format = LogFormat::text;
    /// Before the file would grow beyond it, "a.log" becomes "a.1.log", that "a.2.log" and so on;
    /// 0 = never.
    std::uint64_t file_bytes_max = 0;
    /// Former files that are kept. At most 1000.
    std::uint32_t old_files_max = 5;
};

/// The settings of the log, which the whole process shares.
///
///     configure_logging({.levels = "warn,shop=debug", .files = {{.path = "shop.log"}}});
struct LogOptions {
    /// As for `set_log_levels`. The rules of the environment variable LEAT_LOG go on top.
    std::string levels = "info";
    std::optional<ConsoleLog> console = ConsoleLog{};
    std::vector<FileLog> files = {};
    std::vector<std::unique_ptr<Appender>> appenders = {};
};

/// Replaces the appenders and the levels. Lines logged before still go to the former appenders.
/// Changes nothing if a rule is malformed or a file cannot be opened. Without a call, the log
/// writes to the console, from the level info on or as LEAT_LOG says.
Result<void> configure_logging(LogOptions options);

}  // namespace leat
