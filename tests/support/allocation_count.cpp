#include "allocation_count.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define LEAT_TEST_HAS_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define LEAT_TEST_HAS_SANITIZER 1
#define LEAT_TEST_HAS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LEAT_TEST_HAS_SANITIZER 1
#endif
#if __has_feature(thread_sanitizer)
#define LEAT_TEST_HAS_TSAN 1
#endif
#endif
#if defined(LEAT_TEST_HAS_SANITIZER)
#include <sanitizer/allocator_interface.h>
#endif

namespace leat::testing {
namespace {

// Relaxed: who counts has joined, or otherwise waited for, those whose allocations it wants to see.
constinit std::atomic<std::uint64_t> allocations = 0;

void count_one() {
    allocations.fetch_add(1, std::memory_order_relaxed);
}

#if defined(LEAT_TEST_HAS_SANITIZER)
[[maybe_unused]] const int hooks = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { count_one(); }, [](const volatile void*) {});
#endif

}  // namespace

#if defined(LEAT_TEST_HAS_TSAN)
const bool AllocationCount::sees_aligned = false;
#else
const bool AllocationCount::sees_aligned = true;
#endif

std::uint64_t AllocationCount::total() {
    return allocations.load(std::memory_order_relaxed);
}

}  // namespace leat::testing

#if !defined(LEAT_TEST_HAS_SANITIZER)
// The C library lets a program define these, and keeps its own under another name.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) {
    leat::testing::count_one();
    return __libc_malloc(bytes);
}

void* calloc(std::size_t count, std::size_t bytes) {
    leat::testing::count_one();
    return __libc_calloc(count, bytes);
}

void* realloc(void* memory, std::size_t bytes) {
    leat::testing::count_one();
    return __libc_realloc(memory, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    leat::testing::count_one();
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
    *memory = aligned_alloc(alignment, bytes);
    return *memory != nullptr ? 0 : ENOMEM;
}
}
#endif
