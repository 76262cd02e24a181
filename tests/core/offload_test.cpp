#include "leat/core/offload.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "offload_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

/// Runs the script in an actor of its own.
long perform(System& system, Task<Sum> (*script)(Stage), Stage stage = {}) {
    const auto sum = system.spawn<Performer>().ask_blocking<Perform>(patience, script, stage);
    EXPECT_TRUE(sum) << (sum ? "" : sum.error().message());
    return sum ? sum->value : -1;
}

long twice(long value) {
    return 2 * value;
}

TEST(Offload, GivesTheResultOfAFunction) {
    System system({.threads = 1});
    EXPECT_EQ(perform(system,
                      [](Stage) -> Task<Sum> {
                          const long result = co_await offload(&twice, 21);
                          co_return Sum{result};
                      }),
              42);
}

TEST(Offload, RunsOutsideOfTheActorsAndResumesInTheActor) {
    System system({.threads = 1});
    EXPECT_EQ(perform(system,
                      [](Stage) -> Task<Sum> {
                          const House* const home = runtime::current_house();
                          const House* const seen = co_await offload(&runtime::current_house);
                          const bool is_home = runtime::current_house() == home;
                          co_return Sum{seen == nullptr && is_home ? 1 : 0};
                      }),
              1);
}

TEST(Offload, PassesOnWhatTheFunctionThrows) {
    System system({.threads = 1});
    EXPECT_EQ(perform(system,
                      [](Stage) -> Task<Sum> {
                          auto failing = offload([]() -> int { throw std::out_of_range("seven"); });
                          try {
                              (void)co_await failing;
                          } catch (const std::out_of_range& error) {
                              co_return Sum{std::string(error.what()) == "seven" ? 1 : 2};
                          }
                          co_return Sum{3};
                      }),
              1);
}

TEST(Offload, SaysThatAFunctionWithoutAResultIsDone) {
    System system({.threads = 1});
    std::atomic<int> count = 0;
    EXPECT_EQ(perform(system,
                      [](Stage stage) -> Task<Sum> {
                          auto counting =
                              offload([](std::atomic<int>* calls) { ++*calls; }, stage.count);
                          static_assert(std::is_same_v<decltype(counting), Future<Done>>);
                          const Done done = co_await counting;
                          co_return Sum{done == Done() ? 1 : 0};
                      },
                      {.count = &count}),
              1);
    EXPECT_EQ(count, 1);
}

TEST(Offload, MovesWhatCannotBeCopied) {
    System system({.threads = 1});
    EXPECT_EQ(perform(system,
                      [](Stage) -> Task<Sum> {
                          auto owned = std::make_unique<long>(20);
                          auto adding = offload(
                              [owned = std::move(owned)](std::unique_ptr<long> other) {
                                  return std::make_unique<long>(*owned + *other);
                              },
                              std::make_unique<long>(22));
                          const std::unique_ptr<long> sum = co_await adding;
                          co_return Sum{*sum};
                      }),
              42);
}

TEST(Offload, DestroysTheFunctionOnceItHasRun) {
    System system({.threads = 1});
    std::atomic<int> living = 0;
    EXPECT_EQ(perform(system,
                      [](Stage stage) -> Task<Sum> {
                          auto running = offload([tracked = Tracked(*stage.count)] { return 1; });
                          (void)co_await running;
                          co_return Sum{*stage.count};
                      },
                      {.count = &living}),
              0);
}

/// Cannot be moved without a failure.
class Heavy {
public:
    Heavy() = default;
    Heavy(const Heavy&) { throw std::runtime_error("too heavy"); }
};

TEST(Offload, FailsWhenTheResultCannotBeMoved) {
    System system({.threads = 1});
    std::atomic<int> living = 0;
    EXPECT_EQ(perform(system,
                      [](Stage stage) -> Task<Sum> {
                          auto lifting =
                              offload([tracked = Tracked(*stage.count)] { return Heavy(); });
                          try {
                              (void)co_await lifting;
                          } catch (const std::runtime_error&) {
                              co_return Sum{*stage.count};
                          }
                          co_return Sum{-1};
                      },
                      {.count = &living}),
              0);
}

/// Waits for two functions at once, as a state machine.
class Machine final : public StateActor<Ping> {
public:
    StackYield resume(AskStack<Ping>& stack) {
        if (stack.is_start()) {
            std::vector<Future<long>> futures;
            futures.push_back(offload(&twice, stack.ask().id));
            futures.push_back(offload(&twice, 10));
            return stack.suspend(FuturesState<long>(std::move(futures)));
        }
        auto& futures = stack.state<FuturesState<long>>().futures;
        return stack.return_({static_cast<int>(futures[0].get() + futures[1].get())});
    }
};

