#include "leat/core/log_options.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "captured_log.hpp"

namespace leat {
namespace {

/// A folder of its own for each test, removed at the end.
class LogOptionsTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::temp_directory_path() / ("leat_log_" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override {
        ASSERT_TRUE(configure_logging({}));
        std::filesystem::remove_all(folder_);
    }

    std::string path(const std::string& name) { return (folder_ / name).string(); }
    std::string content(const std::string& name) {
        flush_log();
        std::ifstream file(path(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static void log_to(FileLog file) {
        LogOptions options = {.console = std::nullopt};
        options.files.push_back(std::move(file));
        ASSERT_TRUE(configure_logging(std::move(options)));
    }

private:
    std::filesystem::path folder_;
};

bool matches(const std::string& text, const std::string& pattern) {
    return std::regex_match(text, std::regex(pattern));
}

TEST_F(LogOptionsTest, AFileGetsLinesOfText) {
    log_to({.path = path("new/folder/a.log")});
    Logger("shop.orders").warn("received {} of {}", 1, 2);
    const auto text = content("new/folder/a.log");
    EXPECT_TRUE(matches(text,
                        "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} [+-]\\d\\d:\\d\\d "
                        "warning  \\[\\d+\\] shop.orders: received 1 of 2\n"))
        << text;
}

TEST_F(LogOptionsTest, AMessageCannotForgeALineOrCommandATerminal) {
    log_to({.path = path("a.log")});
    Logger("shop").info("name '{}'", "x\n2026-01-01 all is well\r\x1b[2Jä\t\x7f");
    const auto text = content("a.log");
    EXPECT_NE(text.find("name 'x\n    2026-01-01 all is well\\x0d\\x1b[2Jä\t\\x7f'\n"),
              std::string::npos)
        << text;
}

TEST_F(LogOptionsTest, JsonHasAnObjectPerLine) {
    log_to({.path = path("a.json"), .format = LogFormat::json});
    Logger("shop").error("say \"{}\"", "a\\b\n\r\t\x01 \xE2\x82\xAC");
    const auto text = content("a.json");
    EXPECT_TRUE(
        matches(text,
                "\\{\"time\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z\",\"level\":"
                "\"error\",\"logger\":\"shop\",\"thread\":\\d+,\"message\":\".*\"\\}\n"))
        << text;
    EXPECT_NE(text.find("\"say \\\"a\\\\b\\n\\r\\t\\u0001 \xE2\x82\xAC\\\"\""), std::string::npos)
        << text;
}

TEST_F(LogOptionsTest, JsonReplacesWhatIsNotUtf8) {
    log_to({.path = path("a.json"), .format = LogFormat::json});
    const Logger logger("shop");
    // A lone continuation, an overlong form, a surrogate, a value too large, an unfinished end.
    for (const char* bad : {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
        logger.info("<{}>", bad);
    }
    const auto text = content("a.json");
    const std::string mark = "\xEF\xBF\xBD";
    for (const auto marks : {1U, 2U, 3U, 4U}) {
        std::string expected = "<";
        for (unsigned count = 0; count < marks; ++count) {
            expected += mark;
        }
        EXPECT_NE(text.find(expected + ">"), std::string::npos) << marks;
    }
    logger.info("<{}>", "\xF0\x9F\x98\x80");
    EXPECT_NE(content("a.json").find("<\xF0\x9F\x98\x80>"), std::string::npos);
}

TEST_F(LogOptionsTest, ARollingFileKeepsSizeAndCount) {
    log_to({.path = path("a.log"), .file_bytes_max = 1000, .old_files_max = 2});
    for (int line = 0; line < 100; ++line) {
        Logger("shop").info("line {}", line);
    }
    flush_log();
    for (const char* name : {"a.log", "a.1.log", "a.2.log"}) {
        EXPECT_LE(std::filesystem::file_size(path(name)), 1000U) << name;
        EXPECT_GT(std::filesystem::file_size(path(name)), 0U) << name;
    }
    EXPECT_FALSE(std::filesystem::exists(path("a.3.log")));
    EXPECT_NE(content("a.log").find("line 99\n"), std::string::npos);
    EXPECT_EQ(content("a.1.log").find("line 99\n"), std::string::npos);
}

TEST_F(LogOptionsTest, AFileIsContinuedNotOverwritten) {
    log_to({.path = path("a.log")});
    Logger("shop").info("before");
    log_to({.path = path("a.log")});
    Logger("shop").info("after");
    EXPECT_TRUE(std::regex_search(content("a.log"), std::regex("before\n.*after\n")));
}

TEST_F(LogOptionsTest, SeveralAppendersGetEveryLine) {
    CapturedLog log;
    LogOptions options = {
        .console = std::nullopt,
        .files = {{.path = path("a.log")}, {.path = path("b.json"), .format = LogFormat::json}}};
    options.appenders.push_back(log.make_appender());
    options.appenders.push_back(log.make_appender());
    ASSERT_TRUE(configure_logging(std::move(options)));
    Logger("shop").info("to all");
    EXPECT_EQ(log.texts(), (std::vector<std::string>{"info shop: to all", "info shop: to all"}));
    EXPECT_NE(content("a.log").find("shop: to all\n"), std::string::npos);
    EXPECT_NE(content("b.json").find("\"to all\""), std::string::npos);
}

TEST_F(LogOptionsTest, AFileThatCannotBeOpenedIsRefusedAndNothingChanges) {
    CapturedLog log("warn");
    LogOptions options = {.levels = "trace", .files = {{.path = "/proc/no/such.log"}}};
    const auto refused = configure_logging(std::move(options));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), std::errc::io_error);
    EXPECT_NE(refused.error().detail().find("/proc/no/such.log"), std::string::npos);
    Logger("shop").info("off");
    Logger("shop").warn("still here");
    EXPECT_EQ(log.message(), "still here");
}

TEST_F(LogOptionsTest, ValuesOutOfRangeAreRefused) {
    LogOptions options = {
        .files = {{.path = path("a.log"), .file_bytes_max = 10, .old_files_max = 1001}}};
    const auto refused = configure_logging(std::move(options));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().detail(), "old_files_max=1001: must be 0 to 1000");
    EXPECT_FALSE(configure_logging({.levels = "loud"}));
}

TEST_F(LogOptionsTest, TheEnvironmentGoesOnTop) {
    setenv("LEAT_LOG", "shop.orders=trace", 1);
    {
        const CapturedLog log("warn,shop.orders=off,shop=error");
        EXPECT_TRUE(Logger("shop.orders").is_on(LogLevel::trace));
        EXPECT_FALSE(Logger("shop").is_on(LogLevel::warn));
        EXPECT_TRUE(Logger("other").is_on(LogLevel::warn));
    }
    setenv("LEAT_LOG", "shop=", 1);
    const auto refused = configure_logging({});
    unsetenv("LEAT_LOG");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().detail().substr(0, 27), "LEAT_LOG: log rule 'shop=':");
}

TEST_F(LogOptionsTest, TheConsoleIsColouredOnATerminalOnlyOrAsAsked) {
    const auto console = [](ConsoleLog options) {
        testing::internal::CaptureStderr();
        EXPECT_TRUE(configure_logging({.console = options}));
        Logger("shop").error("red");
        flush_log();
        return testing::internal::GetCapturedStderr();
    };
    EXPECT_EQ(console({}).find('\x1b'), std::string::npos);
    EXPECT_EQ(console({.colours = LogColours::never}).find('\x1b'), std::string::npos);
    EXPECT_NE(console({.colours = LogColours::always}).find('\x1b'), std::string::npos);
    const auto json = console({.format = LogFormat::json, .colours = LogColours::always});
    EXPECT_EQ(json.substr(0, 9), "{\"time\":\"");
}

TEST_F(LogOptionsTest, TheConsoleCanBeStandardOutput) {
    testing::internal::CaptureStdout();
    ASSERT_TRUE(configure_logging({.console = ConsoleLog{.to_stdout = true}}));
    Logger("shop").info("out");
    flush_log();
    EXPECT_NE(testing::internal::GetCapturedStdout().find("shop: out\n"), std::string::npos);
}

TEST(LogOptionsDeathTest, RefusesANullAppender) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto configure = [] {
        LogOptions options;
        options.appenders.push_back(nullptr);
        (void)configure_logging(std::move(options)).has_value();
    };
    EXPECT_DEATH(configure(), "appender is null");
}

}  // namespace
}  // namespace leat
