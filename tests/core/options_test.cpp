#include "leat/core/options.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

namespace leat {
namespace {

using namespace std::chrono_literals;

/// Sets a variable of the environment for the time of a test.
class Variable {
public:
    Variable(std::string name, const std::string& value) : name_(std::move(name)) {
        setenv(name_.c_str(), value.c_str(), 1);
    }
    ~Variable() { unsetenv(name_.c_str()); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    std::string name_;
};

/// A row of `options_table()`.
struct Row {
    std::string field;
    std::string variable;
    std::string fallback;
    std::int64_t minimum;
    std::int64_t maximum;
    std::string range;
};

std::string unquoted(const std::string& cell) {
    return cell.substr(2, cell.size() - 4);
}

std::vector<Row> rows() {
    std::istringstream table(options_table());
    std::vector<Row> result;
    std::string line;
    for (int number = 0; std::getline(table, line); ++number) {
        if (number < 2) {
            continue;
        }
        std::istringstream cells(line.substr(1));
        std::string cell[4];
        for (std::string& text : cell) {
            std::getline(cells, text, '|');
        }
        Row row = {unquoted(cell[0]),
                   unquoted(cell[1]),
                   cell[2].substr(1, cell[2].size() - 2),
                   0,
                   0,
                   cell[3].substr(1, cell[3].size() - 2)};
        std::string to;
        std::istringstream(row.range) >> row.minimum >> to >> row.maximum;
        result.push_back(row);
    }
    return result;
}

/// What `with_environment` says to this value: "" if it takes it.
std::string refusal(const Row& row, const std::string& value) {
    const Variable variable(row.variable, value);
    const auto options = with_environment({});
    return options ? "" : std::string(options.error().detail());
}

TEST(SystemOptions, DefaultsAreValidAndThoseOfTheModel) {
    const SystemOptions options;
    EXPECT_TRUE(validate(options));
    EXPECT_EQ(options.io_ratio, 50);
    EXPECT_EQ(options.minimum_budget, 500us);
    EXPECT_EQ(options.clock_check_interval, 16);
    EXPECT_EQ(options.steal_floor, 32);
    EXPECT_EQ(options.steal_aggression, 128);
    EXPECT_EQ(options.high_priority_replies, 2);
    EXPECT_EQ(options.high_priority_events, 4);
    EXPECT_EQ(options.pool_check_period, 60s);
    EXPECT_EQ(options.pool_idle, 30s);
    EXPECT_EQ(options.pool_keep, 10);
    EXPECT_EQ(options.memory_check_period, 100ms);
    EXPECT_EQ(options.memory_busy_percent, 90);
    EXPECT_EQ(options.memory_free_min_bytes, 100'000'000);
    EXPECT_EQ(options.memory_slow_down, 40ms);
    EXPECT_EQ(options.stall_threshold, 100ms);
}

TEST(SystemOptions, AreWrittenByName) {
    const SystemOptions options = {.name = "shop", .threads = 4, .pool_idle = 2min};
    EXPECT_TRUE(validate(options));
    EXPECT_EQ(options.pool_idle, 120'000ms);
}

TEST(SystemOptions, RefuseAValueWithItsNameAndRange) {
    const auto refused = validate({.io_ratio = 0});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().detail(), "io_ratio=0: must be 1 to 100");
    EXPECT_EQ(refused.error().code(), std::errc::invalid_argument);
    EXPECT_EQ(validate({.minimum_budget = -1us}).error().detail(),
              "minimum_budget=-1: must be 0 to 1000000 us");
    EXPECT_EQ(validate({.name = ""}).error().detail(), "name=: must be 1 to 63 characters");
}

TEST(SystemOptions, ValidateAlsoWhatTheEnvironmentDoesNotSet) {
    EXPECT_EQ(with_environment({.threads = -3}).error().detail(), "threads=-3: must be 0 to 1024");
}

TEST(SystemOptions, TheEnvironmentWinsOverTheProgram) {
    const Variable ratio("LEAT_IO_RATIO", "70");
    const Variable name("LEAT_NAME", "blue");
    const Variable pin("LEAT_PIN_THREADS", "1");
    const auto options = with_environment({.name = "red", .threads = 3, .io_ratio = 20});
    ASSERT_TRUE(options);
    EXPECT_EQ(options->io_ratio, 70);
    EXPECT_EQ(options->name, "blue");
    EXPECT_TRUE(options->pin_threads);
    EXPECT_EQ(options->threads, 3);
}

TEST(SystemOptions, EnvironmentHasTheUnitOfItsName) {
    const Variable budget("LEAT_MINIMUM_BUDGET_US", "250");
    const Variable idle("LEAT_POOL_IDLE_MS", "1500");
    const Variable free("LEAT_MEMORY_FREE_MIN_BYTES", "5000000000");
    const auto options = with_environment({});
    ASSERT_TRUE(options);
    EXPECT_EQ(options->minimum_budget, 250us);
    EXPECT_EQ(options->pool_idle, 1500ms);
    EXPECT_EQ(options->memory_free_min_bytes, 5'000'000'000);
}

TEST(SystemOptions, EachVariableIsNamedAfterItsFieldWithTheUnitLast) {
    for (const Row& row : rows()) {
        std::string expected = "LEAT_";
        for (const char c : row.field) {
            expected += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        }
        const bool is_time = row.range.ends_with("us") || row.range.ends_with("ms");
        const auto unit = row.range.substr(row.range.size() - 2);
        expected += is_time ? (unit == "us" ? "_US" : "_MS") : "";
        EXPECT_EQ(row.variable, expected);
    }
}

TEST(SystemOptions, EachIsTakenAtItsBoundsAndRefusedBeyond) {
    for (const Row& row : rows()) {
        if (row.field == "name") {
            continue;
        }
        EXPECT_EQ(refusal(row, std::to_string(row.minimum)), "") << row.field;
        EXPECT_EQ(refusal(row, std::to_string(row.maximum)), "") << row.field;
        for (const auto beyond : {row.minimum - 1, row.maximum + 1}) {
            const auto value = std::to_string(beyond);
            EXPECT_EQ(refusal(row, value), row.variable + "=" + value + ": must be " + row.range);
        }
    }
    const Row name = rows().front();
    EXPECT_EQ(refusal(name, std::string(63, 'n')), "");
    EXPECT_NE(refusal(name, std::string(64, 'n')), "");
    EXPECT_NE(refusal(name, ""), "");
}

TEST(SystemOptions, EachIsRefusedWhenItIsNotAWholeNumber) {
    for (const Row& row : rows()) {
        if (row.field == "name") {
            continue;
        }
        for (const char* garbage : {"", " ", "abc", "1.5", "0x10", "1 ", " 1", "1us", "+1", "1e2",
                                    "99999999999999999999", "-99999999999999999999"}) {
            EXPECT_EQ(refusal(row, garbage),
                      row.variable + "=" + garbage + ": must be " + row.range);
        }
    }
}

TEST(SystemOptions, ANumberThatFitsOnlyBeforeNarrowingIsRefused) {
    const Variable threads("LEAT_THREADS", "4294967297");
    EXPECT_EQ(with_environment({}).error().detail(), "LEAT_THREADS=4294967297: must be 0 to 1024");
}

TEST(SystemOptions, TheManualHasTheTableOfTheSource) {
    std::ifstream file(LEAT_SOURCE_DIR "/docs/options.md");
    const std::string manual{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(manual.find(options_table()), std::string::npos)
        << "docs/options.md must hold this table:\n"
        << options_table();
}

/// The part of the header that documents and declares the field.
std::string declaration(const std::string& header, const std::string& field) {
    const auto end = std::min(header.find(" " + field + " ="), header.find(" " + field + "{"));
    const auto begin = header.rfind(";\n", end);
    return end == std::string::npos ? "" : header.substr(begin, end - begin);
}

TEST(SystemOptions, TheHeaderNamesTheVariableAndTheLimitsOfEach) {
    std::ifstream file(LEAT_SOURCE_DIR "/core/include/leat/core/options.hpp");
    const std::string header{std::istreambuf_iterator<char>(file), {}};
    for (const Row& row : rows()) {
        const auto text = declaration(header, row.field);
        const bool is_flag = row.minimum == 0 && row.maximum == 1;
        const bool is_bytes = row.range.ends_with("bytes");
        const auto range = is_flag ? "(0 or 1)" : is_bytes ? "0 to 2^62 bytes" : row.range;
        EXPECT_NE(text.find(row.variable), std::string::npos) << row.field << text;
        EXPECT_NE(text.find(range), std::string::npos) << row.field << text;
    }
}

}  // namespace
}  // namespace leat