TEST(Offload, ServesAnExplicitStack) {
    System system({.threads = 1});
    const auto reply = system.spawn<Machine>().ask_blocking<Ping>(patience, 11);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->id, 42);
}

TEST(Offload, LeavesTheActorFreeForOtherMessages) {
    Gate gate;
    System system({.threads = 1});
    const auto actor = system.spawn<Performer>();
    const auto other = system.spawn<Performer>();
    const auto wait_at_gate = [](Stage stage) -> Task<Sum> {
        co_await offload(&Gate::pass, stage.gate);
        co_return Sum{1};
    };
    actor.notice<Perform>(wait_at_gate, Stage{.gate = &gate});
    gate.await_arrivals(1);

    EXPECT_EQ(actor.ask_blocking<Ping>(patience, 7)->id, 7);
    EXPECT_EQ(other.ask_blocking<Ping>(patience, 8)->id, 8);
    gate.open();
    EXPECT_TRUE(system.shutdown(patience));
}

TEST(Offload, MayAskActorsAndWait) {
    System system({.threads = 1});
    EXPECT_EQ(perform(system,
                      [](Stage) -> Task<Sum> {
                          const Address<Ping> self(*runtime::current_house());
                          auto asking =
                              offload([self] { return self.ask_blocking<Ping>(patience, 7)->id; });
                          const int answer = co_await asking;
                          co_return Sum{answer};
                      }),
              7);
}

TEST(Offload, UsesNoMoreThreadsThanAllowed) {
    Gate gate;
    System system({.threads = 2, .offload_threads_max = 3});
    const auto many = [](Stage stage) -> Task<Sum> {
        std::vector<Future<Done>> waiting;
        for (int i = 0; i < 20; ++i) {
            waiting.push_back(offload(&Gate::pass, stage.gate));
        }
        for (Future<Done>& future : waiting) {
            co_await future;
        }
        co_return Sum{1};
    };
    const auto actor = system.spawn<Performer>();
    actor.notice<Perform>(many, Stage{.gate = &gate});
    gate.await_arrivals(3);

    // All 20 are in the queue before the actor answers this.
    EXPECT_TRUE(actor.ask_blocking<Ping>(patience, 1));
    std::this_thread::sleep_for(5ms);
    EXPECT_EQ(gate.arrivals(), 3);
    gate.open();
    EXPECT_TRUE(system.shutdown(patience));
    EXPECT_EQ(gate.arrivals(), 20);
}

TEST(Offload, RunsFunctionsInTheirOrder) {
    System system({.threads = 1, .offload_threads_max = 1});
    std::atomic<int> last = 0;
    EXPECT_EQ(perform(system,
                      [](Stage stage) -> Task<Sum> {
                          std::vector<Future<bool>> steps;
                          for (int i = 0; i < 100; ++i) {
                              steps.push_back(offload(
                                  [last = stage.count, i] { return last->exchange(i + 1) == i; }));
                          }
                          long in_order = 0;
                          for (Future<bool>& step : steps) {
                              const bool is_next = co_await step;
                              in_order += is_next ? 1 : 0;
                          }
                          co_return Sum{in_order};
                      },
                      {.count = &last}),
              100);
}

TEST(Offload, RefusesMoreThanTheQueueMayHold) {
    Gate gate;
    System system({.threads = 1, .offload_threads_max = 1, .offload_queue_max = 2});
    EXPECT_EQ(perform(system,
                      [](Stage stage) -> Task<Sum> {
                          auto running = offload(&Gate::pass, stage.gate);
                          stage.gate->await_arrivals(1);
                          auto first = offload(&twice, 1);
                          auto second = offload(&twice, 2);
                          const long code = co_await failure_of(offload(&twice, 3));
                          stage.gate->open();
                          co_await running;
                          const long one = co_await first;
                          const long two = co_await second;
                          co_return Sum{one + two == 6 ? code : -1};
                      },
                      {.gate = &gate}),
              number(Errc::limit_exceeded));
}

TEST(OffloadDeathTest, IsRefusedOutsideOfAnActor) {
    EXPECT_DEATH((void)offload(&twice, 1), "offload.. outside of an actor");
}

TEST(OffloadDeathTest, RefusesToShutDownTheSystemItRunsIn) {
    EXPECT_DEATH(
        {
            System system({.threads = 1});
            const auto script = [](Stage stage) -> Task<Sum> {
                co_await offload([](System* own) { own->shutdown(0s); }, stage.system);
                co_return Sum{0};
            };
            perform(system, script, {.system = &system});
        },
        "shutdown.. in an offloaded function");
}

}  // namespace
}  // namespace leat
