#pragma once

#include <cstddef>
#include <cstdint>

#include "leat/buffer/block_pool.hpp"

namespace leat {

/// The head of a piece of memory from which a pool cuts its blocks, one behind the other. Aligned
/// to `alignment`, so that a block finds its slab by its address.
///
/// Under AddressSanitizer a slab has one block, so that leaks are seen.
struct alignas(BlockPool::block_alignment) BlockSlab {
#if defined(LEAT_POISONS_IDLE_BLOCKS)
    static constexpr bool has_one_block = true;
#else
    static constexpr bool has_one_block = false;
#endif
    static constexpr std::size_t alignment = has_one_block ? BlockPool::block_alignment : 64 * 1024;
    /// A little less than the alignment: malloc packs such pieces without gaps.
    static constexpr std::size_t bytes_max = 64 * 1024 - 64;

    static BlockSlab& of(const Block* block) {
        const auto address = reinterpret_cast<std::uintptr_t>(block);
        return *reinterpret_cast<BlockSlab*>(has_one_block ? address - sizeof(BlockSlab)
                                                           : address & ~(alignment - 1));
    }
    [[nodiscard]] std::byte* begin() { return reinterpret_cast<std::byte*>(this + 1); }

    BlockSlab* next;
    /// Where the blocks end that can be cut from it.
    std::byte* end;
    /// Blocks cut from it, and, while the pool is trimmed, those of them that are idle.
    std::uint32_t made;
    std::uint32_t idle;
    /// Idle blocks at or behind this address are given up by the trim under way.
    const std::byte* keep_end;
};

}  // namespace leat
