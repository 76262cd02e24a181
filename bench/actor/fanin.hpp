#pragma once

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "workload.hpp"

/// How fanin_notice is paced, on every side that has actors.
namespace leat::bench {

/// What the receiver has received of each producer, and has told them.
class FaninProgress {
public:
    /// Counts a message. Called by the receiver.
    void count(int producer) {
        Part& part = parts_[static_cast<std::size_t>(producer)];
        if (++part.received % fanin_step == 0) {
            part.told.store(part.received, std::memory_order_relaxed);
        }
    }
    /// Waits until `message` is within the window. Called by the producer before each message.
    void wait_for_window(int producer, int message) const {
        const Part& part = parts_[static_cast<std::size_t>(producer)];
        while (message % fanin_step == 0 &&
               part.told.load(std::memory_order_relaxed) < message + fanin_step - fanin_window) {
            std::this_thread::yield();
        }
    }

private:
    struct Part {
        // Stored by the receiver once per step, loaded by the producer; orders nothing else.
        alignas(64) std::atomic<int> told{0};
        alignas(64) int received = 0;
    };
    std::array<Part, fanin_producers> parts_;
};

/// Threads outside of any actor system that call `send(producer)` for each of their messages.
template <class Send>
std::vector<std::jthread> start_producers(const FaninProgress& progress, int messages,
                                          const Send& send) {
    std::vector<std::jthread> producers;
    for (int i = 0; i < fanin_producers; ++i) {
        producers.emplace_back([&progress, messages, &send, i] {
            for (int sent = 0; sent < messages; ++sent) {
                progress.wait_for_window(i, sent);
                send(i);
            }
        });
    }
    return producers;
}

}  // namespace leat::bench
