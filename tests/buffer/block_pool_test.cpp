#include "leat/buffer/block_pool.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

namespace leat {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t block_bytes = 128;

/// The calling thread's pool of this name. Each test has its own, so that none sees another's
/// blocks.
BlockPool& pool(const char* name) {
    thread_local BlockPool* slot = nullptr;
    thread_local const char* slot_name = nullptr;
    if (slot != nullptr && slot_name == name) {
        return *slot;
    }
    slot = nullptr;
    slot_name = name;
    return BlockPool::attach(slot, name, block_bytes);
}

std::vector<Block*> take(BlockPool& from, std::size_t count) {
    std::vector<Block*> blocks(count);
    std::generate(blocks.begin(), blocks.end(), [&] { return from.allocate(); });
    return blocks;
}

void give_back(const std::vector<Block*>& blocks) {
    std::for_each(blocks.begin(), blocks.end(), &BlockPool::release);
}

std::size_t pools_named(std::string_view name) {
    const auto all = BlockPool::all_statistics();
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const auto& s) { return s.name == name; }));
}

TEST(BlockPool, ReusesTheBlockGivenBackLast) {
    BlockPool& blocks = pool("reuse");
    Block* first = blocks.allocate();
    Block* second = blocks.allocate();
    EXPECT_NE(first, second);

    BlockPool::release(first);
    BlockPool::release(second);

    EXPECT_EQ(blocks.allocate(), second);
    EXPECT_EQ(blocks.allocate(), first);
    give_back({first, second});
}

TEST(BlockPool, AlignsBlocksToCacheLinesAndLetsUseAllBytes) {
    Block* block = pool("aligned").allocate();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % BlockPool::block_alignment, 0U);
    std::memset(block + 1, 0xAB, block_bytes - sizeof(Block));
    BlockPool::release(block);
}

TEST(BlockPool, PreparesABlockOnceAndKeepsWhatItsUserLeft) {
    thread_local BlockPool* slot = nullptr;
    const auto payload = [](Block* block) { return reinterpret_cast<char*>(block + 1); };
    BlockPool& blocks = BlockPool::attach(slot, "prepared", block_bytes,
                                          [](Block* block) { std::memcpy(block + 1, "new", 4); });
    Block* block = blocks.allocate();
    EXPECT_STREQ(payload(block), "new");
    std::memcpy(payload(block), "old", 4);
    BlockPool::release(block);
    const auto both = take(blocks, 2);
    EXPECT_STREQ(payload(both[0]), "old");
    EXPECT_STREQ(payload(both[1]), "new");
    give_back(both);
}

TEST(BlockPool, CountsBlocksInUseIdleAndAtTheMost) {
    BlockPool& blocks = pool("counts");
    give_back(take(blocks, 5));
    Block* kept = blocks.allocate();

    const auto statistics = blocks.statistics();

    EXPECT_STREQ(statistics.name, "counts");
    EXPECT_EQ(statistics.block_bytes, block_bytes);
    EXPECT_EQ(statistics.in_use, 1U);
    EXPECT_EQ(statistics.idle, 4U);
    EXPECT_EQ(statistics.high_water, 5U);
    EXPECT_EQ(statistics.allocations, 6U);
    EXPECT_EQ(statistics.foreign_returns, 0U);
    BlockPool::release(kept);
}

TEST(BlockPool, TrimsIdleBlocksToWhatIsKept) {
    BlockPool& blocks = pool("trim");
    give_back(take(blocks, 20));

    EXPECT_EQ(blocks.trim(3), 17U);
    EXPECT_EQ(blocks.trim(3), 0U);

    EXPECT_EQ(blocks.statistics().idle, 3U);
    EXPECT_EQ(blocks.statistics().high_water, 20U);
}

TEST(BlockPool, TrimsOnlyWhenUnusedForTheGivenTime) {
    BlockPool& blocks = pool("idle");
    give_back(take(blocks, 20));
    const BlockPool::Time start{1h};

    EXPECT_EQ(blocks.trim_if_idle(start, 30s, 10), 0U);
    EXPECT_EQ(blocks.trim_if_idle(start + 29s, 30s, 10), 0U);
    give_back(take(blocks, 1));
    EXPECT_EQ(blocks.trim_if_idle(start + 60s, 30s, 10), 0U);
    EXPECT_EQ(blocks.trim_if_idle(start + 90s, 30s, 10), 10U);

    EXPECT_EQ(blocks.statistics().idle, 10U);
}

TEST(BlockPool, TrimsEveryPoolOfTheThread) {
    std::thread([] {
        thread_local BlockPool* small = nullptr;
        thread_local BlockPool* large = nullptr;
        give_back(take(BlockPool::attach(small, "trim all", 64), 20));
        give_back(take(BlockPool::attach(large, "trim all", 256), 30));
        const BlockPool::Time start{1h};

        EXPECT_EQ(BlockPool::trim_idle_pools(start, 30s, 10), 0U);
        EXPECT_EQ(BlockPool::trim_idle_pools(start + 60s, 30s, 10), 30U);
    }).join();
}

TEST(BlockPool, HandsForeignBlocksBackInBatches) {
    BlockPool& blocks = pool("foreign");
    const auto taken = take(blocks, 40);

    std::thread([&] {
        give_back(taken);
        EXPECT_EQ(blocks.statistics().foreign_returns, 32U);
        BlockPool::flush_foreign_batch();
        EXPECT_EQ(blocks.statistics().foreign_returns, 40U);
    }).join();

    EXPECT_EQ(blocks.statistics().in_use, 0U);
    EXPECT_EQ(blocks.statistics().idle, 40U);
    give_back(take(blocks, 40));
    EXPECT_EQ(blocks.statistics().high_water, 40U);
}

