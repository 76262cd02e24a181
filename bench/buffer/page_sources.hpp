#pragma once

#include <cstdlib>
#include <utility>

#include "leat/buffer/page_pool.hpp"

/// The sides of the benchmarks on pages: each hands out memory of `page_bytes` bytes.
namespace leat::bench {

struct LeatPages {
    using Handle = Page*;
    static Page* take() { return PagePool::allocate(); }
    static void give_back(Page* page) { PagePool::release(page); }
    static void flush() { PagePool::flush_foreign_batch(); }
};

struct MallocPages {
    using Handle = void*;
    static void* take() { return std::malloc(page_bytes); }
    static void give_back(void* page) { std::free(page); }
    static void flush() {}
};

/// The list that everybody writes: of one thread, and it counts nothing.
class FreelistPages {
public:
    using Handle = void*;

    FreelistPages() = default;
    FreelistPages(const FreelistPages&) = delete;
    FreelistPages& operator=(const FreelistPages&) = delete;
    ~FreelistPages() {
        while (free_ != nullptr) {
            std::free(std::exchange(free_, free_->next));
        }
    }

    void* take() {
        if (free_ == nullptr) {
            return std::malloc(page_bytes);
        }
        return std::exchange(free_, free_->next);
    }
    void give_back(void* page) { free_ = new (page) Node{free_}; }

private:
    struct Node {
        Node* next;
    };

    Node* free_ = nullptr;
};

}  // namespace leat::bench
