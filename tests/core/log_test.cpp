#include "leat/core/log.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <latch>
#include <thread>

#include "captured_log.hpp"

namespace leat {
namespace {

using Texts = std::vector<std::string>;

#if defined(__has_feature)
constexpr bool has_thread_sanitizer = __has_feature(thread_sanitizer);
#else
constexpr bool has_thread_sanitizer = false;
#endif

/// Counts how often it is converted.
struct Counting {
    int* conversions;
};
std::string to_string(const Counting& counting) {
    ++*counting.conversions;
    return "counted";
}

TEST(Logger, WritesLinesWithLevelAndName) {
    CapturedLog log("trace");
    const Logger logger("shop.orders");
    logger.trace("{}", 1);
    logger.debug("{}", 2);
    logger.info("{}", 3);
    logger.warn("{}", 4);
    logger.error("{}", 5);
    logger.critical("{}", 6);
    EXPECT_EQ(log.texts(),
              (Texts{"trace shop.orders: 1", "debug shop.orders: 2", "info shop.orders: 3",
                     "warn shop.orders: 4", "error shop.orders: 5", "critical shop.orders: 6"}));
    EXPECT_EQ(log.lines()[0].thread, static_cast<std::uint64_t>(gettid()));
}

TEST(Logger, ConvertsNoValueWhenItIsOff) {
    CapturedLog log("warn");
    int conversions = 0;
    const Logger logger("shop");
    logger.info("{}", Counting{&conversions});
    EXPECT_EQ(conversions, 0);
    logger.warn("{}", Counting{&conversions});
    EXPECT_EQ(conversions, 1);
    EXPECT_EQ(log.texts(), Texts{"warn shop: counted"});
}

TEST(Logger, CopiesAndEqualNamesShareTheirLevel) {
    const CapturedLog log("info");
    const Logger first("shop");
    const Logger copy = first;
    const Logger second("shop");
    set_log_level("shop", LogLevel::debug);
    EXPECT_TRUE(first.is_on(LogLevel::debug));
    EXPECT_TRUE(copy.is_on(LogLevel::debug));
    EXPECT_TRUE(second.is_on(LogLevel::debug));
    EXPECT_FALSE(second.is_on(LogLevel::trace));
}

TEST(Logger, ABadFormatGivesALineThatSaysSo) {
    CapturedLog log;
    const Logger logger("shop");
    logger.info("received {} of {}", 5);
    logger.info("received {:d}", "text");
    logger.info("received {", 5);
    logger.info("too many: {}", 1, 2);
    const auto lines = log.lines();
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[0].message, "(bad log format: argument not found) received {} of {} | 5");
    EXPECT_EQ(lines[1].message, "(bad log format: invalid type specifier) received {:d} | text");
    EXPECT_EQ(lines[2].message, "(bad log format: invalid format string) received { | 5");
    EXPECT_EQ(lines[3].message, "too many: 1");
}

TEST(Logger, TakesATextWithoutValuesAsItIs) {
    CapturedLog log;
    Logger("shop").info("100 {} {{ } %s");
    EXPECT_EQ(log.message(), "100 {} {{ } %s");
}

TEST(Logger, CutsALineThatIsTooLong) {
    CapturedLog log;
    Logger("shop").info("{}", std::string(log_line_bytes_max, 'x'));
    EXPECT_LE(log.message().size(), log_line_bytes_max);
    EXPECT_TRUE(log.message().ends_with("xxx... (40 bytes cut)")) << log.message();
}

TEST(Logger, KeepsCharactersWholeWhereItCuts) {
    CapturedLog log;
    std::string text;
    while (text.size() < 2 * log_line_bytes_max) {
        text += "\xE2\x82\xAC";
    }
    Logger("shop").info("{}", text);
    const auto message = log.message();
    const auto kept = message.find('.');
    EXPECT_EQ(message.substr(0, kept), text.substr(0, kept));
    EXPECT_EQ(kept % 3, 0U);
}

TEST(Logger, AnEnormousWidthTakesNoMemory) {
    CapturedLog log;
    Logger("shop").info("{:{}}", "wide", 100'000'000);
    EXPECT_LE(log.message().size(), log_line_bytes_max);
}

TEST(LogLevels, TheLongestNameWins) {
    const CapturedLog log("warn,leat.http=debug,leat=error,leat.http.client=off");
    EXPECT_FALSE(Logger("shop").is_on(LogLevel::info));
    EXPECT_TRUE(Logger("shop").is_on(LogLevel::warn));
    EXPECT_FALSE(Logger("leat").is_on(LogLevel::warn));
    EXPECT_TRUE(Logger("leat.core").is_on(LogLevel::error));
    EXPECT_TRUE(Logger("leat.http").is_on(LogLevel::debug));
    EXPECT_TRUE(Logger("leat.http.server").is_on(LogLevel::debug));
    EXPECT_FALSE(Logger("leat.http.client.pool").is_on(LogLevel::critical));
    EXPECT_FALSE(Logger("leat.https").is_on(LogLevel::debug)) << "a name ends at a dot";
}

TEST(LogLevels, ChangeAtRunTimeForLoggersThatExist) {
    const CapturedLog log("info");
    const Logger logger("leat.http.server");
    ASSERT_TRUE(set_log_levels("error, leat.http = trace"));
    EXPECT_TRUE(logger.is_on(LogLevel::trace));
    set_log_level("leat.http.server", LogLevel::off);
    EXPECT_FALSE(logger.is_on(LogLevel::critical));
    ASSERT_TRUE(set_log_levels("warn"));
    EXPECT_TRUE(logger.is_on(LogLevel::warn));
    EXPECT_FALSE(logger.is_on(LogLevel::info));
}

TEST(LogLevels, RefuseWhatIsNotALevelAndChangeNothing) {
    const CapturedLog log("info");
    const auto refused = set_log_levels("warn,leat.http=loud");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().detail(),
              "log rule 'leat.http=loud': the level must be trace, debug, info, warn, error, "
              "critical or off");
    EXPECT_FALSE(set_log_levels("info,,debug"));
    EXPECT_FALSE(set_log_levels("leat="));
    EXPECT_TRUE(Logger("leat").is_on(LogLevel::info));
}

