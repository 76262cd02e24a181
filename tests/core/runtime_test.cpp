#include "leat/core/runtime.hpp"

#include <gtest/gtest.h>

#include "sample_actors.hpp"

namespace leat {
namespace {

TEST(Runtime, KnowsNoActorOutsideOfThem) {
    EXPECT_EQ(runtime::current_house(), nullptr);
    EXPECT_EQ(runtime::current_stack(), nullptr);
}

TEST(RuntimeDeathTest, RefusesAnAskOutsideOfAnActor) {
    EXPECT_DEATH(
        {
            System system({.threads = 1});
            auto future = system.spawn<testing::PongActor>().ask<testing::Ping>(1);
        },
        "outside of an actor: use ask_blocking");
}

}  // namespace
}  // namespace leat
