#include "leat/core/supervision.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

struct Fail {
    using Reply = Sum;
};

class Fragile final : public StateActor<Fail, Count> {
public:
    explicit Fragile(Supervision decision = Supervision::restart) : decision_(decision) {}

    Sum on(const Fail&) { throw std::runtime_error("broken"); }
    Sum on(const Count&) { return {restarts_}; }

protected:
    void restart() override { ++restarts_; }
    Supervision supervise(const std::exception_ptr&) override { return decision_; }

private:
    Supervision decision_;
    long restarts_ = 0;
};

TEST(Supervision, GivesTheAskerTheExceptionOfAHandler) {
    System system({.threads = 1});
    const auto fragile = system.spawn<Fragile>();
    const auto reply = fragile.ask_blocking<Fail>(patience);
    ASSERT_FALSE(reply);
    EXPECT_TRUE(reply.error() == Errc::handler_failed);
    EXPECT_EQ(reply.error().detail(), "broken");
    EXPECT_EQ(fragile.ask_blocking<Count>(patience)->value, 0);
}

TEST(Supervision, RestartsAnActorWhoseNoticeFailed) {
    System system({.threads = 1});
    const auto fragile = system.spawn<Fragile>();
    fragile.notice<Fail>();
    fragile.notice<Fail>();
    EXPECT_TRUE(system.spawn<PongActor>().ask_blocking<Ping>(patience, 1));
    EXPECT_EQ(fragile.ask_blocking<Count>(patience)->value, 2);
    EXPECT_EQ(system.metrics().restarts, 2U);
}

TEST(Supervision, StopsAnActorThatSaysSo) {
    System system({.threads = 1});
    const auto fragile = system.spawn<Fragile>(Supervision::stop);
    fragile.notice<Fail>();
    const auto reply = fragile.ask_blocking<Count>(patience);
    // The ask may overtake the notice, which fails then.
    if (!reply) {
        EXPECT_TRUE(reply.error() == Errc::actor_stopped);
    }
    const auto later = fragile.ask_blocking<Count>(patience);
    EXPECT_FALSE(later);
}

TEST(Supervision, RestartsOnlyUpToTheLimit) {
    System system({.threads = 1});
    const auto fragile = system.spawn<Fragile>();
    for (int i = 0; i < 11; ++i) {
        fragile.notice<Fail>();
    }
    while (fragile.ask_blocking<Count>(patience)) {
        std::this_thread::yield();
    }
    EXPECT_EQ(system.metrics().restarts, 10U);
}

}  // namespace
}  // namespace leat
