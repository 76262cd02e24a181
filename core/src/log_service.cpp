#include "log_service.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <utility>

#include "log_appenders.hpp"

namespace leat {
namespace {

/// A slot does not keep more memory than this for its next line.
constexpr std::size_t message_bytes_kept = 512;
/// What the exit of the process waits for an appender.
constexpr std::chrono::milliseconds exit_timeout{2000};

constinit thread_local bool is_log_thread = false;

/// 0 = not asked for yet.
constinit thread_local std::uint64_t cached_thread_id = 0;

std::uint64_t this_thread_id() {
    if (cached_thread_id == 0) {
        cached_thread_id = static_cast<std::uint64_t>(gettid());
    }
    return cached_thread_id;
}

/// Keeps the signals of the process for the threads of the program.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &former_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &former_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t former_{};
};

}  // namespace

LogService& LogService::instance() {
    static LogService& service = *new LogService;
    return service;
}

LogService::LogService() {
    appenders_.push_back(make_console_appender({}));
    if (auto levels = LogLevels::from_environment()) {
        levels_ = std::move(*levels);
    } else {
        std::fprintf(stderr, "leat: %s\n", levels.error().message().c_str());
    }
    std::atexit([] { instance().close(); });
    pthread_atfork([] { instance().before_fork(); }, [] { instance().after_fork(false); },
                   [] { instance().after_fork(true); });
}

void LogService::before_fork() noexcept {
    loggers_mutex_.lock();
    appenders_mutex_.lock();
    flushed_mutex_.lock();
}

void LogService::after_fork(bool is_child) noexcept {
    if (is_child) {
        // The thread and the lines that wait are the parent's; the next line starts a thread anew.
        cached_thread_id = 0;
        queue_.reset();
        flushed_ = 0;
        is_asleep_.store(0, std::memory_order_relaxed);
        has_thread_.store(false, std::memory_order_relaxed);
    }
    flushed_mutex_.unlock();
    appenders_mutex_.unlock();
    loggers_mutex_.unlock();
}

const LoggerNode* LogService::node(std::string_view name) {
    const std::scoped_lock lock(loggers_mutex_);
    auto found = loggers_.find(name);
    if (found == loggers_.end()) {
        auto made =
            std::unique_ptr<LoggerNode>(new LoggerNode{std::string(name), levels_.level_of(name)});
        found = loggers_.emplace(name, std::move(made)).first;
    }
    return found->second.get();
}

void LogService::set_levels(LogLevels levels) {
    const std::scoped_lock lock(loggers_mutex_);
    levels_ = std::move(levels);
    for (const auto& [name, node] : loggers_) {
        node->level.store(levels_.level_of(name), std::memory_order_relaxed);
    }
}

void LogService::set_level(std::string_view name, LogLevel level) {
    const std::scoped_lock lock(loggers_mutex_);
    levels_.set(name, level);
    for (const auto& [logger, node] : loggers_) {
        node->level.store(levels_.level_of(logger), std::memory_order_relaxed);
    }
}

void LogService::set_appenders(std::vector<std::unique_ptr<Appender>> appenders) {
    flush(exit_timeout);
    const std::scoped_lock lock(appenders_mutex_);
    std::swap(appenders_, appenders);
    has_reported_failure_ = false;
}

bool LogService::has_room() noexcept {
    if (is_log_thread) {
        return false;
    }
    if (!queue_.is_full()) {
        return true;
    }
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return false;
}

void LogService::submit(const LoggerNode& logger, LogLevel level,
                        std::string_view message) noexcept {
    push(logger, level, message);
    start_thread();
    wake();
    if (is_closing_.load(std::memory_order_relaxed) && !flush(exit_timeout)) {
        is_closing_.store(false, std::memory_order_relaxed);  // An appender hangs: wait once only.
    }
}

void LogService::push(const LoggerNode& logger, LogLevel level, std::string_view message) noexcept {
    const bool pushed = queue_.try_push([&](LogLine& line) {
        line.time = std::chrono::system_clock::now();
        line.level = level;
        line.thread = this_thread_id();
        line.logger = &logger;
        try {
            line.message.assign(message);
        } catch (const std::bad_alloc&) {
            line.message.assign("(no memory)");  // Short enough to need none.
        }
    });
    if (!pushed) {
        dropped_.fetch_add(1, std::memory_order_relaxed);
    }
}

