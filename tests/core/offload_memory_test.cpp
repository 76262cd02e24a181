#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>
#include <vector>

#include "leat/buffer/block_pool.hpp"
#include "leat/core/offload.hpp"
#include "sample_actors.hpp"

/// A program of its own, because it counts every allocation of the process.
namespace {

std::atomic<long> heap_allocations = 0;

}  // namespace

void* operator new(std::size_t bytes) {
    ++heap_allocations;
    void* const memory = std::malloc(std::max<std::size_t>(bytes, 1));
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace leat {
namespace {

using namespace testing;

constexpr int jobs = 1'000;
constexpr std::size_t at_once = 8;

long add(long left, long right) {
    return left + right;
}

/// Keeps some functions running at a time, and sums up their results.
class Adder final : public StateActor<Count> {
public:
    Adder() { running_.reserve(at_once); }

    Task<Sum> on(Count) {
        long sum = 0;
        for (int i = 0; i < jobs; ++i) {
            running_.push_back(offload(&add, 1, i));
            if (running_.size() == at_once) {
                for (Future<long>& future : running_) {
                    sum += co_await future;
                }
                running_.clear();
            }
        }
        co_return Sum{sum};
    }

private:
    std::vector<Future<long>> running_;
};

/// The blocks of all pools, in use or not.
long pooled_blocks() {
    long blocks = 0;
    for (const BlockPoolStatistics& pool : BlockPool::all_statistics()) {
        blocks += static_cast<long>(pool.in_use + pool.idle);
    }
    return blocks;
}

TEST(OffloadMemory, TakesNothingFromTheHeapInTheSteadyState) {
    System system({.threads = 1, .pool_idle = std::chrono::hours(1)});
    const auto adder = system.spawn<Adder>();
    ASSERT_TRUE(adder.ask_blocking<Count>(patience));

    // The best of some rounds: a machine that stalls for long may end an idle thread meanwhile.
    long least = std::numeric_limits<long>::max();
    for (int round = 0; round < 5; ++round) {
        const long blocks = pooled_blocks();
        const long allocations = heap_allocations;
        const auto sum = adder.ask_blocking<Count>(patience);
        const long taken = heap_allocations - allocations;
        least = std::min(least, taken + pooled_blocks() - blocks);
        ASSERT_TRUE(sum);
        EXPECT_EQ(sum->value, jobs * (jobs + 1L) / 2);
    }
    EXPECT_EQ(least, 0);
}

}  // namespace
}  // namespace leat
