#pragma once

#include <cstddef>
#include <new>

#include "leat/buffer/block_pool.hpp"

namespace leat {

#if defined(LEAT_TRACK_PAGES)
/// Where a page was taken, and its place in the list of all pages in use.
struct PageOrigin {
    static constexpr std::size_t frames_max = 8;

    const char* label;
    void* frames[frames_max];
    struct Page* next;
    struct Page* previous;
};
#endif

/// A piece of memory in the chain of a buffer: the head, then, for a pooled page, its bytes.
///
///     | Page | read already | readable    | may be written |
///            ^              ^ begin       ^ end            ^ limit
///
/// A page belongs to one buffer, which keeps `begin` of its first and `end` of its last page in its
/// own fields while it works on them.
struct Page : Block {
    Page* following;
    Page* preceding;
    std::byte* begin;
    std::byte* end;
    /// Never changed, nor are the flags: a pooled page keeps them while it is idle.
    std::byte* limit;
    /// The bytes lie elsewhere, and a hook tells when they are not needed any more.
    bool is_external;
    bool is_read_only;
#if defined(LEAT_TRACK_PAGES)
    PageOrigin origin;
#endif

    [[nodiscard]] std::size_t readable_bytes() const {
        return static_cast<std::size_t>(end - begin);
    }
};

/// Bytes in a pooled page, the same in every build.
inline constexpr std::size_t page_capacity = 4096;

/// Memory that a pooled page takes: its bytes and its head. Not a power of two, for then the heads
/// of all pages would share one place in the processor's cache.
inline constexpr std::size_t page_bytes =
    page_capacity + (sizeof(Page) + BlockPool::block_alignment - 1) / BlockPool::block_alignment *
                        BlockPool::block_alignment;

}  // namespace leat
