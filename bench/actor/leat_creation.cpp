#include <atomic>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include "leat/core/system.hpp"
#include "leat_side.hpp"
#include "resident.hpp"
#include "workload.hpp"

namespace leat::bench {
namespace {

struct Census {
    int expected = 0;
    int ready = 0;  // The system's thread's.
    std::promise<void> all_ready{};
    // Added to where a cell ends, read by the creating thread; orders nothing else.
    std::atomic<int> gone{0};
};

struct Add {
    int value;
};

class Cell final : public StateActor<Add> {
public:
    explicit Cell(Census& census) : census_(census) {}
    ~Cell() override { census_.gone.fetch_add(1, std::memory_order_relaxed); }

    void after_mount() override {
        if (++census_.ready == census_.expected) {
            census_.all_ready.set_value();
        }
    }
    void on(const Add& add) { value_ += add.value; }

private:
    Census& census_;
    int value_ = 0;
};

struct Creation {
    double rate;
    double bytes;
};

Creation create(int actors) {
    Census census{.expected = actors};
    System system({.threads = 1});
    const double bytes_before = resident_bytes();
    const auto start = Clock::now();
    std::vector<Address<Add>> cells;
    cells.reserve(static_cast<std::size_t>(actors));
    for (int i = 0; i < actors; ++i) {
        cells.push_back(system.spawn<Cell>(census));
    }
    census.all_ready.get_future().get();
    const double bytes = resident_bytes() - bytes_before;
    cells.clear();
    while (census.gone.load(std::memory_order_relaxed) < actors) {
        std::this_thread::yield();
    }
    return {.rate = actors / seconds_since(start), .bytes = bytes / actors};
}

// ---- Skynet: a leaf tells its parent its number, a node the sum of its children.

struct Part {
    long value;
};

class SkynetNode final : public StateActor<Part> {
public:
    SkynetNode(Address<Part> parent, long first, int leaves)
        : parent_(std::move(parent)), first_(first), leaves_(leaves) {}

    void after_mount() override {
        if (leaves_ == 1) {
            return parent_.notice<Part>(first_);
        }
        const int share = leaves_ / skynet_children;
        for (int i = 0; i < skynet_children; ++i) {
            system().spawn<SkynetNode>(self(), first_ + i * share, share);
        }
    }
    void on(const Part& part) {
        sum_ += part.value;
        if (++answers_ == skynet_children) {
            parent_.notice<Part>(sum_);
        }
    }

private:
    Address<Part> parent_;
    long first_;
    int leaves_;
    int answers_ = 0;
    long sum_ = 0;
};

/// Where the root's sum arrives.
class Reporter final : public StateActor<Part> {
public:
    explicit Reporter(std::promise<long>& sum) : sum_(sum) {}
    void on(const Part& part) { sum_.set_value(part.value); }

private:
    std::promise<long>& sum_;
};

}  // namespace

double leat_spawn(int actors) {
    return create(actors).rate;
}

double leat_bytes_per_actor(int actors) {
    return create(actors).bytes;
}

double leat_skynet(int leaves, int threads) {
    std::promise<long> sum;
    System system({.threads = threads});
    const auto reporter = system.spawn<Reporter>(sum);
    const auto start = Clock::now();
    system.spawn<SkynetNode>(reporter, 0, leaves);
    expect(sum.get_future().get() == 1L * leaves * (leaves - 1) / 2);
    return seconds_since(start);
}

}  // namespace leat::bench
