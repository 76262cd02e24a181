#include "leat/core/pool.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace leat {
namespace {

TEST(Pool, GivesAlignedMemoryOfAnySize) {
    std::vector<void*> blocks;
    for (std::size_t bytes : {1U, 48U, 49U, 1'008U, 1'009U, 100'000U}) {
        blocks.push_back(pool_allocate(bytes));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks.back()) % 16, 0U) << bytes;
    }
    for (void* block : blocks) {
        pool_release(block);
    }
    pool_release(nullptr);
}

TEST(Pool, UsesMemoryAgain) {
    void* const first = pool_allocate(40);
    pool_release(first);
    void* const second = pool_allocate(30);
    EXPECT_EQ(first, second);
    pool_release(second);
}

TEST(Pool, RunsConstructorsAndDestructors) {
    struct Counted {
        explicit Counted(int& counter) : alive(counter) { ++alive; }
        ~Counted() { --alive; }
        int& alive;
    };
    int alive = 0;
    Counted* const counted = pool_new<Counted>(alive);
    EXPECT_EQ(alive, 1);
    pool_delete(counted);
    EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace leat
