#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "leat/buffer/assert.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define LEAT_POISONS_IDLE_BLOCKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LEAT_POISONS_IDLE_BLOCKS 1
#endif
#endif
#if defined(LEAT_POISONS_IDLE_BLOCKS)
#include <sanitizer/asan_interface.h>
#endif

namespace leat {

class BlockPool;
struct BlockSlab;

/// The head of every pooled block; what the block is used for follows it.
struct alignas(16) Block {
    BlockPool* owner;
    /// The block behind this one in a list of idle blocks; the block itself while it is in use.
    Block* next;
};

/// What a pool did so far. Exact on the owner's thread, a moment old on others.
struct BlockPoolStatistics {
    const char* name = "";
    std::size_t block_bytes = 0;
    /// Blocks handed out and not yet back; those that wait in another thread's batch count.
    std::size_t in_use = 0;
    /// Blocks kept for reuse.
    std::size_t idle = 0;
    /// The most blocks that were ever in use at a time.
    std::size_t high_water = 0;
    std::uint64_t allocations = 0;
    /// Blocks that other threads gave back.
    std::uint64_t foreign_returns = 0;
};

/// One thread's pool of equal blocks of memory, aligned to a cache line.
///
/// The owner takes and gives back blocks without an atomic read-modify-write. Any thread may
/// release a block: on a foreign thread it waits in a small batch of that thread, which goes back
/// to the owner as a whole, by one compare-and-swap. Call `flush_foreign_batch()` before a thread
/// sleeps.
///
/// A pool outlives its thread, so that blocks may too: when the thread ends, the pool is trimmed
/// and waits for the next new thread that wants one like it. Usage:
///
///     constinit thread_local BlockPool* nodes = nullptr;
///     BlockPool& pool = nodes != nullptr ? *nodes : BlockPool::attach(nodes, "node", 128);
///     Block* block = pool.allocate();
///     BlockPool::release(block);
class alignas(64) BlockPool {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Fills in what stays the same each time that a block is used.
    using Prepare = void (*)(Block* block);

    static constexpr std::size_t block_alignment = 64;
    static constexpr std::size_t block_bytes_max = 16 * 1024;

    /// Gives the calling thread a pool of this name and size: one that an ended thread left behind,
    /// or a new one. It stays in `slot`, a thread_local pointer, until the thread ends; then the
    /// slot is null again.
    ///
    /// `name` must live for ever; `block_bytes` includes the `Block` head and is a multiple of 64.
    /// `prepare` is called once for each block, when its memory is new.
    static BlockPool& attach(BlockPool*& slot, const char* name, std::size_t block_bytes,
                             Prepare prepare = nullptr);

    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    /// Takes a block; its bytes behind the head are undefined, or as its last user left them if the
    /// pool has a `Prepare`. Out of memory ends the process with a message. Only on the owner's
    /// thread.
    [[nodiscard]] Block* allocate();

    /// Gives a block back to its owner, from any thread. Giving it back twice is asserted.
    static void release(Block* block);

    /// Hands the blocks that wait in the calling thread's batch to their owner.
    static void flush_foreign_batch();

    /// Frees idle blocks, at best until `keep` are left; returns how many. Blocks whose neighbours
    /// in memory are in use stay. Only on the owner's thread.
    std::size_t trim(std::size_t keep);

    /// Trims to `keep` if no block was taken for at least `idle_for`, as seen by calls of this
    /// function. Only on the owner's thread.
    std::size_t trim_if_idle(Time now, std::chrono::nanoseconds idle_for, std::size_t keep);

    /// `trim_if_idle` for every pool of the calling thread.
    static std::size_t trim_idle_pools(Time now, std::chrono::nanoseconds idle_for,
                                       std::size_t keep);

    [[nodiscard]] BlockPoolStatistics statistics() const;

    /// The pools of all threads, also of those that ended, in order of creation.
    [[nodiscard]] static std::vector<BlockPoolStatistics> all_statistics();

private:
    friend struct BlockPoolRegistry;

