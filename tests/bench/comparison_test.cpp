#include "comparison.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>

namespace leat::bench {
namespace {

Comparison comparison_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "bench_sample");
    std::vector<char*> pointers;
    for (std::string& argument : arguments) {
        pointers.push_back(argument.data());
    }
    return {"sample", static_cast<int>(pointers.size()), pointers.data()};
}

TEST(Comparison, GivesMediansAndRatiosAboveOneWhereLeatIsBetter) {
    Comparison comparison = comparison_of({});
    comparison.add("speed", "op/s", Better::higher, {9, 4, 5}, {{"malloc", {2, 2.5, 900}}});
    comparison.add("time", "s", Better::lower, {2, 4}, {{"asio", {12}}});
    comparison.add("size", "MiB", Better::lower, {1.5}, {});
    EXPECT_EQ(comparison.table(),
              "| metric | leat       | peer              | ratio |\n"
              "| ------ | ---------- | ----------------- | ----- |\n"
              "| speed  | 5.000 op/s | malloc 2.500 op/s | 2.00  |\n"
              "| time   | 3.000 s    | asio 12.000 s     | 4.00  |\n"
              "| size   | 1.500 MiB  | -                 | -     |\n");
}

TEST(Comparison, WritesOneJsonRowForEachMetricAndPeer) {
    const std::string path =
        testing::TempDir() + "leat_comparison_test_" + std::to_string(::getpid()) + ".json";
    Comparison comparison = comparison_of({"--json", path});
    comparison.add("speed", "op/s", Better::higher, {6}, {{"malloc", {4}}, {"none", {0}}});
    comparison.add("size", "MiB", Better::lower, {1.5}, {});

    ASSERT_EQ(comparison.finish(), 0);

    std::ifstream file(path);
    const std::string written{std::istreambuf_iterator<char>(file),
                              std::istreambuf_iterator<char>()};
    std::remove(path.c_str());
    EXPECT_EQ(written,
              "{\"bench\": \"sample\", \"rows\": [\n"
              "  {\"metric\": \"speed\", \"leat\": 6, \"unit\": \"op/s\", \"peer\": \"malloc\", "
              "\"value\": 4, \"ratio\": 1.5},\n"
              "  {\"metric\": \"speed\", \"leat\": 6, \"unit\": \"op/s\", \"peer\": \"none\", "
              "\"value\": 0, \"ratio\": null},\n"
              "  {\"metric\": \"size\", \"leat\": 1.5, \"unit\": \"MiB\", \"peer\": null, "
              "\"value\": null, \"ratio\": null}\n"
              "]}\n");
}

TEST(Comparison, TakesTurns) {
    Comparison comparison = comparison_of({"--quick"});
    std::string turns;
    comparison.metric(
        "turns", "s", Better::lower, [&] { return turns += 'l', 1.0; },
        {{"a", [&] { return turns += 'a', 1.0; }}, {"b", [&] { return turns += 'b', 1.0; }}});
    EXPECT_EQ(turns,
              "labl"
              "abl"
              "abl"
              "abl"
              "abl"
              "ab");
}

TEST(Comparison, RunsOnlyTheMetricAskedFor) {
    Comparison comparison = comparison_of({"--only", "size"});
    comparison.metric("speed", "op/s", Better::higher,
                      [] { return ADD_FAILURE() << "not asked for", 1.0; }, {});
    EXPECT_EQ(comparison.finish(), 1);
    comparison.metric("size", "MiB", Better::lower, [] { return 3.0; }, {});
    EXPECT_EQ(comparison.finish(), 0);
}

TEST(Comparison, FailsWhenItCannotWrite) {
    Comparison comparison = comparison_of({"--json", "/nonexistent/file.json"});
    comparison.add("size", "MiB", Better::lower, {1.5}, {});
    EXPECT_EQ(comparison.finish(), 1);
}

TEST(ComparisonDeathTest, RefusesUnknownArguments) {
    EXPECT_EXIT((void)comparison_of({"--fast"}), testing::ExitedWithCode(2),
                "unknown argument '--fast'; takes --quick");
}

}  // namespace
}  // namespace leat::bench
