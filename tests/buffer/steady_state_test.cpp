// In the steady state, buffers and pages do not allocate.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

#include "allocation_count.hpp"
#include "leat/buffer/adaptive_buffer.hpp"
#include "leat/buffer/buffer.hpp"
#include "leat/buffer/byte_set.hpp"
#include "leat/buffer/http_date.hpp"
#include "leat/buffer/text.hpp"
#include "leat/buffer/varint.hpp"

namespace leat {
namespace {

using testing::AllocationCount;

constexpr int rounds = 1'000;

/// Runs `work` until all that it needs is there, then counts what more of it allocates.
template <class Work>
std::uint64_t allocations_of(Work work) {
    for (int i = 0; i < rounds; ++i) {
        work();
    }
    const AllocationCount allocations;
    for (int i = 0; i < rounds; ++i) {
        work();
    }
    return allocations.count();
}

/// Else the compiler may leave out an allocation that nothing comes of.
void* used(void* memory) {
    void* volatile visible = memory;
    return visible;
}

TEST(AllocationCount, SeesEveryKindOfAllocation) {
    const AllocationCount allocations;
    delete static_cast<int*>(used(new int(7)));
    EXPECT_EQ(allocations.count(), 1U);
    std::free(used(std::malloc(100)));
    EXPECT_EQ(allocations.count(), 2U);
    std::free(used(std::realloc(used(std::calloc(1, 100)), 10'000)));
    EXPECT_EQ(allocations.count(), 4U);
}

TEST(AllocationCount, SeesAlignedAllocations) {
    const AllocationCount allocations;
    std::free(used(std::aligned_alloc(64, 640)));
    EXPECT_EQ(allocations.count(), AllocationCount::sees_aligned ? 1U : 0U);
}

TEST(AllocationCount, SeesTheAllocationsOfOtherThreads) {
    std::atomic<int> turn = 0;
    const auto begin = [&](int next) {
        turn = next;
        turn.notify_all();
    };
    std::thread other([&] {
        begin(1);
        turn.wait(1);
        std::free(used(std::malloc(100)));
        begin(3);
    });
    turn.wait(0);
    const AllocationCount allocations;
    begin(2);
    turn.wait(2);
    EXPECT_EQ(allocations.count(), 1U);
    other.join();
}

TEST(SteadyState, DoesNotAllocateForWritesAndReads) {
    AdaptiveBuffer buffer;
    std::array<std::byte, 1'000> bytes{};
    const auto work = [&] {
        for (int i = 0; i < 20; ++i) {
            buffer.write(bytes);
            buffer.write<u32>(7);
            buffer.fill(std::byte{'x'}, 10);
        }
        while (!buffer.empty()) {
            buffer.read(bytes);
            buffer.skip(buffer.read<u32>() + 3);
        }
    };
    EXPECT_EQ(allocations_of(work), 0U);
}

TEST(SteadyState, DoesNotAllocateForSplitsAndMovesOfPages) {
    AdaptiveBuffer buffer;
    const auto work = [&] {
        buffer.fill(std::byte{'x'}, 5 * page_capacity + 100);
        AdaptiveBuffer head = buffer.split_before(2 * page_capacity + 1'000);
        AdaptiveBuffer tail = std::move(buffer);
        head.extend(std::move(tail));
        buffer.extend(head, 3 * page_capacity);
        head.compact();
        buffer.clear();
    };
    EXPECT_EQ(allocations_of(work), 0U);
}

TEST(SteadyState, DoesNotAllocateForExternalMemoryAndFixedBuffers) {
    const std::string body(100'000, 'x');
    int released = 0;
    const auto work = [&] {
        AdaptiveBuffer buffer;
        buffer.extend(
            std::as_bytes(std::span(body)), [](void* count) { ++*static_cast<int*>(count); },
            &released);
        const AdaptiveBuffer head = buffer.split_before(body.size() / 2);
        Buffer datagram(1'400);
        datagram.write("message");
    };
    EXPECT_EQ(allocations_of(work), 0U);
    EXPECT_EQ(released, 2 * rounds);
}

TEST(SteadyState, DoesNotAllocateForSystemCalls) {
    AdaptiveBuffer buffer;
    std::array<iovec, 4> vectors;
    const auto work = [&] {
        const std::size_t count = buffer.writable_iovecs(vectors, 3 * page_capacity);
        std::memset(vectors[count - 1].iov_base, 'x', vectors[count - 1].iov_len);
        buffer.commit(2 * page_capacity + 10);
        EXPECT_EQ(buffer.contiguous(page_capacity).size(), page_capacity);
        buffer.skip(buffer.readable_bytes() - 5);
        EXPECT_EQ(buffer.readable_iovecs(vectors), 1U);
        buffer.clear();
    };
    EXPECT_EQ(allocations_of(work), 0U);
}

TEST(SteadyState, DoesNotAllocateForNumbersDatesAndSearches) {
    AdaptiveBuffer buffer;
    const auto work = [&] {
        write_decimal(buffer, -123456789);
        buffer.write("\r\n");
        write_double(buffer, 1.0 / 3);
        buffer.write("\r\n");
        write_varint(buffer, ~0ULL);
        write_http_date(buffer, HttpDate{});
        EXPECT_EQ(buffer.bytes_before("\r\n"), 10U);
        EXPECT_EQ(buffer.bytes_before_any(ByteSet::range('.', '/')), 13U);
        EXPECT_EQ(read_decimal<int>(buffer).value_or(0), -123456789);
        buffer.skip(2);
        EXPECT_EQ(read_double(buffer).value_or(0), 1.0 / 3);
        EXPECT_TRUE(buffer.skip_if_next_is("\r\n"));
        EXPECT_EQ(read_varint(buffer).value_or(0), ~0ULL);
        EXPECT_EQ(read_http_date(buffer, http_date_bytes).value(), HttpDate{});
    };
    EXPECT_EQ(allocations_of(work), 0U);
}

/// Hands a buffer from one thread to another and waits for it to be taken.
class Handover {
public:
    void put(AdaptiveBuffer buffer) {
        buffer_ = std::move(buffer);
        is_full_.store(true, std::memory_order_release);
        while (is_full_.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
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
    /// Released by who puts, acquired by who takes, and the other way round.
    std::atomic<bool> is_full_ = false;
};

TEST(SteadyState, DoesNotAllocateForPagesExchangedByTwoThreads) {
    Handover there;
    Handover back;
    std::thread other([&] {
        for (int i = 0; i < 2 * rounds; ++i) {
            AdaptiveBuffer question = there.take();
            AdaptiveBuffer answer = question.split_before(page_capacity);
            answer.fill(std::byte{'a'}, 2 * page_capacity);
            back.put(std::move(answer));
        }
    });

    const auto work = [&] {
        AdaptiveBuffer question;
        question.fill(std::byte{'q'}, 3 * page_capacity);
        there.put(std::move(question));
        EXPECT_EQ(back.take().readable_bytes(), 3 * page_capacity);
    };
    EXPECT_EQ(allocations_of(work), 0U);
    other.join();
}

}  // namespace
}  // namespace leat
