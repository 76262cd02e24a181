#include "leat/core/stack_state.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

class Gatherer final : public StateActor<AskMany> {
public:
    explicit Gatherer(Address<Ping> pong) : pong_(std::move(pong)) {}

    StackYield resume(AskStack<AskMany>& stack) {
        if (stack.is_start()) {
            std::vector<Future<Pong>> futures;
            for (int i = 0; i < stack.ask().count; ++i) {
                futures.push_back(pong_.ask<Ping>(i));
            }
            return stack.suspend(FuturesState<Pong>(std::move(futures)));
        }
        long sum = 0;
        for (auto& future : stack.state<FuturesState<Pong>>().futures) {
            sum += future.get().id;
        }
        return stack.return_({sum});
    }

private:
    Address<Ping> pong_;
};

TEST(FuturesState, WaitsForAllReplies) {
    System system({.threads = 2});
    const auto gatherer = system.spawn<Gatherer>(system.spawn<PongActor>());
    const auto sum = gatherer.ask_blocking<AskMany>(patience, 100);
    ASSERT_TRUE(sum);
    EXPECT_EQ(sum->value, 4950);
}

}  // namespace
}  // namespace leat
