#pragma once

#include <atomic>

#include "futex.hpp"
#include "leat/core/io_driver.hpp"

namespace leat {

/// No IO at all: only sleeps.
class FutexDriver final : public IoDriver {
public:
    bool poll(std::chrono::nanoseconds timeout) override {
        if (timeout > std::chrono::nanoseconds::zero()) {
            futex_wait(woken_, 0, timeout);
            woken_.store(0, std::memory_order_relaxed);
        }
        return false;
    }
    void wake() noexcept override {
        woken_.store(1, std::memory_order_relaxed);
        futex_wake(woken_);
    }

private:
    /// Relaxed: what the waker has to tell is in the inbox of the worker, which orders it.
    std::atomic<std::uint32_t> woken_{0};
};

}  // namespace leat
