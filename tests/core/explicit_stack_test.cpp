#include "leat/core/explicit_stack.hpp"

#include <gtest/gtest.h>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

/// Passes an ask on, as a state machine.
class Relay final : public StateActor<Ping> {
public:
    explicit Relay(Address<Ping> next) : next_(std::move(next)) {}

    StackYield resume(AskStack<Ping>& stack) {
        if (stack.is_start()) {
            return stack.suspend(FutureState<Pong>(next_.ask<Ping>(stack.ask().id + 1)));
        }
        return stack.return_(stack.state<FutureState<Pong>>().future.get());
    }

private:
    Address<Ping> next_;
};

TEST(ExplicitStack, WaitsForAReplyAndGoesOn) {
    System system({.threads = 2});
    const auto relay = system.spawn<Relay>(system.spawn<PongActor>());
    const auto reply = relay.ask_blocking<Ping>(patience, 7);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->id, 8);
}

TEST(ExplicitStackDeathTest, RefusesToWaitForNothing) {
    EXPECT_DEATH(
        {
            class Idle final : public StateActor<Ping> {
            public:
                StackYield resume(AskStack<Ping>& stack) { return stack.suspend(StackState()); }
            };
            System system({.threads = 1});
            (void)system.spawn<Idle>().ask_blocking<Ping>(patience, 1);
        },
        "suspended with nothing to wait for");
}

}  // namespace
}  // namespace leat
