#include "offload_pool.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <csignal>
#include <string>

#include "offload_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

/// A pool of its own beside that of a system, which ends before the system.
class OffloadPoolTest : public ::testing::Test {
protected:
    explicit OffloadPoolTest(OffloadLimits limits = {.idle_max = 1ms})
        : pool("sluice-gate", limits) {}
    ~OffloadPoolTest() override { end(); }

    long perform(Task<Sum> (*script)(Stage), Stage stage = {}) {
        stage.pool = &pool;
        const auto sum = system.spawn<Performer>().ask_blocking<Perform>(patience, script, stage);
        EXPECT_TRUE(sum) << (sum ? "" : sum.error().message());
        return sum ? sum->value : -1;
    }
    void end() {
        pool.close();
        EXPECT_TRUE(pool.join_within(patience));
    }
    void await_threads(std::uint32_t count) const {
        const auto until = std::chrono::steady_clock::now() + patience;
        while (pool.threads() != count && std::chrono::steady_clock::now() < until) {
            std::this_thread::yield();
        }
        EXPECT_EQ(pool.threads(), count);
    }

    System system{{.threads = 1}};
    OffloadPool pool;
};

int one() {
    return 1;
}

Task<Sum> run_one(Stage stage) {
    const int result = co_await offload_to(*stage.pool, &one);
    co_return Sum{result};
}

TEST_F(OffloadPoolTest, HasNoThreadBeforeItIsUsed) {
    EXPECT_EQ(pool.threads(), 0U);
    EXPECT_TRUE(pool.is_idle());
}

TEST_F(OffloadPoolTest, EndsIdleThreadsAndStartsNewOnes) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(perform(&run_one), 1);
        await_threads(0);
    }
    EXPECT_TRUE(pool.is_idle());
}

Task<Sum> run_three_at_a_gate(Stage stage) {
    auto first = offload_to(*stage.pool, &Gate::pass, stage.gate);
    auto second = offload_to(*stage.pool, &Gate::pass, stage.gate);
    auto third = offload_to(*stage.pool, &Gate::pass, stage.gate);
    co_await first;
    co_await second;
    co_await third;
    co_return Sum{3};
}

TEST_F(OffloadPoolTest, StartsAThreadForEachFunctionThatWouldWait) {
    Gate gate;
    std::thread opener([&] {
        gate.await_arrivals(3);
        EXPECT_EQ(pool.threads(), 3U);
        EXPECT_FALSE(pool.is_idle());
        gate.open();
    });
    EXPECT_EQ(perform(&run_three_at_a_gate, {.gate = &gate}), 3);
    opener.join();
    await_threads(0);
}

TEST_F(OffloadPoolTest, FailsWhatComesWhenItIsClosed) {
    end();
    EXPECT_EQ(perform([](Stage stage) -> Task<Sum> {
                  const long code = co_await failure_of(offload_to(*stage.pool, &one));
                  co_return Sum{code};
              }),
              number(Errc::shutting_down));
    EXPECT_EQ(pool.threads(), 0U);
}

TEST_F(OffloadPoolTest, NamesItsThreadsAndKeepsSignalsAway) {
    EXPECT_EQ(perform([](Stage stage) -> Task<Sum> {
                  const auto inspect = [] {
                      std::string name(16, '\0');
                      pthread_getname_np(pthread_self(), name.data(), name.size());
                      sigset_t blocked;
                      pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
                      const bool is_named = std::string(name.c_str()) == "sluice--offload";
                      return is_named && sigismember(&blocked, SIGTERM) == 1;
                  };
                  const bool is_right = co_await offload_to(*stage.pool, inspect);
                  co_return Sum{is_right ? 1 : 0};
              }),
              1);
}

/// One thread only, and one function that may wait.
class NarrowOffloadPoolTest : public OffloadPoolTest {
protected:
    NarrowOffloadPoolTest() : OffloadPoolTest({.threads_max = 1, .queue_max = 1}) {}
};

Task<Sum> wait_behind_a_gate(Stage stage) {
    auto running = offload_to(*stage.pool, &Gate::pass, stage.gate);
    stage.gate->await_arrivals(1);
    auto waiting = offload_to(*stage.pool, &one);
    const long refused = co_await failure_of(offload_to(*stage.pool, &one));
    *stage.count = static_cast<int>(refused);
    const long closed = co_await failure_of(std::move(waiting));
    stage.gate->open();
    co_await running;
    co_return Sum{closed};
}

TEST_F(NarrowOffloadPoolTest, FailsWhatWaitsWhenItIsClosed) {
    Gate gate;
    std::atomic<int> refused = 0;
    std::thread closer([&] {
        while (refused == 0) {
            std::this_thread::yield();
        }
        pool.close();
    });
    EXPECT_EQ(perform(&wait_behind_a_gate, {.gate = &gate, .count = &refused}),
              number(Errc::shutting_down));
    EXPECT_EQ(refused, static_cast<int>(Errc::limit_exceeded));
    closer.join();
}

}  // namespace
}  // namespace leat
