#include "leat/core/actor.hpp"

#include <gtest/gtest.h>

#include <atomic>
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

TEST(Actor, KeepsAServiceWithoutAnAddress) {
    std::atomic<int> ended = 0;
    {
        System system({.threads = 1});
        (void)system.spawn_with<Mortal>({.service = true}, ended);
        EXPECT_TRUE(system.spawn<PongActor>().ask_blocking<Ping>(patience, 1));
        EXPECT_EQ(ended, 0);
    }
    EXPECT_EQ(ended, 1);
}

class Ticker final : public StateActor<Count> {
public:
    Sum on(const Count&) { return {ticks_}; }

protected:
    void after_mount() override {
        periodic_ = start_periodic_timer(1ms, 1ms, 1);
        const TimerId never = start_timer(1ms, 1'000);
        EXPECT_TRUE(cancel_timer(never));
        EXPECT_FALSE(cancel_timer(never));
        EXPECT_TRUE(update_timer(start_timer(1h, 100), 2ms));
    }
    void on_timer(TimerId id, std::uint64_t attachment) override {
        ticks_ += static_cast<long>(attachment);
        if (ticks_ % 100 == 5) {
            EXPECT_EQ(id, periodic_);
            EXPECT_TRUE(cancel_timer(periodic_));
        }
    }

private:
    TimerId periodic_{};
    long ticks_ = 0;
};

TEST(Actor, FiresTimersOnceAndPeriodically) {
    System system({.threads = 1});
    const auto ticker = system.spawn<Ticker>();
    const auto until = std::chrono::steady_clock::now() + patience;
    while (ticker.ask_blocking<Count>(patience)->value != 105 &&
           std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(ticker.ask_blocking<Count>(patience)->value, 105);
}

struct Note {
    int number;
};
class Eager final : public StateActor<Note, Count> {
public:
    void on(const Note& note) {
        order_ = order_ * 10 + note.number;
        if (note.number == 1) {
            notice_self_first<Note>(3);
        }
    }
    Sum on(const Count&) { return {order_}; }

private:
    long order_ = 0;
};

TEST(Actor, PutsANoticeToItselfFirst) {
    System system({.threads = 1});
    const auto eager = system.spawn<Eager>();
    eager.notice<Note>(1);
    eager.notice<Note>(2);
    long order = 0;
    while (order < 100) {
        order = eager.ask_blocking<Count>(patience)->value;
    }
    EXPECT_EQ(order, 132);
}

}  // namespace
}  // namespace leat
