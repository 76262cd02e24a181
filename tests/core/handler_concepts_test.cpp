#include "leat/core/handler_concepts.hpp"

#include <gtest/gtest.h>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace testing;

struct Tick {};

class Everything final : public StateActor<Ping, Count, Tick> {
public:
    static constexpr std::size_t batch_messages_max = 7;

    Pong on(const Ping& ping) { return {ping.id}; }
    bool is_barrier(const Ping&) { return false; }
    bool must_stash(const Ping&) { return false; }
    StackYield resume(AskStack<Count>& stack) { return stack.return_({3}); }
    StackYield resume(BatchNoticeStack<Tick>& stack) { return stack.return_(); }
};

TEST(HandlerConcepts, FindWhatAnActorHas) {
    static_assert(detail::HasOn<Everything, Ping>);
    static_assert(!detail::HasOn<Everything, Count>);
    static_assert(detail::HasAskStack<Everything, Count>);
    static_assert(!detail::HasAskStack<Everything, Tick>);
    static_assert(!detail::HasNoticeStack<Everything, Count>);
    static_assert(detail::HasBatchNoticeStack<Everything, Tick>);
    static_assert(!detail::HasBatchAskStack<Everything, Ping>);
    static_assert(detail::HasBarrier<Everything, Ping> && !detail::HasBarrier<Everything, Tick>);
    static_assert(detail::HasStash<Everything, Ping> && !detail::HasStash<Everything, Tick>);
    static_assert(!detail::HasBatchFilter<Everything, Tick>);
    static_assert(detail::HasSingleHandler<Everything, Count>);
    static_assert(!detail::HasSingleHandler<Everything, Tick>);
    static_assert(detail::batch_max<Everything>() == 7 && detail::batch_max<PongActor>() == 64);
    static_assert(detail::has_all_handlers<Everything>());
    System system({.threads = 1});
    EXPECT_EQ(system.spawn<Everything>().ask_blocking<Count>(patience)->value, 3);
}

}  // namespace
}  // namespace leat