void LogService::start_thread() noexcept {
    if (has_thread_.load(std::memory_order_relaxed) || has_thread_.exchange(true)) {
        return;
    }
    const SignalsBlocked blocked;
    const auto body = [](void* service) -> void* {
        static_cast<LogService*>(service)->run();
        return nullptr;
    };
    // Not std::thread: its state on the heap would be a leak in the child of a fork.
    pthread_t thread;
    if (pthread_create(&thread, nullptr, body, this) == 0) {
        pthread_detach(thread);
    } else {
        has_thread_.store(false);  // The lines wait; the next one tries again.
    }
}

void LogService::wake() noexcept {
    if (is_asleep_.load(std::memory_order_seq_cst) != 0 && is_asleep_.exchange(0) != 0) {
        is_asleep_.notify_one();
    }
}

void LogService::close() noexcept {
    is_closing_.store(flush(exit_timeout), std::memory_order_relaxed);
}

bool LogService::flush(std::chrono::milliseconds timeout) noexcept {
    if (is_log_thread) {
        return false;
    }
    const std::uint64_t pushed = queue_.pushed();
    std::unique_lock lock(flushed_mutex_);
    return flushed_changed_.wait_for(lock, timeout, [&] { return flushed_ >= pushed; });
}

LogStatistics LogService::statistics() const {
    return {written_.load(std::memory_order_relaxed), dropped_.load(std::memory_order_relaxed),
            failed_.load(std::memory_order_relaxed)};
}

void LogService::run() noexcept {
    is_log_thread = true;
    pthread_setname_np(pthread_self(), "leat-log");
    for (;;) {
        if (!work()) {
            sleep();
        }
    }
}

void LogService::sleep() {
    is_asleep_.store(1, std::memory_order_seq_cst);
    if (queue_.is_empty()) {
        is_asleep_.wait(1);
    }
    is_asleep_.store(0, std::memory_order_relaxed);
}

bool LogService::work() {
    const std::uint64_t popped = queue_.popped();
    const auto write_line = [this](LogLine& line) {
        const std::scoped_lock lock(appenders_mutex_);
        write({line.time, line.level, line.thread, line.logger->name, line.message});
        if (line.message.capacity() > message_bytes_kept) {
            std::string().swap(line.message);
        }
    };
    while (queue_.popped() - popped < log_queue_lines_max && queue_.try_pop(write_line)) {
    }
    report_dropped();
    if (queue_.popped() == popped) {
        return false;
    }
    flush_appenders();
    const std::scoped_lock lock(flushed_mutex_);
    flushed_ = queue_.popped();
    flushed_changed_.notify_all();
    return true;
}

template <class Call>
void LogService::guarded(Call&& call) noexcept {
    try {
        call();
    } catch (const std::exception& failure) {
        report_failure(failure.what());
    } catch (...) {
        report_failure("an exception of unknown type");
    }
}

void LogService::report_failure(const char* reason) noexcept {
    failed_.fetch_add(1, std::memory_order_relaxed);
    if (!std::exchange(has_reported_failure_, true)) {
        std::fprintf(stderr, "leat: a log appender failed: %s (reported once)\n", reason);
    }
}

void LogService::write(const LogRecord& record) {
    written_.fetch_add(1, std::memory_order_relaxed);
    for (const auto& appender : appenders_) {
        guarded([&] { appender->write(record); });
    }
}

void LogService::report_dropped() {
    const std::uint64_t dropped = dropped_.load(std::memory_order_relaxed);
    if (dropped == dropped_reported_) {
        return;
    }
    const std::string message =
        std::to_string(dropped - dropped_reported_) + " lines dropped: the log queue was full";
    dropped_reported_ = dropped;
    const std::scoped_lock lock(appenders_mutex_);
    write(
        {std::chrono::system_clock::now(), LogLevel::warn, this_thread_id(), "leat.log", message});
}

void LogService::flush_appenders() {
    const std::scoped_lock lock(appenders_mutex_);
    for (const auto& appender : appenders_) {
        guarded([&] { appender->flush(); });
    }
}

}  // namespace leat
