#include "leat/core/address.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

/// Counts its own destruction.
class Mortal final : public StateActor<Ping> {
public:
    explicit Mortal(std::atomic<int>& ended) : ended_(ended) {}
    ~Mortal() override { ++ended_; }
    Pong on(const Ping& ping) { return {ping.id}; }

private:
    std::atomic<int>& ended_;
};

void wait_for(const std::atomic<int>& counter, int value) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (counter != value && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(counter, value);
}

TEST(Address, EndsAnActorWithItsLastAddress) {
    std::atomic<int> ended = 0;
    System system({.threads = 2});
    for (int i = 0; i < 1'000; ++i) {
        system.spawn<Mortal>(ended).notice<Ping>(i);
    }
    wait_for(ended, 1'000);
    while (system.metrics().houses != 0) {
        std::this_thread::yield();
    }
    EXPECT_EQ(system.metrics().dead_letters, 0U);
}

TEST(Address, StopsByAddressAndTurnsAwayWhatFollows) {
    std::atomic<int> ended = 0;
    System system({.threads = 1});
    const auto mortal = system.spawn<Mortal>(ended);
    mortal.stop();
    wait_for(ended, 1);
    const auto reply = mortal.ask_blocking<Ping>(patience, 1);
    ASSERT_FALSE(reply);
    EXPECT_TRUE(reply.error() == Errc::actor_stopped);
    mortal.notice<Ping>(1);
    while (system.metrics().dead_letters != 1) {
        std::this_thread::yield();
    }
}

TEST(Address, LetsAddressesOutliveIt) {
    auto system = std::make_unique<System>(SystemOptions{.threads = 2});
    const auto pong = system->spawn<PongActor>();
    system.reset();
    pong.notice<Ping>(1);
    const auto reply = pong.ask_blocking<Ping>(patience, 1);
    ASSERT_FALSE(reply);
    EXPECT_TRUE(reply.error() == Errc::shutting_down);
}

TEST(Address, ConvertsToOneOfFewerMessages) {
    static_assert(std::is_convertible_v<Address<Ping, Count>, Address<Ping>>);
    static_assert(!std::is_convertible_v<Address<Ping>, Address<Ping, Count>>);
    System system({.threads = 1});
    const Address<Ping> pong = system.spawn<PongActor>();
    const Address<Ping> copy = pong;
    EXPECT_TRUE(copy == pong);
    EXPECT_FALSE(copy == Address<Ping>(system.spawn<PongActor>()));
}

}  // namespace
}  // namespace leat
