#pragma once

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "leat/core/log_options.hpp"

namespace leat {

/// A line as an appender got it.
struct CapturedLine {
    LogLevel level;
    std::string logger;
    std::string message;
    std::uint64_t thread;
};

/// The lines of a test, in place of the console.
class CapturedLog {
public:
    explicit CapturedLog(const std::string& levels = "info") {
        LogOptions options = {.levels = levels, .console = std::nullopt};
        options.appenders.push_back(make_appender());
        is_configured_ = configure_logging(std::move(options)).has_value();
    }
    ~CapturedLog() { (void)configure_logging({}).has_value(); }
    CapturedLog(const CapturedLog&) = delete;
    CapturedLog& operator=(const CapturedLog&) = delete;

    /// One more appender that writes here. It must not outlive this object.
    std::unique_ptr<Appender> make_appender() { return std::make_unique<Capture>(*this); }

    [[nodiscard]] bool is_configured() const { return is_configured_; }
    std::vector<CapturedLine> lines() {
        flush_log();
        const std::scoped_lock lock(mutex_);
        return lines_;
    }
    /// "level logger: message" of each line.
    std::vector<std::string> texts() {
        std::vector<std::string> texts;
        for (const CapturedLine& line : lines()) {
            texts.push_back(std::string(to_string(line.level)) + " " + line.logger + ": " +
                            line.message);
        }
        return texts;
    }
    /// The message of the only line.
    std::string message() {
        const auto all = lines();
        return all.size() == 1 ? all[0].message : std::to_string(all.size()) + " lines";
    }

private:
    class Capture final : public Appender {
    public:
        explicit Capture(CapturedLog& log) : log_(log) {}
        void write(const LogRecord& record) override {
            const std::scoped_lock lock(log_.mutex_);
            log_.lines_.push_back({record.level, std::string(record.logger),
                                   std::string(record.message), record.thread});
        }

    private:
        CapturedLog& log_;
    };

    std::mutex mutex_;
    std::vector<CapturedLine> lines_;
    bool is_configured_ = false;
};

/// An appender that does what a function says.
class CallingAppender final : public Appender {
public:
    explicit CallingAppender(std::function<void(const LogRecord&)> call) : call_(std::move(call)) {}
    void write(const LogRecord& record) override { call_(record); }

private:
    std::function<void(const LogRecord&)> call_;
};

}  // namespace leat
