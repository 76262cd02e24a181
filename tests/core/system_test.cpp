#include "leat/core/system.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

TEST(System, AnswersAnAskFromOutside) {
    System system({.threads = 2});
    const auto pong = system.spawn<PongActor>();

    const auto reply = pong.ask_blocking<Ping>(patience, 7);

    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->id, 7);
}

struct Occupy {
    std::atomic<bool>* has_begun;
    std::atomic<bool>* is_free;
};
class Wedge final : public StateActor<Occupy> {
public:
    void on(const Occupy& occupy) {
        *occupy.has_begun = true;
        while (!*occupy.is_free) {
            std::this_thread::sleep_for(1ms);
        }
    }
};
struct Touch {};
class Mark final : public StateActor<Touch> {
public:
    explicit Mark(std::atomic<int>& marks) : marks_(marks) {}
    void on(const Touch&) { ++marks_; }

private:
    std::atomic<int>& marks_;
};

TEST(System, StealsWhatWaitsBehindAWedgedHandler) {
    std::atomic<bool> has_begun = false;
    std::atomic<bool> is_free = false;
    std::atomic<int> marks = 0;
    System system({.threads = 2});
    std::vector<Address<Touch>> waiting;
    for (int i = 0; i < 200; ++i) {
        waiting.push_back(system.spawn_with<Mark>({.thread = 0}, marks));
    }
    const auto wedge = system.spawn_with<Wedge>({.thread = 0});
    wedge.notice<Occupy>(&has_begun, &is_free);
    while (!has_begun) {
        std::this_thread::yield();
    }
    for (const auto& actor : waiting) {
        actor.notice<Touch>();
    }

    // All of them, whatever the floor: nobody knows when the wedge ends.
    const auto until = std::chrono::steady_clock::now() + patience;
    while (marks < 200 && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(marks, 200);
    EXPECT_GE(system.metrics().stolen_runs, 200U);
    is_free = true;
    EXPECT_TRUE(system.shutdown(patience));
    EXPECT_EQ(marks, 200);
}

struct Hop {
    int count;
};
class Stormy final : public StateActor<Hop, Ping> {
public:
    explicit Stormy(std::atomic<long>& hops) : hops_(hops) {}
    Pong on(const Ping& ping) { return {ping.id}; }
    void on(const Hop& hop) { hops_ += hop.count; }

private:
    std::atomic<long>& hops_;
};

TEST(System, LosesNothingUnderLoadFromManyThreads) {
    constexpr int senders = 4;
    constexpr int messages = 5'000;
    std::atomic<long> hops = 0;
    System system({.threads = 3, .steal_floor = 0, .steal_aggression = 0});
    std::vector<Address<Hop, Ping>> actors;
    for (int i = 0; i < 40; ++i) {
        actors.push_back(system.spawn<Stormy>(hops));
    }
    std::vector<std::thread> threads;
    for (int sender = 0; sender < senders; ++sender) {
        threads.emplace_back([&, sender] {
            for (int i = 0; i < messages; ++i) {
                const auto& to = actors[static_cast<std::size_t>((i * 7 + sender) % 40)];
                to.notice<Hop>(1);
                if (i % 50 == 0) {
                    EXPECT_EQ(to.ask_blocking<Ping>(patience, i)->id, i);
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_TRUE(system.shutdown(patience));
    EXPECT_EQ(hops, senders * messages);
    EXPECT_EQ(system.metrics().dead_letters, 0U);
}

class Blocking final : public StateActor<Count> {
public:
    explicit Blocking(Address<Ping> pong) : pong_(std::move(pong)) {}
    Sum on(const Count&) {
        refusal_ = pong_.ask_blocking<Ping>(patience, 1).error().message();
        return {refusal_.find("Blocking must not block its thread to ask") != refusal_.npos &&
                refusal_.find("PongActor for") != refusal_.npos};
    }

private:
    Address<Ping> pong_;
    std::string refusal_;
};

TEST(System, RefusesABlockingAskInAnActorAndNamesBothSides) {
    System system({.threads = 1});
    const auto blocking = system.spawn<Blocking>(system.spawn<PongActor>());
    EXPECT_EQ(blocking.ask_blocking<Count>(patience)->value, 1);
}

}  // namespace
}  // namespace leat
