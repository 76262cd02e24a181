#include "leat/core/future.hpp"

#include <gtest/gtest.h>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

struct Never {
    using Reply = Pong;
};

/// Never answers, but tells whether it is still wanted.
class Silent final : public StateActor<Never, Count> {
public:
    explicit Silent(Address<Ping> self_made) : other_(std::move(self_made)) {}
    StackYield resume(AskStack<Never>& stack) {
        waiting_ = &stack;
        return stack.suspend(FutureState<Pong>(other_.ask<Ping>(0)));
    }
    Sum on(const Count&) { return {waiting_->is_cancelled() ? 1 : 0}; }

private:
    Address<Ping> other_;
    AskStack<Never>* waiting_ = nullptr;
};

/// Suspends for ever: its own ask goes to an actor behind a barrier that does not end.
class Hole final : public StateActor<Ping> {
public:
    Task<Pong> on(Ping ping) {
        const Pong pong = co_await self().ask<Ping>(ping.id);
        co_return pong;
    }
    bool is_barrier(const Ping&) { return true; }
};

struct Try {
    using Reply = Sum;
};

class Impatient final : public StateActor<Try> {
public:
    explicit Impatient(Address<Never> silent) : silent_(std::move(silent)) {}
    Task<Sum> on(Try) {
        long code = 0;
        try {
            const Pong pong = co_await silent_.ask<Never>().within(5ms);
            code = pong.id;
        } catch (const AskError& error) {
            code = static_cast<long>(error.code());
        }
        co_return Sum{code};
    }

private:
    Address<Never> silent_;
};

TEST(Future, TimesOutAnAskAndTellsTheReceiver) {
    System system({.threads = 2});
    const auto silent = system.spawn<Silent>(system.spawn<Hole>());
    const auto impatient = system.spawn<Impatient>(silent);
    const auto code = impatient.ask_blocking<Try>(patience);
    ASSERT_TRUE(code);
    EXPECT_EQ(code->value, static_cast<long>(Errc::ask_timeout));
    EXPECT_EQ(silent.ask_blocking<Count>(patience)->value, 1);
    EXPECT_FALSE(system.shutdown(1ms));
}

TEST(Future, FailsABlockingAskThatNobodyAnswers) {
    System system({.threads = 1});
    const auto hole = system.spawn<Hole>();
    const auto reply = hole.ask_blocking<Ping>(5ms, 1);
    ASSERT_FALSE(reply);
    EXPECT_TRUE(reply.error() == Errc::ask_timeout);
}

}  // namespace
}  // namespace leat
