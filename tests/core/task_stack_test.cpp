#include "leat/core/task_stack.hpp"

#include <gtest/gtest.h>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

Task<int> depth(int levels) {
    int below = 0;
    if (levels > 0) {
        below = co_await depth(levels - 1);
    }
    co_return below + 1;
}

class Deep final : public StateActor<AskMany> {
public:
    Task<Sum> on(AskMany many) {
        const int reached = co_await depth(many.count);
        co_return Sum{reached};
    }
};

TEST(TaskStack, GrowsNoNativeStackWithTheDepthOfAwaits) {
    System system({.threads = 1});
    const auto reached = system.spawn<Deep>().ask_blocking<AskMany>(patience, 200'000);
    ASSERT_TRUE(reached);
    EXPECT_EQ(reached->value, 200'001);
}

}  // namespace
}  // namespace leat
