#pragma once

#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>
#include <thread>

#include "comparison.hpp"

namespace leat::bench {

/// Keeps the calling thread on one processor while it lives: the first or the second of those that
/// it may use. Two threads on one processor do not get in each other's way, which is not the point.
class PinnedThread {
public:
    explicit PinnedThread(int index) {
        sched_getaffinity(0, sizeof allowed_, &allowed_);
        cpu_set_t one = allowed_;
        for (int cpu = 0, seen = 0; cpu < CPU_SETSIZE && CPU_COUNT(&allowed_) > 1; ++cpu) {
            if (CPU_ISSET(cpu, &allowed_) && seen++ != index) {
                CPU_CLR(cpu, &one);
            }
        }
        sched_setaffinity(0, sizeof one, &one);
    }
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;
    ~PinnedThread() { sched_setaffinity(0, sizeof allowed_, &allowed_); }

private:
    cpu_set_t allowed_{};
};

/// One thread takes pages, another gives them back. They pass from one to the other in large
/// batches, so that the passing itself costs next to nothing.
template <class Pages>
class PageRelay {
public:
    /// Pages per second while nothing disturbs the two: the fastest of the runs of
    /// `run_batches` batches that fit into the given time.
    static double run(std::chrono::milliseconds duration) {
        PageRelay relay;
        std::thread receiver([&] {
            const PinnedThread second(1);
            relay.receive();
        });
        const PinnedThread first(0);
        std::size_t batches = 0;
        double time = std::numeric_limits<double>::max();
        for (const auto end = Clock::now() + duration; Clock::now() < end;) {
            time = std::min(time, seconds([&] {
                                for (std::size_t i = 0; i < run_batches; ++i) {
                                    relay.send(batches++);
                                }
                            }));
        }
        relay.sent_.store(batches | last, std::memory_order_release);
        receiver.join();
        return double{run_batches * batch_pages} / time;
    }

private:
    using Clock = std::chrono::steady_clock;
    using Count = std::atomic<std::size_t>;

    static constexpr std::size_t batch_pages = 256;
    static constexpr std::size_t batches_ahead = 4;
    static constexpr std::size_t run_batches = 16;
    /// Added to a count that will not grow any more.
    static constexpr std::size_t last = std::size_t{1} << 63U;

    static void wait_until(const Count& count, std::size_t least) {
        for (int looks = 0; count.load(std::memory_order_acquire) < least; ++looks) {
            if (looks > 1000) {
                std::this_thread::yield();
            }
        }
    }

    void send(std::size_t batch) {
        wait_until(received_, batch < batches_ahead ? 0 : batch - batches_ahead + 1);
        for (auto& page : ring_[batch % batches_ahead]) {
            page = Pages::take();
        }
        sent_.store(batch + 1, std::memory_order_release);
    }

    void receive() {
        for (std::size_t batch = 0;; ++batch) {
            wait_until(sent_, batch + 1);
            if (sent_.load(std::memory_order_acquire) == (batch | last)) {
                break;
            }
            for (auto page : ring_[batch % batches_ahead]) {
                Pages::give_back(page);
            }
            received_.store(batch + 1, std::memory_order_release);
        }
        Pages::flush();
    }

    std::array<std::array<typename Pages::Handle, batch_pages>, batches_ahead> ring_;
    /// Batches filled; released by the sender, acquired by the receiver.
    alignas(64) Count sent_ = 0;
    /// Batches emptied; released by the receiver, acquired by the sender.
    alignas(64) Count received_ = 0;
};

}  // namespace leat::bench
