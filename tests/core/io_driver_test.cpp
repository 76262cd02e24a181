#include "leat/core/io_driver.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

struct Calls {
    std::atomic<int> looks = 0;
    std::atomic<int> waits = 0;
    std::atomic<int> wakes = 0;
    std::atomic<bool> must_throw = false;
};

class CountingDriver final : public IoDriver {
public:
    explicit CountingDriver(Calls& calls) : calls_(calls) {}

    bool poll(std::chrono::nanoseconds timeout) override {
        if (calls_.must_throw.exchange(false)) {
            throw std::runtime_error("no more sockets");
        }
        if (timeout <= 0ns) {
            ++calls_.looks;
            return false;
        }
        ++calls_.waits;
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, timeout, [this] { return is_woken_; });
        is_woken_ = false;
        return false;
    }
    void wake() noexcept override {
        ++calls_.wakes;
        const std::scoped_lock lock(mutex_);
        is_woken_ = true;
        changed_.notify_one();
    }

private:
    Calls& calls_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_woken_ = false;
};

IoDriverFactory counting(Calls& calls) {
    return [&calls](int) { return std::make_unique<CountingDriver>(calls); };
}

TEST(IoDriver, IsWhereAThreadLooksAndSleeps) {
    Calls calls;
    System system({.threads = 1}, counting(calls));
    const auto pong = system.spawn<PongActor>();
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(pong.ask_blocking<Ping>(patience, i)->id, i);
    }
    EXPECT_GT(calls.looks, 0);
    while (calls.waits == 0) {
        std::this_thread::yield();
    }
}

TEST(IoDriver, IsWokenAtMostOnceForEachWait) {
    Calls calls;
    {
        System system({.threads = 2}, counting(calls));
        const auto pong = system.spawn<PongActor>();
        for (int i = 0; i < 1'000; ++i) {
            pong.notice<Ping>(i);
        }
        EXPECT_TRUE(pong.ask_blocking<Ping>(patience, 1));
    }
    EXPECT_LE(calls.wakes, calls.waits + 2);
}

TEST(IoDriver, MayThrowWithoutHarm) {
    Calls calls;
    System system({.threads = 1}, counting(calls));
    const auto pong = system.spawn<PongActor>();
    for (int i = 0; i < 5; ++i) {
        calls.must_throw = true;
        EXPECT_EQ(pong.ask_blocking<Ping>(patience, i)->id, i);
    }
}

struct Kick {
    int rest;
};

/// An actor that does IO keeps itself busy, as a busy connection would.
class Busy final : public StateActor<Kick> {
public:
    using IoActor = void;
    explicit Busy(std::atomic<bool>& is_over) : is_over_(is_over) {}
    void on(const Kick& kick) {
        if (!is_over_) {
            self().notice<Kick>(kick.rest);
        }
    }

private:
    std::atomic<bool>& is_over_;
};

TEST(IoActor, DoesNotStarveTheOthers) {
    std::atomic<bool> is_over = false;
    System system({.threads = 1});
    std::vector<Address<Kick>> busy;
    for (int i = 0; i < 10; ++i) {
        busy.push_back(system.spawn<Busy>(is_over));
        busy.back().notice<Kick>(i);
    }
    const auto pong = system.spawn<PongActor>();
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(pong.ask_blocking<Ping>(patience, i)->id, i);
    }
    is_over = true;
}

}  // namespace
}  // namespace leat
