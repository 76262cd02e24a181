#include "leat/core/pool.hpp"

#include <cstdio>
#include <cstdlib>

namespace leat::detail {
namespace {

constexpr std::array<const char*, pool_classes + 1> names{"",
                                                          "objects 64",
                                                          "objects 128",
                                                          "objects 192",
                                                          "objects 256",
                                                          "objects 320",
                                                          "objects 384",
                                                          "objects 448",
                                                          "objects 512",
                                                          "objects 576",
                                                          "objects 640",
                                                          "objects 704",
                                                          "objects 768",
                                                          "objects 832",
                                                          "objects 896",
                                                          "objects 960",
                                                          "objects 1024"};

/// Beyond the size classes: straight from the heap, with the same head and no owner.
Block* allocate_large(std::size_t bytes) {
    auto* block = static_cast<Block*>(std::malloc(bytes));
    if (block == nullptr) {
        std::fprintf(stderr, "leat: out of memory: %zu bytes for one object\n", bytes);
        std::abort();
    }
    block->owner = nullptr;
    return block;
}

}  // namespace

constinit thread_local std::array<BlockPool*, pool_classes + 1> object_pools{};

void* pool_allocate_slowly(std::size_t bytes) {
    const std::size_t total = bytes + sizeof(Block);
    const std::size_t index = (total + pool_class_bytes - 1) / pool_class_bytes;
    if (index > pool_classes) {
        return allocate_large(total) + 1;
    }
    BlockPool& pool =
        BlockPool::attach(object_pools[index], names[index], index * pool_class_bytes);
    return pool.allocate() + 1;
}

void release_large(Block* block) noexcept {
    std::free(block);
}

}  // namespace leat::detail