TEST(LogLevels, AreReadInAnyCaseAndSpelling) {
    const CapturedLog log("info");
    ASSERT_TRUE(set_log_levels("WARNING,a=Err,b=OFF"));
    EXPECT_FALSE(Logger("c").is_on(LogLevel::info));
    EXPECT_TRUE(Logger("a").is_on(LogLevel::error));
    EXPECT_FALSE(Logger("a").is_on(LogLevel::warn));
    EXPECT_FALSE(Logger("b").is_on(LogLevel::critical));
}

/// An appender that waits at its first line until it is let go.
struct Gate {
    std::latch entered{1};
    std::latch open{1};
    bool is_first = true;

    std::unique_ptr<Appender> appender() {
        return std::make_unique<CallingAppender>([this](const LogRecord&) {
            if (std::exchange(is_first, false)) {
                entered.count_down();
                open.wait();
            }
        });
    }
};

TEST(Log, DropsAndCountsWhenTheQueueIsFullAndNeverBlocks) {
    Gate gate;
    CapturedLog log;
    LogOptions options = {.console = std::nullopt};
    options.appenders.push_back(gate.appender());
    options.appenders.push_back(log.make_appender());
    ASSERT_TRUE(configure_logging(std::move(options)));
    const auto dropped_before = log_statistics().dropped;
    const Logger logger("shop");
    logger.info("first");
    gate.entered.wait();

    constexpr std::size_t lines = log_queue_lines_max + 99;
    for (std::size_t line = 0; line < lines; ++line) {
        logger.info("{}", line);
    }
    EXPECT_FALSE(flush_log(std::chrono::milliseconds(1)));
    gate.open.count_down();

    const auto texts = log.texts();
    ASSERT_EQ(texts.size(), log_queue_lines_max + 1);
    EXPECT_EQ(texts.back(), "warn leat.log: 100 lines dropped: the log queue was full");
    EXPECT_EQ(log_statistics().dropped - dropped_before, 100U);
    logger.info("again");
    EXPECT_EQ(log.texts().back(), "info shop: again");
    EXPECT_EQ(log.texts().size(), log_queue_lines_max + 2);
}

TEST(Log, AnAppenderThatThrowsHarmsNoOther) {
    CapturedLog log;
    LogOptions options = {.console = std::nullopt};
    options.appenders.push_back(std::make_unique<CallingAppender>(
        [](const LogRecord&) { throw std::runtime_error("disk full"); }));
    options.appenders.push_back(
        std::make_unique<CallingAppender>([](const LogRecord&) { throw 5; }));
    options.appenders.push_back(log.make_appender());
    ASSERT_TRUE(configure_logging(std::move(options)));
    const auto failed_before = log_statistics().failed;
    testing::internal::CaptureStderr();
    Logger("shop").info("one");
    Logger("shop").info("two");
    EXPECT_EQ(log.texts(), (Texts{"info shop: one", "info shop: two"}));
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "leat: a log appender failed: disk full (reported once)\n");
    EXPECT_EQ(log_statistics().failed - failed_before, 4U);
}

TEST(Log, IgnoresWhatAnAppenderLogs) {
    CapturedLog log;
    LogOptions options = {.console = std::nullopt};
    options.appenders.push_back(std::make_unique<CallingAppender>([](const LogRecord&) {
        Logger("appender").error("again");
        EXPECT_FALSE(flush_log());
    }));
    options.appenders.push_back(log.make_appender());
    ASSERT_TRUE(configure_logging(std::move(options)));
    Logger("shop").info("once");
    EXPECT_EQ(log.texts(), Texts{"info shop: once"});
}

