#include "leat/core/metrics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "captured_log.hpp"
#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

const ActorMetrics* find(const SystemMetrics& metrics, std::string_view type) {
    const auto found =
        std::find_if(metrics.actors.begin(), metrics.actors.end(),
                     [&](const ActorMetrics& actor) { return actor.type.find(type) != type.npos; });
    return found == metrics.actors.end() ? nullptr : &*found;
}

TEST(Metrics, CountByClassAndThreadAndAddUp) {
    System system({.threads = 2});
    const auto pong = system.spawn<PongActor>();
    const auto summer = system.spawn<Summer>(pong);
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(summer.ask_blocking<AskMany>(patience, 100));
    }
    EXPECT_TRUE(system.shutdown(patience));

    const SystemMetrics metrics = system.metrics();

    const ActorMetrics* const pongs = find(metrics, "PongActor");
    const ActorMetrics* const summers = find(metrics, "Summer");
    ASSERT_TRUE(pongs != nullptr && summers != nullptr);
    EXPECT_EQ(pongs->messages, 1'000U);
    EXPECT_EQ(summers->messages, 1'010U);
    EXPECT_EQ(metrics.messages, 2'010U);
    EXPECT_GT(pongs->run_times.samples() + summers->run_times.samples(), 0U);
    EXPECT_GE(pongs->mailbox_high_water, 1U);
    EXPECT_EQ(pongs->alive, 0U);
    std::uint64_t of_threads = 0;
    for (const ThreadMetrics& thread : metrics.threads) {
        of_threads += thread.messages;
    }
    EXPECT_EQ(of_threads, metrics.messages);
}

TEST(Metrics, CanBeReadAtAnyTime) {
    std::atomic<bool> is_over = false;
    System system({.threads = 2});
    const auto summer = system.spawn<Summer>(system.spawn<PongActor>());
    std::thread reader([&] {
        std::uint64_t last = 0;
        while (!is_over) {
            const SystemMetrics metrics = system.metrics();
            EXPECT_GE(metrics.messages, last);
            last = metrics.messages;
        }
    });
    for (int i = 0; i < 50; ++i) {
        EXPECT_TRUE(summer.ask_blocking<AskMany>(patience, 50));
    }
    is_over = true;
    reader.join();
}

TEST(RunTimes, TellQuantiles) {
    RunTimes times;
    EXPECT_EQ(times.quantile(0.5), 0ns);
    times.counts[4] = 98;
    times.counts[10] = 2;
    EXPECT_EQ(times.samples(), 100U);
    EXPECT_EQ(times.quantile(0.5), 16ns);
    EXPECT_EQ(times.quantile(0.99), 1024ns);
}

struct Sleep {
    std::chrono::milliseconds time;
};
class Sleeper final : public StateActor<Sleep, Ping> {
public:
    void on(const Sleep& sleep) { std::this_thread::sleep_for(sleep.time); }
    Pong on(const Ping& ping) { return {ping.id}; }
};

TEST(Stall, IsReportedOnceWithActorAndMessage) {
    CapturedLog log;
    System system({.threads = 1, .stall_threshold = 30ms});
    const auto sleeper = system.spawn<Sleeper>();
    sleeper.notice<Sleep>(200ms);
    while (system.metrics().messages == 0) {
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_TRUE(sleeper.ask_blocking<Ping>(patience, 1));
    EXPECT_EQ(system.metrics().stalls, 1U);
    const std::string text = log.message();
    EXPECT_NE(text.find("Sleeper has been busy with"), text.npos) << text;
    EXPECT_NE(text.find("Sleep for"), text.npos) << text;
}

/// Each of many takes a moment to begin.
class SlowStarter final : public StateActor<Ping> {
public:
    Pong on(const Ping& ping) { return {ping.id}; }

protected:
    void after_mount() override { std::this_thread::sleep_for(5ms); }
};

TEST(Stall, IsNotReportedForManyShortBeginnings) {
    System system({.threads = 1, .stall_threshold = 300ms});
    std::vector<Address<Ping>> starters;
    for (int i = 0; i < 100; ++i) {
        starters.push_back(system.spawn<SlowStarter>());
    }
    EXPECT_TRUE(starters.back().ask_blocking<Ping>(patience, 1));
    EXPECT_EQ(system.metrics().stalls, 0U);
}

}  // namespace
}  // namespace leat
