#include "mpsc_queue.hpp"

#include <array>
#include <thread>
#include <vector>

#include "bare_peers.hpp"
#include "comparison.hpp"
#include "workload.hpp"

namespace leat::bench {
namespace {

Node& wait_for_one(MpscQueue& queue) {
    Backoff backoff;
    for (;;) {
        if (Node* const node = queue.take_all()) {
            return *node;
        }
        backoff.pause();
    }
}

/// One producer's nodes and how many of them the consumer has done with.
struct Producer {
    std::vector<Node> nodes = std::vector<Node>(fanin_window);
    // Released by the consumer once per batch, acquired by the producer before it reuses nodes.
    alignas(64) std::atomic<int> consumed{0};

    void run(MpscQueue& queue, int messages, int index) {
        for (int sent = 0; sent < messages; ++sent) {
            if (sent % fanin_step == 0) {
                wait_until_consumed(sent + fanin_step - fanin_window);
            }
            Node& node = nodes[static_cast<std::size_t>(sent % fanin_window)];
            node.value = index;
            queue.push(node);
        }
    }

    void wait_until_consumed(int count) {
        Backoff backoff;
        while (consumed.load(std::memory_order_acquire) < count) {
            backoff.pause();
        }
    }
};

using Producers = std::array<Producer, fanin_producers>;

void consume(MpscQueue& queue, Producers& producers, int messages) {
    std::array<int, fanin_producers> counts{};
    for (int received = 0; received < messages;) {
        for (const Node* node = &wait_for_one(queue); node != nullptr; ++received) {
            ++counts[static_cast<std::size_t>(node->value)];
            node = node->next;
        }
        for (std::size_t i = 0; i < producers.size(); ++i) {
            producers[i].consumed.store(counts[i], std::memory_order_release);
        }
    }
}

}  // namespace

double mpsc_ask_cross_thread(int rounds) {
    MpscQueue pings;
    MpscQueue pongs;
    std::jthread ponger([&] {
        for (int i = 0; i < rounds; ++i) {
            pongs.push(wait_for_one(pings));
        }
    });
    Node ball;
    return rounds / seconds([&] {
               for (int i = 0; i < rounds; ++i) {
                   pings.push(ball);
                   wait_for_one(pongs);
               }
           });
}

double mpsc_fanin_notice(int messages_per_producer) {
    MpscQueue queue;
    Producers producers;
    const int messages = messages_per_producer * fanin_producers;
    return messages / seconds([&] {
               std::vector<std::jthread> threads;
               for (int i = 0; i < fanin_producers; ++i) {
                   threads.emplace_back([&, i] {
                       producers[static_cast<std::size_t>(i)].run(queue, messages_per_producer, i);
                   });
               }
               consume(queue, producers, messages);
           });
}

}  // namespace leat::bench
