#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

#include "block_slab.hpp"

/// Where the blocks of a pool come from, and how idle ones go.
///
/// Blocks are cut from slabs: that takes a few instructions and no memory beyond the block. A slab
/// goes when all its blocks are idle.
namespace leat {
namespace {

/// Tells the machine that it may take back the whole pages of an unused piece of memory.
void give_up_pages(std::byte* from, const std::byte* to) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto first = (reinterpret_cast<std::uintptr_t>(from) + page - 1) / page * page;
    const auto last = reinterpret_cast<std::uintptr_t>(to) / page * page;
    if (first < last) {
        madvise(from + (first - reinterpret_cast<std::uintptr_t>(from)), last - first,
                MADV_DONTNEED);
    }
}

}  // namespace

void BlockPool::add_slab() {
    const std::size_t bytes_min = sizeof(BlockSlab) + block_bytes_;
    const std::size_t bytes = BlockSlab::has_one_block ? bytes_min : BlockSlab::bytes_max;
    void* memory = nullptr;
    if (posix_memalign(&memory, BlockSlab::alignment, bytes) != 0) {
        out_of_memory();
    }
    auto* const slab = new (memory) BlockSlab{};
    const std::size_t room = bytes - sizeof(BlockSlab);
    slab->end = slab->begin() + room / block_bytes_ * block_bytes_;
    slab->next = std::exchange(slabs_, slab);
    fresh_ = slab->begin();
    fresh_end_ = slab->end;
}

Block* BlockPool::create() {
    if (fresh_ == fresh_end_) {
        add_slab();
    }
    auto* const block = new (fresh_) Block{this, nullptr};
    fresh_ += block_bytes_;
    ++BlockSlab::of(block).made;
    // A block is made only when none is idle: then all there are is the most ever in use at a time.
    const std::size_t blocks = blocks_.load(std::memory_order_relaxed) + 1;
    blocks_.store(blocks, std::memory_order_relaxed);
    if (blocks > high_water_.load(std::memory_order_relaxed)) {
        high_water_.store(blocks, std::memory_order_relaxed);
    }
    if (prepare_ != nullptr) {
        prepare_(block);
    }
    return block;
}

void BlockPool::out_of_memory() const {
    const auto now = statistics();
    std::fprintf(
        stderr,
        "leat: out of memory: no %zu bytes for pool '%s' (in use %zu, idle %zu, high water "
        "%zu blocks on this thread)\n",
        block_bytes_, name_, now.in_use, now.idle, now.high_water);
    std::fflush(stderr);
    std::abort();
}

std::size_t BlockPool::trim(std::size_t keep) {
    take_returned();
    const std::size_t idle = count_idle();
    const std::size_t freed = idle > keep ? choose_slabs(idle, keep) : 0;
    if (freed > 0) {
        drop_idle();
        drop_slabs();
        add<std::size_t>(blocks_, 0 - freed);
    }
    return freed;
}

std::size_t BlockPool::count_idle() {
    for (BlockSlab* slab = slabs_; slab != nullptr; slab = slab->next) {
        slab->idle = 0;
        slab->keep_end = slab->end;
    }
    std::size_t idle = 0;
    for (const Block* block = free_; block != nullptr; block = block->next) {
        ++BlockSlab::of(block).idle;
        ++idle;
    }
    return idle;
}

/// Marks what goes: slabs without a block in use, the last of them in part, so that `keep` idle
/// blocks stay. Returns how many blocks that frees.
std::size_t BlockPool::choose_slabs(std::size_t idle, std::size_t keep) {
    std::size_t freed = 0;
    for (BlockSlab* slab = slabs_; slab != nullptr && idle - freed > keep; slab = slab->next) {
        if (slab->idle != slab->made || slab->made == 0) {
            continue;
        }
        const std::size_t surplus = idle - freed - keep;
        const std::size_t going = surplus < slab->made ? surplus : slab->made;
        freed += going;
        slab->made -= static_cast<std::uint32_t>(going);
        slab->keep_end = slab->begin() + slab->made * block_bytes_;
    }
    return freed;
}

/// Takes the blocks that go off the list of idle ones.
void BlockPool::drop_idle() {
    for (Block** link = &free_; *link != nullptr;) {
        const Block* const block = *link;
        if (reinterpret_cast<const std::byte*>(block) >= BlockSlab::of(block).keep_end) {
            *link = block->next;
        } else {
            link = &(*link)->next;
        }
    }
}

/// Frees the slabs that have no block left; one that has some is where the next are cut from.
void BlockPool::drop_slabs() {
    for (BlockSlab** link = &slabs_; *link != nullptr;) {
        BlockSlab* const slab = *link;
        const bool is_current = fresh_end_ == slab->end;
        if (slab->made == 0) {
            *link = slab->next;
            if (is_current) {
                fresh_ = fresh_end_ = nullptr;
            }
            mark_usable(slab->begin(), slab->end);
            std::free(slab);
            continue;
        }
        if (slab->keep_end != slab->end) {
            fresh_ = slab->begin() + slab->made * block_bytes_;
            fresh_end_ = slab->end;
            give_up_pages(fresh_, fresh_end_);
        }
        link = &slab->next;
    }
}

void BlockPool::mark_usable([[maybe_unused]] const std::byte* from,
                            [[maybe_unused]] const std::byte* to) {
#if defined(LEAT_POISONS_IDLE_BLOCKS)
    __asan_unpoison_memory_region(from, static_cast<std::size_t>(to - from));
#endif
}

}  // namespace leat