TEST(Log, KeepsTheOrderOfEachThreadAndLosesNothing) {
    constexpr int threads = 4;
    constexpr int lines = 1500;  // Together less than the queue holds.
    CapturedLog log;
    {
        std::vector<std::jthread> loggers;
        for (int thread = 0; thread < threads; ++thread) {
            loggers.emplace_back([thread] {
                const Logger logger("thread." + std::to_string(thread));
                for (int line = 0; line < lines; ++line) {
                    logger.info("{}", line);
                    logger.debug("{}", line);
                }
            });
        }
    }
    std::vector<int> next(threads, 0);
    for (const CapturedLine& line : log.lines()) {
        const auto thread = static_cast<std::size_t>(line.logger.back() - '0');
        ASSERT_EQ(line.message, std::to_string(next[thread]++));
    }
    EXPECT_EQ(next, std::vector<int>(threads, lines));
}

TEST(Log, MayBeConfiguredWhileOthersLog) {
    std::atomic<bool> is_done = false;
    std::atomic<int> written = 0;
    const auto count = [&](const LogRecord&) { ++written; };
    std::vector<std::jthread> loggers;
    for (int thread = 0; thread < 3; ++thread) {
        loggers.emplace_back([&] {
            const Logger logger("shop");
            while (!is_done) {
                logger.info("{}", 1);
                std::this_thread::yield();
            }
        });
    }
    for (int round = 0; round < 50; ++round) {
        LogOptions options = {.levels = round % 2 == 0 ? "info" : "debug", .console = std::nullopt};
        options.appenders.push_back(std::make_unique<CallingAppender>(count));
        ASSERT_TRUE(configure_logging(std::move(options)));
    }
    while (written == 0) {
        std::this_thread::yield();
    }
    is_done = true;
    loggers.clear();
    ASSERT_TRUE(configure_logging({}));
    EXPECT_GT(written, 0);
}

TEST(Log, LeavesTheSignalsToTheProgram) {
    CapturedLog log;
    Logger("shop").info("starts the thread");
    log.lines();
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigset_t former;
    pthread_sigmask(SIG_BLOCK, &signals, &former);
    kill(getpid(), SIGUSR1);
    int signal = 0;
    sigwait(&signals, &signal);
    pthread_sigmask(SIG_SETMASK, &former, nullptr);
    EXPECT_EQ(signal, SIGUSR1);
}

/// Logs when static objects are destroyed.
struct LastWords {
    ~LastWords() { Logger("shop").error("last words"); }
};

void log_while_exiting(const char* levels) {
    static LastWords last_words;
    setenv("LEAT_LOG", levels, 1);
    Logger("shop").info("before");
    std::exit(0);
}

/// Each in a process of its own: what happens before any configuration, and at the end.
class LogDeathTest : public testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(LogDeathTest, WritesToTheConsoleWithoutConfigurationAndUntilTheEnd) {
    EXPECT_EXIT(log_while_exiting("info"), testing::ExitedWithCode(0),
                "info +.[0-9]+. shop: before\n.*error +.[0-9]+. shop: last words\n");
}

TEST_F(LogDeathTest, ObeysTheEnvironmentWithoutConfiguration) {
    EXPECT_EXIT(log_while_exiting("error"), testing::ExitedWithCode(0),
                "^[^\n]*shop: last words\n$");
}

TEST_F(LogDeathTest, ReportsABadEnvironmentAndGoesOn) {
    EXPECT_EXIT(log_while_exiting("shop=loud"), testing::ExitedWithCode(0),
                "LEAT_LOG: log rule 'shop=loud'.*\n.*shop: before\n.*shop: last words");
}

TEST_F(LogDeathTest, GoesOnInTheChildOfAFork) {
    if (has_thread_sanitizer) {
        GTEST_SKIP() << "ThreadSanitizer does not let a forked child start a thread";
    }
    const auto fork_and_log = [] {
        Logger("shop").info("parent");
        flush_log();
        const pid_t child = fork();
        if (child == 0) {
            CapturedLog log;
            Logger("shop").info("child");
            const bool is_its_own = log.lines().at(0).thread == static_cast<unsigned>(getpid());
            std::exit(is_its_own ? 5 : 6);
        }
        int status = 0;
        waitpid(child, &status, 0);
        Logger("shop").info("parent again");
        std::exit(WEXITSTATUS(status));
    };
    EXPECT_EXIT(fork_and_log(), testing::ExitedWithCode(5), "parent\n.*parent again\n$");
}

}  // namespace
}  // namespace leat
