#include "leat/core/handlers.hpp"

#include <gtest/gtest.h>

#include "sample_actors.hpp"

namespace leat {
namespace {

class Everything final : public StateActor<testing::Ping, testing::Count> {
public:
    testing::Pong on(const testing::Ping& ping) { return {ping.id}; }
    StackYield resume(AskStack<testing::Count>& stack) { return stack.return_({3}); }
};

TEST(Handlers, AreFoundInEachForm) {
    static_assert(detail::HasOn<Everything, testing::Ping>);
    static_assert(!detail::HasOn<Everything, testing::Count>);
    static_assert(detail::HasAskStack<Everything, testing::Count>);
    static_assert(!detail::HasNoticeStack<Everything, testing::Count>);
    static_assert(!detail::HasBarrier<Everything, testing::Ping>);
    System system({.threads = 1});
    const auto everything = system.spawn<Everything>();
    EXPECT_EQ(everything.ask_blocking<testing::Ping>(testing::patience, 5)->id, 5);
    EXPECT_EQ(everything.ask_blocking<testing::Count>(testing::patience)->value, 3);
}

struct Tell {
    int id;
};

/// Takes a notice as a coroutine.
class Listener final : public StateActor<Tell, testing::Count> {
public:
    explicit Listener(Address<testing::Ping> pong) : pong_(std::move(pong)) {}
    Task<> on(Tell tell) {
        const testing::Pong pong = co_await pong_.ask<testing::Ping>(tell.id);
        sum_ += pong.id;
    }
    testing::Sum on(const testing::Count&) { return {sum_}; }

private:
    Address<testing::Ping> pong_;
    long sum_ = 0;
};

TEST(Handlers, TakeANoticeAsACoroutine) {
    System system({.threads = 1});
    const auto listener = system.spawn<Listener>(system.spawn<Everything>());
    listener.notice<Tell>(20);
    listener.notice<Tell>(22);
    while (listener.ask_blocking<testing::Count>(testing::patience)->value != 42) {
    }
    EXPECT_TRUE(system.shutdown(testing::patience));
}

}  // namespace
}  // namespace leat
