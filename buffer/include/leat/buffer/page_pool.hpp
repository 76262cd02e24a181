#pragma once

#include <cstddef>
#include <span>

#include "leat/buffer/page.hpp"

namespace leat {

/// Called once, on the thread that gave up the last part of an external page.
using ReleaseHook = void (*)(void* context);

/// The pages of the calling thread. Pages may be released on any thread, and outlive their thread;
/// see `BlockPool`. Users hold buffers, which take and release their pages by themselves.
class PagePool {
public:
    /// Takes an empty page of `page_capacity` bytes. It has no neighbours: who links it sets them.
    [[nodiscard]] static Page* allocate();

    /// Makes a page of memory that is not ours, without a copy. The memory must stay as it is until
    /// `hook(context)` is called; the hook may be null.
    [[nodiscard]] static Page* wrap(std::span<const std::byte> memory, ReleaseHook hook,
                                    void* context);

    /// The same as an empty page, to be written.
    [[nodiscard]] static Page* wrap_writable(std::span<std::byte> memory, ReleaseHook hook,
                                             void* context);

    /// Makes an empty page for `capacity` bytes: a pooled one if they fit, else from the heap.
    [[nodiscard]] static Page* allocate_large(std::size_t capacity);

    /// Makes a second page of the first `bytes` readable bytes of an external page, without a copy.
    /// The hook is called when both are released.
    [[nodiscard]] static Page* share(Page& external, std::size_t bytes);

    /// Gives a page back to its owner, from any thread; releases what an external page stood for.
    static void release(Page* page);

    /// Hands the pages that wait in the calling thread's batch to their owner. Call it before a
    /// thread sleeps.
    static void flush_foreign_batch() { BlockPool::flush_foreign_batch(); }

    /// The pooled pages of the calling thread.
    [[nodiscard]] static BlockPoolStatistics statistics() { return this_thread().statistics(); }

    /// The pooled pages of all threads together. `high_water` is the sum of the threads' own.
    [[nodiscard]] static BlockPoolStatistics total_statistics();

    /// The calling thread's pool, for trimming.
    [[nodiscard]] static BlockPool& this_thread() {
        return slot_ != nullptr ? *slot_ : BlockPool::attach(slot_, name, page_bytes, &prepare);
    }

    static constexpr const char* name = "page";
    static constexpr const char* external_name = "external page";

private:
    static std::byte* bytes_of(Page* page) {
        return reinterpret_cast<std::byte*>(page) + (page_bytes - page_capacity);
    }
    static void prepare(Block* block);
    static void release_external(Page* page);
    static void track(Page* page);
    static void untrack(Page* page);

    static constinit thread_local BlockPool* slot_;
};

inline Page* PagePool::allocate() {
    auto* page = static_cast<Page*>(this_thread().allocate());
    page->begin = page->end = bytes_of(page);
#if defined(LEAT_TRACK_PAGES)
    track(page);
#endif
    return page;
}

inline void PagePool::release(Page* page) {
#if defined(LEAT_TRACK_PAGES)
    untrack(page);
#endif
    if (page->is_external) [[unlikely]] {
        return release_external(page);
    }
    BlockPool::release(page);
}

}  // namespace leat
