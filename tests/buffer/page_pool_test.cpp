#include "leat/buffer/page_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <optional>
#include <thread>

#include "leat/buffer/adaptive_buffer.hpp"
#include "leat/buffer/buffer.hpp"

namespace leat {
namespace {

void count(void* counter) {
    ++*static_cast<int*>(counter);
}

TEST(PagePool, HandsOutEmptyPagesOfFullCapacity) {
    Page* page = PagePool::allocate();
    EXPECT_EQ(page->readable_bytes(), 0U);
    EXPECT_EQ(static_cast<std::size_t>(page->limit - page->end), page_capacity);
    std::memset(page->end, 0xAA, page_capacity);
    PagePool::release(page);

    Page* again = PagePool::allocate();
    EXPECT_EQ(again, page);
    EXPECT_EQ(again->readable_bytes(), 0U);
    PagePool::release(again);
}

TEST(PagePool, HandsOutFullCapacityBehindASmallFixedBuffer) {
    {
        Buffer small(10);
        small.write("0123456789");
        EXPECT_EQ(small.writable_bytes(), 0U);
    }
    Page* page = PagePool::allocate();
    EXPECT_EQ(static_cast<std::size_t>(page->limit - page->end), page_capacity);
    PagePool::release(page);
}

TEST(PagePool, WrapsMemoryAndTellsWhenItIsReleased) {
    const char text[] = "external";
    int released = 0;
    Page* page = PagePool::wrap(std::as_bytes(std::span(text)), &count, &released);
    EXPECT_EQ(static_cast<void*>(page->begin), static_cast<const void*>(text));
    EXPECT_EQ(page->readable_bytes(), sizeof text);
    EXPECT_EQ(page->end, page->limit);
    EXPECT_TRUE(page->is_read_only);
    PagePool::release(page);
    EXPECT_EQ(released, 1);
}

TEST(PagePool, ReleasesSharedMemoryWithItsLastShare) {
    const char text[] = "external";
    int released = 0;
    Page* first = PagePool::wrap(std::as_bytes(std::span(text)), &count, &released);
    Page* second = PagePool::share(*first, 4);
    Page* third = PagePool::share(*second, 2);
    EXPECT_EQ(second->readable_bytes(), 4U);
    EXPECT_EQ(third->begin, first->begin);
    PagePool::release(first);
    PagePool::release(third);
    EXPECT_EQ(released, 0);
    PagePool::release(second);
    EXPECT_EQ(released, 1);
}

TEST(PagePool, MakesPagesLargerThanThePooledOnes) {
    Page* page = PagePool::allocate_large(100'000);
    EXPECT_EQ(page->limit - page->begin, 100'000);
    std::memset(page->begin, 1, 100'000);
    PagePool::release(page);
}

TEST(PagePool, CountsItsPages) {
    const auto before = PagePool::statistics();
    Page* page = PagePool::allocate();
    EXPECT_EQ(PagePool::statistics().in_use, before.in_use + 1);
    EXPECT_GE(PagePool::total_statistics().in_use, PagePool::statistics().in_use);
    PagePool::release(page);
    EXPECT_EQ(PagePool::statistics().in_use, before.in_use);
    EXPECT_EQ(PagePool::statistics().allocations, before.allocations + 1);
}

TEST(PagePool, TrimsItsIdlePages) {
    AdaptiveBuffer buffer;
    buffer.fill(std::byte{}, 20 * page_capacity);
    buffer.clear();
    PagePool::this_thread().trim(10);
    EXPECT_EQ(PagePool::statistics().idle, 10U);
}

TEST(PagePool, SurvivesTheThreadThatTookThePages) {
    std::optional<AdaptiveBuffer> orphan;
    std::thread([&] {
        orphan.emplace("made by a thread that has ended");
        orphan->fill(std::byte{'x'}, 5 * page_capacity);
    }).join();

    orphan->write(" and more");
    EXPECT_TRUE(orphan->skip_if_next_is("made by a thread that has ended"));
    orphan.reset();
    PagePool::flush_foreign_batch();
}

/// A one-place mailbox for buffers.
class Exchange {
public:
    void put(AdaptiveBuffer buffer) {
        while (is_full_.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
        buffer_ = std::move(buffer);
        is_full_.store(true, std::memory_order_release);
    }
    AdaptiveBuffer take() {
        while (!is_full_.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
        AdaptiveBuffer buffer = std::move(buffer_);
        is_full_.store(false, std::memory_order_release);
        return buffer;
    }

private:
    AdaptiveBuffer buffer_;
    std::atomic<bool> is_full_ = false;
};

TEST(PagePool, LetsTwoThreadsExchangePages) {
    constexpr std::uint32_t rounds = 2'000;
    Exchange there;
    Exchange back;
    std::thread other([&] {
        for (std::uint32_t i = 0; i < rounds; ++i) {
            AdaptiveBuffer received = there.take();
            EXPECT_EQ(received.read<u32>(), i);
            received.write<u32>(i + 1);
            back.put(received.split_before(received.readable_bytes() / 2 + 2));
        }
    });

    for (std::uint32_t i = 0; i < rounds; ++i) {
        AdaptiveBuffer sent;
        sent.write<u32>(i);
        sent.fill(std::byte{'x'}, i % (3 * page_capacity));
        there.put(std::move(sent));
        EXPECT_GE(back.take().readable_bytes(), 4U);
    }

    other.join();
    PagePool::flush_foreign_batch();
    EXPECT_GT(PagePool::statistics().foreign_returns, 0U);
    EXPECT_EQ(PagePool::total_statistics().in_use, 0U);
}

#if defined(LEAT_TRACK_PAGES)
TEST(PagePoolDeathTest, RefusesTheUseOfAnotherThreadsPool) {
    BlockPool& mine = PagePool::this_thread();
    EXPECT_DEATH(std::thread([&] { (void)mine.allocate(); }).join(), "pool of another thread");
}
#endif

TEST(PagePoolDeathTest, RefusesAPageReleasedTwice) {
    Page* page = PagePool::allocate();
    PagePool::release(page);
    EXPECT_DEATH(PagePool::release(page), "released twice|use-after-poison");
}

TEST(PagePoolDeathTest, SharesOnlyExternalPages) {
    Page* page = PagePool::allocate();
    EXPECT_DEATH((void)PagePool::share(*page, 0), "only bytes of an external page");
    PagePool::release(page);
}

}  // namespace
}  // namespace leat
