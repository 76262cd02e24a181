#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "leat/core/log.hpp"
#include "leat/core/log_options.hpp"
#include "log_levels.hpp"
#include "log_queue.hpp"

namespace leat {

/// The log of the process: the loggers by name, the queue, the thread that empties it, and the
/// appenders. Made at the first use and never destroyed, so that static objects may log to the end.
class LogService {
public:
    static LogService& instance();

    const LoggerNode* node(std::string_view name);
    void set_levels(LogLevels levels);
    void set_level(std::string_view name, LogLevel level);
    void set_appenders(std::vector<std::unique_ptr<Appender>> appenders);

    /// Hands the line to the thread, or drops it. Never waits, but while the process exits.
    void submit(const LoggerNode& logger, LogLevel level, std::string_view message) noexcept;
    /// Whether a line is worth its formatting; if not, it is counted as dropped.
    bool has_room() noexcept;
    /// Waits until what was submitted before is written; not in the log's own thread.
    bool flush(std::chrono::milliseconds timeout) noexcept;
    [[nodiscard]] LogStatistics statistics() const;

private:
    LogService();

    void push(const LoggerNode& logger, LogLevel level, std::string_view message) noexcept;
    void start_thread() noexcept;
    void wake() noexcept;
    void close() noexcept;
    void before_fork() noexcept;
    void after_fork(bool is_child) noexcept;

    void run() noexcept;
    void sleep();
    /// Writes what waits, at most a queue full, and flushes; tells whether there was anything.
    bool work();
    void write(const LogRecord& record);
    void report_dropped();
    void flush_appenders();
    template <class Call>
    void guarded(Call&& call) noexcept;
    void report_failure(const char* reason) noexcept;

    std::mutex loggers_mutex_;  ///< Guards the next two.
    std::map<std::string, std::unique_ptr<LoggerNode>, std::less<>> loggers_;
    LogLevels levels_;

    std::mutex appenders_mutex_;  ///< Guards the next two; the log's thread holds it as it writes.
    std::vector<std::unique_ptr<Appender>> appenders_;
    bool has_reported_failure_ = false;

    LogQueue queue_;
    std::atomic<bool> has_thread_ = false;
    std::atomic<bool> is_closing_ = false;  ///< The process exits: each line waits until written.
    std::atomic<int> is_asleep_ = 0;  ///< The thread's, taken back by the producer that wakes.

    std::atomic<std::uint64_t> written_ = 0;
    std::atomic<std::uint64_t> dropped_ = 0;
    std::atomic<std::uint64_t> failed_ = 0;
    std::uint64_t dropped_reported_ = 0;  ///< The thread's.

    std::mutex flushed_mutex_;  ///< Guards the next two.
    std::condition_variable flushed_changed_;
    std::uint64_t flushed_ = 0;  ///< Lines that were written and flushed.
};

}  // namespace leat