    /// What a thread has of its own: foreign blocks on their way home, and the list of its pools.
    /// Its address is the thread's identity.
    struct Thread {
        BlockPool* batch_owner = nullptr;
        Block* batch_first = nullptr;
        Block* batch_last = nullptr;
        std::uint32_t batch_count = 0;
        bool has_exit_hook = false;
        BlockPool* pools = nullptr;
    };

    BlockPool(const char* name, std::size_t block_bytes, Prepare prepare) noexcept
        : block_bytes_(block_bytes), prepare_(prepare), name_(name) {}

    [[nodiscard]] Block* allocate_slowly();
    [[nodiscard]] Block* create();
    void add_slab();
    [[noreturn]] void out_of_memory() const;
    std::size_t count_idle();
    std::size_t choose_slabs(std::size_t idle, std::size_t keep);
    void drop_idle();
    void drop_slabs();
    static void mark_usable(const std::byte* from, const std::byte* to);
    void take_returned();
    void give_back(Block* first, Block* last, std::uint32_t count);
    static void release_foreign(Block* block);
    [[nodiscard]] bool is_own() const {
        return home_.load(std::memory_order_relaxed) == &this_thread_;
    }
    void mark_idle(Block* block) const;
    void mark_in_use(Block* block) const;

    /// Counters have one writer, the owner: a load and a store, so that others may look.
    template <class Count>
    static void add(std::atomic<Count>& counter, Count difference) {
        counter.store(counter.load(std::memory_order_relaxed) + difference,
                      std::memory_order_relaxed);
    }

    static constinit thread_local Thread this_thread_;

    Block* free_ = nullptr;
    /// The owner's thread; null while no thread owns the pool. Relaxed: only the owner can find its
    /// own address here, and it wrote that itself.
    std::atomic<const Thread*> home_ = nullptr;
    std::atomic<std::uint64_t> taken_ = 0;
    std::atomic<std::uint64_t> put_back_ = 0;
    const std::size_t block_bytes_;
    std::atomic<std::size_t> blocks_ = 0;
    const Prepare prepare_;
    const char* const name_;

    /// Blocks released elsewhere: pushed in `give_back` (release), all taken in `take_returned`
    /// (acquire).
    alignas(64) std::atomic<Block*> returned_ = nullptr;
    std::atomic<std::uint64_t> returned_count_ = 0;

    alignas(64) std::atomic<std::size_t> high_water_ = 0;
    std::uint64_t taken_when_seen_ = 0;
    Time unused_since_{};
    /// All slabs, the newest first, and what is left to cut of one of them.
    BlockSlab* slabs_ = nullptr;
    std::byte* fresh_ = nullptr;
    std::byte* fresh_end_ = nullptr;
    BlockPool** slot_ = nullptr;
    BlockPool* next_of_thread_ = nullptr;
    BlockPool* next_of_all_ = nullptr;
};

inline void BlockPool::mark_idle([[maybe_unused]] Block* block) const {
#if defined(LEAT_POISONS_IDLE_BLOCKS)
    __asan_poison_memory_region(block + 1, block_bytes_ - sizeof(Block));
#endif
}

inline void BlockPool::mark_in_use(Block* block) const {
#if defined(LEAT_POISONS_IDLE_BLOCKS)
    __asan_unpoison_memory_region(block + 1, block_bytes_ - sizeof(Block));
#endif
    block->next = block;
}

inline Block* BlockPool::allocate() {
#if defined(LEAT_TRACK_PAGES)
    LEAT_ASSERT(is_own(), "block taken from the pool of another thread");
#endif
    Block* block = free_;
    if (block == nullptr) [[unlikely]] {
        return allocate_slowly();
    }
    free_ = block->next;
    add<std::uint64_t>(taken_, 1);
    mark_in_use(block);
    return block;
}

inline void BlockPool::release(Block* block) {
    LEAT_ASSERT(block->next == block, "block released twice");
    BlockPool& owner = *block->owner;
    owner.mark_idle(block);
    if (!owner.is_own()) {
        return release_foreign(block);
    }
    block->next = owner.free_;
    owner.free_ = block;
    add<std::uint64_t>(owner.put_back_, 1);
}

}  // namespace leat
