#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <utility>

#include "leat/buffer/block_pool.hpp"

namespace leat {

namespace detail {

/// Size classes of 64 bytes each; what is larger comes from the heap.
inline constexpr std::size_t pool_class_bytes = 64;
inline constexpr std::size_t pool_classes = 16;

/// The calling thread's pools, by size class; null until first used.
extern constinit thread_local std::array<BlockPool*, pool_classes + 1> object_pools;

[[nodiscard]] void* pool_allocate_slowly(std::size_t bytes);
void release_large(Block* block) noexcept;

}  // namespace detail

/// Memory for a short-lived object, from the calling thread's pools: 16-byte aligned, any size.
/// Stacks, promises, envelopes, coroutine frames, timers and actors come from here.
[[nodiscard]] inline void* pool_allocate(std::size_t bytes) {
    const std::size_t index =
        (bytes + sizeof(Block) + detail::pool_class_bytes - 1) / detail::pool_class_bytes;
    if (index > detail::pool_classes || detail::object_pools[index] == nullptr) [[unlikely]] {
        return detail::pool_allocate_slowly(bytes);
    }
    return detail::object_pools[index]->allocate() + 1;
}

/// Gives memory back to the pool it came from, from any thread. A null pointer is ignored.
inline void pool_release(void* memory) noexcept {
    if (memory == nullptr) {
        return;
    }
    Block* const block = static_cast<Block*>(memory) - 1;
    if (block->owner == nullptr) [[unlikely]] {
        return detail::release_large(block);
    }
    BlockPool::release(block);
}

/// Constructs a `T` in pooled memory.
template <class T, class... Args>
[[nodiscard]] T* pool_new(Args&&... args) {
    static_assert(alignof(T) <= 16, "pooled objects are 16-byte aligned");
    return ::new (pool_allocate(sizeof(T))) T(std::forward<Args>(args)...);
}

/// Destroys what `pool_new` made.
template <class T>
void pool_delete(T* object) noexcept {
    object->~T();
    pool_release(object);
}

}  // namespace leat
