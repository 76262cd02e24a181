#pragma once

#include <atomic>
#include <thread>

namespace leat::bench {

/// A link of an intrusive queue.
struct Node {
    Node* next = nullptr;
    int value = 0;
};

/// An intrusive queue of many producers and one consumer, which takes all that is there at once:
/// one atomic operation per message for a producer, one per batch for the consumer.
class MpscQueue {
public:
    void push(Node& node) {
        Node* head = newest_.load(std::memory_order_relaxed);
        do {
            node.next = head;
        } while (!newest_.compare_exchange_weak(head, &node, std::memory_order_release,
                                                std::memory_order_relaxed));
    }

    /// All nodes, the oldest first; null when there are none. Acquires what `push` released.
    Node* take_all() {
        if (newest_.load(std::memory_order_relaxed) == nullptr) {
            return nullptr;
        }
        Node* node = newest_.exchange(nullptr, std::memory_order_acquire);
        Node* oldest = nullptr;
        while (node != nullptr) {
            Node* const older = node->next;
            node->next = oldest;
            oldest = node;
            node = older;
        }
        return oldest;
    }

private:
    alignas(64) std::atomic<Node*> newest_{nullptr};
};

/// Waits for another thread: spins for some microseconds, then yields.
class Backoff {
public:
    void pause() {
        if (++rounds_ > spins) {
            std::this_thread::yield();
            return;
        }
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }

private:
    static constexpr int spins = 200;

    int rounds_ = 0;
};

}  // namespace leat::bench
