#include "leat/buffer/block_pool.hpp"

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <string_view>

namespace leat {
namespace {

/// Foreign blocks that a thread collects before it hands them over.
constexpr std::uint32_t batch_max = 32;

}  // namespace

/// All pools of the process. Pools are never destroyed: blocks point to them.
struct BlockPoolRegistry {
    static BlockPoolRegistry& instance();

    BlockPool* adopt(std::string_view name, std::size_t block_bytes);
    void add(BlockPool* pool);
    void abandon(BlockPool* pool);
    static void watch_exit_of_this_thread();
    static void on_thread_exit(void* thread);

    std::mutex mutex;
    BlockPool* first = nullptr;
    BlockPool* last = nullptr;
    /// Its destructor runs behind those of all C++ thread_local objects, which may release blocks.
    pthread_key_t exit_key{};
};

BlockPoolRegistry& BlockPoolRegistry::instance() {
    static BlockPoolRegistry& registry = *[] {
        auto* created = new BlockPoolRegistry;
        const int failed = pthread_key_create(&created->exit_key, &on_thread_exit);
        LEAT_ASSERT(failed == 0, "no pthread key left");
        return created;
    }();
    return registry;
}

BlockPool* BlockPoolRegistry::adopt(std::string_view name, std::size_t block_bytes) {
    const std::scoped_lock lock(mutex);
    for (BlockPool* pool = first; pool != nullptr; pool = pool->next_of_all_) {
        const bool is_free = pool->home_.load(std::memory_order_relaxed) == nullptr;
        if (is_free && pool->block_bytes_ == block_bytes && pool->name_ == name) {
            pool->home_.store(&BlockPool::this_thread_, std::memory_order_relaxed);
            return pool;
        }
    }
    return nullptr;
}

void BlockPoolRegistry::add(BlockPool* pool) {
    pool->home_.store(&BlockPool::this_thread_, std::memory_order_relaxed);
    const std::scoped_lock lock(mutex);
    (last != nullptr ? last->next_of_all_ : first) = pool;
    last = pool;
}

void BlockPoolRegistry::abandon(BlockPool* pool) {
    pool->trim(0);
    *pool->slot_ = nullptr;
    pool->slot_ = nullptr;
    const std::scoped_lock lock(mutex);
    pool->home_.store(nullptr, std::memory_order_relaxed);
}

void BlockPoolRegistry::watch_exit_of_this_thread() {
    BlockPool::Thread& thread = BlockPool::this_thread_;
    if (!thread.has_exit_hook) {
        pthread_setspecific(instance().exit_key, &thread);
        thread.has_exit_hook = true;
    }
}

void BlockPoolRegistry::on_thread_exit(void* key_value) {
    auto& thread = *static_cast<BlockPool::Thread*>(key_value);
    BlockPool::flush_foreign_batch();
    while (thread.pools != nullptr) {
        BlockPool* pool = thread.pools;
        thread.pools = pool->next_of_thread_;
        instance().abandon(pool);
    }
    thread.has_exit_hook = false;
}

constinit thread_local BlockPool::Thread BlockPool::this_thread_{};

BlockPool& BlockPool::attach(BlockPool*& slot, const char* name, std::size_t block_bytes,
                             Prepare prepare) {
    LEAT_ASSERT(slot == nullptr, "the slot of a pool that is attached already");
    LEAT_ASSERT(block_bytes > sizeof(Block) && block_bytes % block_alignment == 0 &&
                    block_bytes <= block_bytes_max,
                "a block is a multiple of 64 bytes, and at most block_bytes_max");
    BlockPoolRegistry::watch_exit_of_this_thread();
    BlockPool* pool = BlockPoolRegistry::instance().adopt(name, block_bytes);
    if (pool == nullptr) {
        pool = new BlockPool(name, block_bytes, prepare);
        BlockPoolRegistry::instance().add(pool);
    }
    pool->slot_ = &slot;
    pool->next_of_thread_ = this_thread_.pools;
    this_thread_.pools = pool;
    slot = pool;
    return *pool;
}

Block* BlockPool::allocate_slowly() {
    take_returned();
    Block* block = free_;
    if (block != nullptr) {
        free_ = block->next;
    } else {
        block = create();
    }
    add<std::uint64_t>(taken_, 1);
    mark_in_use(block);
    return block;
}

void BlockPool::take_returned() {
    if (returned_.load(std::memory_order_relaxed) == nullptr) {
        return;
    }
    Block* first = returned_.exchange(nullptr, std::memory_order_acquire);
    if (free_ == nullptr) {
        free_ = first;
        return;
    }
    Block* last = first;
    while (last->next != nullptr) {
        last = last->next;
    }
    last->next = free_;
    free_ = first;
}

void BlockPool::give_back(Block* first, Block* last, std::uint32_t count) {
    Block* head = returned_.load(std::memory_order_relaxed);
    do {
        last->next = head;
    } while (!returned_.compare_exchange_weak(head, first, std::memory_order_release,
                                              std::memory_order_relaxed));
    returned_count_.fetch_add(count, std::memory_order_relaxed);
}

void BlockPool::release_foreign(Block* block) {
    Thread& thread = this_thread_;
    if (thread.batch_owner != block->owner) {
        flush_foreign_batch();
        BlockPoolRegistry::watch_exit_of_this_thread();
        thread.batch_owner = block->owner;
    }
    block->next = thread.batch_first;
    thread.batch_first = block;
    if (thread.batch_count++ == 0) {
        thread.batch_last = block;
    }
    if (thread.batch_count == batch_max) {
        flush_foreign_batch();
    }
}

void BlockPool::flush_foreign_batch() {
    Thread& thread = this_thread_;
    if (thread.batch_count == 0) {
        return;
    }
    thread.batch_owner->give_back(thread.batch_first, thread.batch_last, thread.batch_count);
    thread.batch_owner = nullptr;
    thread.batch_first = nullptr;
    thread.batch_last = nullptr;
    thread.batch_count = 0;
}

std::size_t BlockPool::trim_if_idle(Time now, std::chrono::nanoseconds idle_for, std::size_t keep) {
    const auto taken = taken_.load(std::memory_order_relaxed);
    if (taken != taken_when_seen_ || unused_since_ == Time{}) {
        taken_when_seen_ = taken;
        unused_since_ = now;
        return 0;
    }
    return now - unused_since_ >= idle_for ? trim(keep) : 0;
}

std::size_t BlockPool::trim_idle_pools(Time now, std::chrono::nanoseconds idle_for,
                                       std::size_t keep) {
    std::size_t freed = 0;
    for (BlockPool* pool = this_thread_.pools; pool != nullptr; pool = pool->next_of_thread_) {
        freed += pool->trim_if_idle(now, idle_for, keep);
    }
    return freed;
}

BlockPoolStatistics BlockPool::statistics() const {
    // Written by several threads: what came back is read first, so that the difference is not below
    // zero.
    const std::uint64_t foreign = returned_count_.load(std::memory_order_relaxed);
    const std::uint64_t back = put_back_.load(std::memory_order_relaxed) + foreign;
    const std::uint64_t taken = taken_.load(std::memory_order_relaxed);
    const auto in_use = static_cast<std::size_t>(taken > back ? taken - back : 0);
    const std::size_t blocks = blocks_.load(std::memory_order_relaxed);
    return {.name = name_,
            .block_bytes = block_bytes_,
            .in_use = in_use,
            .idle = blocks > in_use ? blocks - in_use : 0,
            .high_water = high_water_.load(std::memory_order_relaxed),
            .allocations = taken,
            .foreign_returns = foreign};
}

std::vector<BlockPoolStatistics> BlockPool::all_statistics() {
    BlockPoolRegistry& registry = BlockPoolRegistry::instance();
    const std::scoped_lock lock(registry.mutex);
    std::vector<BlockPoolStatistics> all;
    for (BlockPool* pool = registry.first; pool != nullptr; pool = pool->next_of_all_) {
        all.push_back(pool->statistics());
    }
    return all;
}

}  // namespace leat
