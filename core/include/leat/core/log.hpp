#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "leat/buffer/result.hpp"
#include "leat/core/log_argument.hpp"

namespace leat {

/// How much a line matters. `off` is for rules only.
enum class LogLevel : std::uint8_t { trace, debug, info, warn, error, critical, off };

/// "trace", "debug", "info", "warn", "error", "critical", "off".
std::string_view to_string(LogLevel level);

/// What all loggers of one name share. Lives until the process ends.
struct LoggerNode {
    std::string name;
    std::atomic<LogLevel> level;  ///< Changed by the rules; a line may be judged by the former one.
};

/// A named source of log lines. Copies are cheap and may be used by any thread at any time, also
/// before `configure_logging` and while static objects are destroyed.
///
///     const Logger log("shop.orders");
///     log.info("received {} of {}", count, total);
///
/// The format is that of the fmt library; without values the text is taken as it is. A format that
/// does not fit its values gives a line that says so. The caller formats the line and hands it to
/// the log's own thread; if that is too far behind, the line is dropped and counted. A logger whose
/// level is above the line's costs one load and a branch: no value is converted.
class Logger {
public:
    /// Looks the name up under a lock: keep the logger. A name is never forgotten.
    explicit Logger(std::string_view name);

    template <class... Values>
    void trace(std::string_view format, const Values&... values) const {
        log(LogLevel::trace, format, values...);
    }
    template <class... Values>
    void debug(std::string_view format, const Values&... values) const {
        log(LogLevel::debug, format, values...);
    }
    template <class... Values>
    void info(std::string_view format, const Values&... values) const {
        log(LogLevel::info, format, values...);
    }
    template <class... Values>
    void warn(std::string_view format, const Values&... values) const {
        log(LogLevel::warn, format, values...);
    }
    template <class... Values>
    void error(std::string_view format, const Values&... values) const {
        log(LogLevel::error, format, values...);
    }
    template <class... Values>
    void critical(std::string_view format, const Values&... values) const {
        log(LogLevel::critical, format, values...);
    }
    /// REQUIRES: `level` is not `off`.
    template <class... Values>
    void log(LogLevel level, std::string_view format, const Values&... values) const {
        if (is_on(level)) [[unlikely]] {
            submit(level, format, {LogArgument(log_value(values))...});
        }
    }

    [[nodiscard]] bool is_on(LogLevel level) const {
        // Relaxed: nothing but the level itself is read.
        return level >= node_->level.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::string_view name() const { return node_->name; }

private:
    void submit(LogLevel level, std::string_view format,
                std::initializer_list<LogArgument> values) const noexcept;

    const LoggerNode* node_;
};

/// The most lines that wait for the log's thread; more are dropped.
inline constexpr std::size_t log_queue_lines_max = 8192;
/// The most bytes of a line; the rest is cut, and the line says how much.
inline constexpr std::size_t log_line_bytes_max = 16 * 1024;

/// Sets the level of the loggers below each name, and forgets all former rules:
/// "info,leat.http=debug,leat.http.client=off". A rule without a name is for all. The longest name
/// wins; "leat.http" is for "leat.http" and "leat.http.client", not for "leat.https".
Result<void> set_log_levels(std::string_view rules);
/// Adds or replaces one rule; the name "" is for all.
void set_log_level(std::string_view name, LogLevel level);

/// Waits until what was logged before is written; tells whether it was within the timeout. Not for
/// actors: it blocks.
bool flush_log(std::chrono::milliseconds timeout = std::chrono::seconds(5));

/// Counts since the start of the process.
struct LogStatistics {
    std::uint64_t written = 0;  ///< Lines handed to the appenders.
    std::uint64_t dropped = 0;  ///< Lines lost because the queue was full.
    std::uint64_t failed = 0;   ///< Writes and flushes of an appender that threw.
};
LogStatistics log_statistics();

}  // namespace leat
