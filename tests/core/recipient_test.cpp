#include "leat/core/recipient.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "sample_actors.hpp"

namespace leat {
namespace {

TEST(Recipient, CountsAddressesOnAllThreads) {
    System system({.threads = 2});
    Address<testing::Ping> pong = system.spawn<testing::PongActor>();
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([copy = pong] {
            for (int round = 0; round < 1'000; ++round) {
                const Address<testing::Ping> another = copy;
                another.notice<testing::Ping>(round);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_TRUE(pong.ask_blocking<testing::Ping>(testing::patience, 1));
    EXPECT_EQ(system.metrics().houses, 1U);
}

}  // namespace
}  // namespace leat
