#include "leat/core/stack.hpp"

#include <gtest/gtest.h>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

struct Slow {
    using Reply = Sum;
    int number;
};

/// Notes the order of its calls; the first is a barrier that waits for another actor.
class Guarded final : public StateActor<Slow, Count> {
public:
    explicit Guarded(Address<AskMany> helper) : helper_(std::move(helper)) {}
    Task<Sum> on(Slow slow) {
        if (slow.number == 0) {
            const Sum sum = co_await helper_.ask<AskMany>(100);
            (void)sum;
        }
        co_return Sum{order_++};
    }
    Sum on(const Count&) { return {order_++}; }
    bool is_barrier(const Slow& slow) { return slow.number == 0; }

private:
    Address<AskMany> helper_;
    long order_ = 0;
};

struct Drive {
    using Reply = Sum;
};
class Driver final : public StateActor<Drive> {
public:
    explicit Driver(Address<Slow, Count> guarded) : guarded_(std::move(guarded)) {}
    Task<Sum> on(Drive) {
        auto first = guarded_.ask<Slow>(0);
        auto second = guarded_.ask<Slow>(1);
        auto third = guarded_.ask<Count>();
        const Sum a = co_await first;
        const Sum b = co_await second;
        const Sum c = co_await third;
        co_return Sum{a.value * 100 + b.value * 10 + c.value};
    }

private:
    Address<Slow, Count> guarded_;
};

TEST(Stack, HoldsBackAsksDuringABarrierAndDeliversThemAfterwards) {
    System system({.threads = 2});
    const auto helper = system.spawn<Summer>(system.spawn<PongActor>());
    const auto driver = system.spawn<Driver>(system.spawn<Guarded>(helper));
    const auto order = driver.ask_blocking<Drive>(patience);
    ASSERT_TRUE(order);
    EXPECT_EQ(order->value, 12);
}

}  // namespace
}  // namespace leat
