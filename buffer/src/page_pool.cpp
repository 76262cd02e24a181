#include "leat/buffer/page_pool.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace leat {
namespace {

/// A page whose bytes lie elsewhere. Shares of one memory count in the first of them.
struct ExternalPage : Page {
    ExternalPage* first;
    /// Shares not yet released. The last `fetch_sub` (acquire) sees what the others did before
    /// theirs (release).
    std::atomic<std::uint32_t> shares;
    ReleaseHook hook;
    void* context;
};

constexpr std::size_t external_page_bytes =
    (sizeof(ExternalPage) + BlockPool::block_alignment - 1) / BlockPool::block_alignment *
    BlockPool::block_alignment;

constinit thread_local BlockPool* external_slot = nullptr;

ExternalPage* allocate_external() {
    BlockPool& pool =
        external_slot != nullptr
            ? *external_slot
            : BlockPool::attach(external_slot, PagePool::external_name, external_page_bytes);
    Block* block = pool.allocate();
    const Block head = *block;
    auto* page = new (block) ExternalPage{};
    page->owner = head.owner;
    page->next = head.next;
    page->is_external = true;
    page->first = page;
    page->shares.store(1, std::memory_order_relaxed);
    return page;
}

}  // namespace

constinit thread_local BlockPool* PagePool::slot_ = nullptr;

void PagePool::prepare(Block* block) {
    auto* page = static_cast<Page*>(block);
    page->limit = bytes_of(page) + page_capacity;
    page->is_external = false;
    page->is_read_only = false;
}

Page* PagePool::wrap_writable(std::span<std::byte> memory, ReleaseHook hook, void* context) {
    ExternalPage* page = allocate_external();
    page->begin = memory.data();
    page->end = memory.data();
    page->limit = memory.data() + memory.size();
    page->hook = hook;
    page->context = context;
#if defined(LEAT_TRACK_PAGES)
    track(page);
#endif
    return page;
}

Page* PagePool::wrap(std::span<const std::byte> memory, ReleaseHook hook, void* context) {
    // Never written: the page is read-only and has no room.
    auto* bytes = const_cast<std::byte*>(memory.data());
    Page* page = wrap_writable({bytes, memory.size()}, hook, context);
    page->end = page->limit;
    page->is_read_only = true;
    return page;
}

Page* PagePool::allocate_large(std::size_t capacity) {
    if (capacity <= page_capacity) {
        return allocate();
    }
    auto* memory = static_cast<std::byte*>(std::malloc(capacity));
    if (memory == nullptr) {
        std::fprintf(stderr, "leat: out of memory: no %zu bytes for one page\n", capacity);
        std::fflush(stderr);
        std::abort();
    }
    return wrap_writable({memory, capacity}, &std::free, memory);
}

Page* PagePool::share(Page& external, std::size_t bytes) {
    LEAT_ASSERT(external.is_external && bytes <= external.readable_bytes(),
                "only bytes of an external page can be shared");
    ExternalPage* first = static_cast<ExternalPage&>(external).first;
    // Relaxed: the caller holds a share, so the count cannot fall to zero meanwhile.
    first->shares.fetch_add(1, std::memory_order_relaxed);
    ExternalPage* page = allocate_external();
    page->first = first;
    page->begin = external.begin;
    page->end = page->limit = external.begin + bytes;
    page->is_read_only = external.is_read_only;
#if defined(LEAT_TRACK_PAGES)
    track(page);
#endif
    return page;
}

void PagePool::release_external(Page* page) {
    ExternalPage* first = static_cast<ExternalPage*>(page)->first;
    if (page != first) {
        BlockPool::release(page);
    }
    if (first->shares.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        if (first->hook != nullptr) {
            first->hook(first->context);
        }
        BlockPool::release(first);
    }
}

BlockPoolStatistics PagePool::total_statistics() {
    BlockPoolStatistics total{.name = name, .block_bytes = page_bytes};
    for (const BlockPoolStatistics& pool : BlockPool::all_statistics()) {
        if (std::string_view(pool.name) == name && pool.block_bytes == page_bytes) {
            total.in_use += pool.in_use;
            total.idle += pool.idle;
            total.high_water += pool.high_water;
            total.allocations += pool.allocations;
            total.foreign_returns += pool.foreign_returns;
        }
    }
    return total;
}

}  // namespace leat
