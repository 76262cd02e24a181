#include "leat/core/task.hpp"

#include <gtest/gtest.h>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

TEST(Task, RunsACoroutineAcrossThreadsAndOnOne) {
    System system({.threads = 2});
    const auto pong = system.spawn_with<PongActor>({.thread = 0});
    for (const int thread : {0, 1}) {
        const auto summer = system.spawn_with<Summer>({.thread = thread}, pong);
        const auto sum = summer.ask_blocking<AskMany>(patience, 10'000);
        ASSERT_TRUE(sum);
        EXPECT_EQ(sum->value, 10'000L * 9'999 / 2);
    }
}

}  // namespace
}  // namespace leat
