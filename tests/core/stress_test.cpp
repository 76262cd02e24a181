#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <map>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "leat/core/offload.hpp"
#include "sample_actors.hpp"

/// Random actors that send, ask, spawn, watch, stop, restart, are stolen and time out. What must
/// hold: the order of each sender, one answer for each ask, no message lost or doubled, and nothing
/// left at the end. LEAT_TEST_SEED repeats a run as far as threads allow.
namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

constexpr int senders_count = 12;
constexpr int receivers_count = 24;
constexpr int steps = 400;

/// What is counted by all, to be compared at the end. Relaxed would do: read after the shutdown.
struct Tally {
    std::atomic<long> asked = 0;
    std::atomic<long> answered = 0;
    std::atomic<long> failed = 0;
    std::atomic<long> noticed = 0;
    std::atomic<long> handled = 0;
    std::atomic<long> disorders = 0;
    std::atomic<long> alive = 0;
    std::atomic<long> ends_told = 0;
};

struct Numbered {
    int sender;
    long number;
};
struct Question {
    using Reply = Pong;
    int sender;
    long number;
};
struct Trouble {
    int kind;
};

/// Checks the order of what each sender sends; fails, stops or dawdles on demand.
class Receiver final : public StateActor<Numbered, Question, Trouble> {
public:
    explicit Receiver(Tally& tally) : tally_(tally) { ++tally_.alive; }
    ~Receiver() override { --tally_.alive; }

    void on(const Numbered& numbered) {
        ++tally_.handled;
        check(notices_[numbered.sender], numbered.number);
    }
    Task<Pong> on(Question question) {
        check(asks_[question.sender], question.number);
        if (question.number % 7 == 0) {
            co_await offload([] {});
        }
        if (question.number % 11 == 0) {
            throw std::runtime_error("eleven");
        }
        co_return Pong{static_cast<int>(question.number)};
    }
    void on(const Trouble& trouble) {
        ++tally_.handled;
        if (trouble.kind == 0) {
            stop();
        } else if (trouble.kind == 1) {
            throw std::runtime_error("trouble");
        } else {
            start_timer(std::chrono::milliseconds(trouble.kind));
        }
    }

protected:
    RestartLimit restart_limit() const override { return {1'000'000, 1s}; }

private:
    void check(long& last, long number) {
        if (number <= last) {
            ++tally_.disorders;
        }
        last = number;
    }

    Tally& tally_;
    std::map<int, long> notices_;
    std::map<int, long> asks_;
};

using ReceiverAddress = Address<Numbered, Question, Trouble>;

struct Step {};
class Sender final : public StateActor<Step> {
public:
    Sender(Tally& tally, int id, unsigned seed, std::vector<ReceiverAddress> receivers)
        : tally_(tally),
          id_(id),
          random_(seed + static_cast<unsigned>(id)),
          receivers_(std::move(receivers)) {
        ++tally_.alive;
    }
    ~Sender() override { --tally_.alive; }

    Task<> on(Step) {
        if (++steps_ < steps) {
            self().notice<Step>();
        }
        const std::size_t to = random_() % receivers_.size();
        switch (random_() % 8) {
            case 0:
                ++tally_.noticed;
                receivers_[to].notice<Trouble>(static_cast<int>(random_() % 24));
                break;
            case 1:
                replace(to);
                break;
            case 2:
            case 3:
            case 4: {
                const ReceiverAddress whom = receivers_[to];
                co_await ask(whom);
                break;
            }
            default:
                ++tally_.noticed;
                receivers_[to].notice<Numbered>(id_, ++number_);
        }
    }

protected:
    void on_ended(WatchId, EndReason) override { ++tally_.ends_told; }

private:
    Task<> ask(ReceiverAddress whom) {
        ++tally_.asked;
        const auto time = std::chrono::milliseconds(random_() % 4 == 0 ? 1 : 20'000);
        try {
            (void)co_await whom.ask<Question>(id_, ++number_).within(time);
            ++tally_.answered;
        } catch (const std::exception&) {
            ++tally_.failed;
        }
    }
    /// A new receiver in the place of an old one, of which only this sender forgets the address.
    void replace(std::size_t at) {
        watch(receivers_[at]);
        receivers_[at] =
            random_() % 2 == 0 ? spawn<Receiver>(tally_) : system().spawn<Receiver>(tally_);
    }

    Tally& tally_;
    const int id_;
    std::mt19937 random_;
    std::vector<ReceiverAddress> receivers_;
    int steps_ = 0;
    long number_ = 0;
};

unsigned seed_of_run() {
    const char* const given = std::getenv("LEAT_TEST_SEED");
    return given != nullptr ? static_cast<unsigned>(std::atol(given)) : std::random_device()();
}

/// Starts the actors; nobody outside knows them then.
void start_storm(System& system, Tally& tally, unsigned seed) {
    std::vector<ReceiverAddress> receivers;
    for (int i = 0; i < receivers_count; ++i) {
        receivers.push_back(system.spawn<Receiver>(tally));
    }
    for (int i = 0; i < senders_count; ++i) {
        system.spawn<Sender>(tally, i, seed, receivers).notice<Step>();
    }
}

class Storm : public ::testing::TestWithParam<int> {
protected:
    void SetUp() override { set_log_level("", LogLevel::off); }
    void TearDown() override { set_log_level("", LogLevel::info); }

    [[nodiscard]] SystemOptions options() const {
        return {.threads = GetParam(),
                .house_messages_max = 5,
                .steal_floor = 0,
                .steal_aggression = 0};
    }
    const unsigned seed_ = seed_of_run();
};

TEST_P(Storm, LosesAndDoublesNothingAndEndsByItself) {
    SCOPED_TRACE("LEAT_TEST_SEED=" + std::to_string(seed_));
    Tally tally;
    System system(options());
    start_storm(system, tally, seed_);

    const auto until = std::chrono::steady_clock::now() + 100s;
    while (system.metrics().houses != 0 && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(1ms);
    }

    EXPECT_EQ(system.metrics().houses, 0U);
    EXPECT_TRUE(system.shutdown(patience));
    EXPECT_EQ(tally.alive, 0);
    EXPECT_EQ(tally.disorders, 0);
    EXPECT_GT(tally.answered, 0);
    EXPECT_EQ(tally.asked, tally.answered + tally.failed);
    EXPECT_EQ(static_cast<std::uint64_t>(tally.noticed - tally.handled),
              system.metrics().dead_letters);
}

TEST_P(Storm, IsOverWhenTheSystemShutsDownInItsMiddle) {
    SCOPED_TRACE("LEAT_TEST_SEED=" + std::to_string(seed_));
    Tally tally;
    for (int i = 0; i < 5; ++i) {
        System system(options());
        start_storm(system, tally, seed_ + static_cast<unsigned>(i));
        std::this_thread::sleep_for(std::chrono::microseconds(seed_ % 997 * 10));
        system.shutdown(0s);
        EXPECT_EQ(system.metrics().houses, 0U);
        EXPECT_EQ(tally.alive, 0);
    }
    EXPECT_EQ(tally.disorders, 0);
}

INSTANTIATE_TEST_SUITE_P(Threads, Storm, ::testing::Values(1, 2, 4));

}  // namespace
}  // namespace leat