TEST(BlockPool, SendsABatchHomeWhenBlocksOfAnotherOwnerFollow) {
    BlockPool& mine = pool("owner a");
    thread_local BlockPool* other_slot = nullptr;
    BlockPool& other = BlockPool::attach(other_slot, "owner b", block_bytes);
    Block* first = mine.allocate();
    Block* second = other.allocate();

    std::thread([&] {
        BlockPool::release(first);
        EXPECT_EQ(mine.statistics().in_use, 1U);
        BlockPool::release(second);
        EXPECT_EQ(mine.statistics().in_use, 0U);
    }).join();

    EXPECT_EQ(other.statistics().in_use, 0U);
}

TEST(BlockPool, FlushesTheBatchWhenTheThreadEnds) {
    BlockPool& blocks = pool("flush at exit");
    Block* block = blocks.allocate();
    std::thread([&] { BlockPool::release(block); }).join();
    EXPECT_EQ(blocks.statistics().in_use, 0U);
}

TEST(BlockPool, OutlivesItsThreadAndIsAdoptedByTheNext) {
    std::vector<Block*> out;
    std::thread([&] {
        BlockPool& blocks = pool("adopted");
        out = take(blocks, 3);
        give_back(take(blocks, 5));
    }).join();

    give_back(out);
    BlockPool::flush_foreign_batch();
    std::thread([&] {
        BlockPool& blocks = pool("adopted");
        EXPECT_EQ(blocks.statistics().in_use, 0U);
        // Those next to the three in memory may have stayed, too.
        ASSERT_GE(blocks.statistics().idle, 3U);
        const auto again = take(blocks, blocks.statistics().idle);
        for (Block* const block : out) {
            EXPECT_NE(std::find(again.begin(), again.end(), block), again.end());
        }
        give_back(again);
    }).join();

    EXPECT_EQ(pools_named("adopted"), 1U);
}

TEST(BlockPool, LetsThreadLocalObjectsUseItWhileTheirThreadEnds) {
    struct Holder {
        Block* block = nullptr;
        ~Holder() {
            BlockPool::release(block);
            BlockPool::release(pool("thread_local").allocate());
        }
    };
    std::thread([] {
        thread_local Holder holder;
        holder.block = pool("thread_local").allocate();
    }).join();

    std::thread([] { EXPECT_EQ(pool("thread_local").statistics().in_use, 0U); }).join();
    EXPECT_EQ(pools_named("thread_local"), 1U);
}

TEST(BlockPool, SurvivesTwoThreadsThatExchangeBlocks) {
    constexpr int rounds = 20'000;
    std::atomic<Block*> there = nullptr;
    std::atomic<Block*> back = nullptr;
    const auto exchange = [](std::atomic<Block*>& out, std::atomic<Block*>& in) {
        BlockPool& own = pool("exchange");
        for (int i = 0; i < rounds; ++i) {
            Block* block = own.allocate();
            std::memcpy(block + 1, &i, sizeof i);
            if (Block* unread = out.exchange(block, std::memory_order_acq_rel)) {
                BlockPool::release(unread);
            }
            if (Block* received = in.exchange(nullptr, std::memory_order_acq_rel)) {
                BlockPool::release(received);
            }
        }
        BlockPool::flush_foreign_batch();
    };

    std::thread other([&] { exchange(back, there); });
    exchange(there, back);
    other.join();

    for (auto* left : {&there, &back}) {
        if (Block* block = left->load()) {
            BlockPool::release(block);
        }
    }
    BlockPool::flush_foreign_batch();
    std::size_t in_use = 0;
    for (const auto& statistics : BlockPool::all_statistics()) {
        in_use += std::string_view(statistics.name) == "exchange" ? statistics.in_use : 0;
    }
    EXPECT_EQ(in_use, 0U);
}

TEST(BlockPoolDeathTest, RefusesABlockReleasedTwice) {
    thread_local BlockPool* slot = nullptr;
    Block* block = BlockPool::attach(slot, "twice", block_bytes).allocate();
    Block* other = slot->allocate();
    BlockPool::release(other);
    BlockPool::release(block);
    EXPECT_DEATH(BlockPool::release(block), "block released twice");
}

TEST(BlockPoolDeathTest, RefusesSizesThatAreNoMultipleOf64) {
    thread_local BlockPool* slot = nullptr;
    EXPECT_DEATH(BlockPool::attach(slot, "odd", 100), "multiple of 64 bytes");
    EXPECT_DEATH(BlockPool::attach(slot, "none", 0), "multiple of 64 bytes");
}

TEST(BlockPoolDeathTest, SaysWhatWasAskedWhenMemoryIsOut) {
    const auto use_up_memory = [] {
        const rlimit nothing{0, 0};
        setrlimit(RLIMIT_AS, &nothing);
        BlockPool& blocks = pool("used up");
        while (true) {
            (void)blocks.allocate();
        }
    };
    // A sanitizer's allocator ends the process before we can.
    EXPECT_DEATH(use_up_memory(),
                 "out of memory: no .* bytes for pool 'used up' .in use .*, idle 0|"
                 "Sanitizer|Failed to mmap");
}

}  // namespace
}  // namespace leat
