#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <vector>

#include "leat/core/offload.hpp"
#include "offload_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

constexpr int steps = 200;

/// What all actors of a run count, each on its own thread.
struct Tally {
    std::atomic<int> living = 0;
    std::atomic<long> results = 0;
    std::atomic<long> exceptions = 0;
    std::atomic<long> timeouts = 0;
    std::atomic<long> others = 0;
};

struct Step {
    std::uint32_t choice;
};

/// Offloads functions and waits for them, gives them up, or is restarted meanwhile.
class Stormy final : public StateActor<Step> {
public:
    explicit Stormy(Tally& tally) : tally_(tally) {}

    Task<> on(Step step) {
        if (step.choice % 16 == 0) {
            throw std::runtime_error("broken");
        }
        auto future = offload(&work, step.choice, Tracked(tally_.living));
        if (step.choice % 5 == 0) {
            kept_.push_back(std::move(future));
            co_return;
        }
        if (step.choice % 7 == 0) {
            future = std::move(future).within(1us);
        }
        try {
            (void)co_await future;
            ++tally_.results;
        } catch (const std::logic_error&) {
            ++tally_.exceptions;
        } catch (const AskError& error) {
            ++(error.code() == Errc::ask_timeout ? tally_.timeouts : tally_.others);
        }
    }

protected:
    void restart() override { kept_.clear(); }
    RestartLimit restart_limit() const override { return {.restarts_max = steps, .window = 1h}; }

private:
    static Tracked work(std::uint32_t choice, Tracked tracked) {
        if (choice % 11 == 0) {
            throw std::logic_error("no");
        }
        if (choice % 13 == 0) {
            std::this_thread::sleep_for(std::chrono::microseconds(choice % 300));
        }
        return tracked;
    }

    Tally& tally_;
    std::vector<Future<Tracked>> kept_;
};

/// Returns what is left alive at the end.
int storm(std::uint32_t seed, bool is_patient, Tally& tally) {
    std::mt19937 random(seed);
    {
        System system({.threads = 3, .offload_threads_max = 3});
        std::vector<Address<Step>> actors;
        for (int i = 0; i < 12; ++i) {
            actors.push_back(system.spawn<Stormy>(tally));
        }
        for (int i = 0; i < 12 * steps; ++i) {
            auto& actor = actors[random() % actors.size()];
            actor.notice<Step>(static_cast<std::uint32_t>(random()));
            if (random() % 200 == 0) {
                actor.stop();
                actor = system.spawn<Stormy>(tally);
            }
        }
        EXPECT_TRUE(system.shutdown(is_patient ? patience : 0s) || !is_patient);
    }
    return tally.living;
}

TEST(OffloadStress, AnswersEachFunctionAndDestroysItOnce) {
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        Tally tally;
        EXPECT_EQ(storm(seed, true, tally), 0) << "seed " << seed;
        EXPECT_GT(tally.results, 0) << "seed " << seed;
        EXPECT_GT(tally.exceptions, 0) << "seed " << seed;
        EXPECT_EQ(tally.others, 0) << "seed " << seed;
    }
}

TEST(OffloadStress, DestroysEachFunctionOnceWhenTheSystemIsCutOff) {
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        Tally tally;
        EXPECT_EQ(storm(seed, false, tally), 0) << "seed " << seed;
    }
}

}  // namespace
}  // namespace leat
