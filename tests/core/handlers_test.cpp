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

}  // namespace
}  // namespace leat
