#pragma once

#include <atomic>
#include <stdexcept>
#include <thread>

#include "leat/core/offload.hpp"
#include "offload_pool.hpp"
#include "sample_actors.hpp"

namespace leat::testing {

/// Holds up the threads that pass it, until it is opened.
class Gate {
public:
    void pass() {
        ++arrivals_;
        is_open_.wait(false);
    }
    void open() {
        is_open_ = true;
        is_open_.notify_all();
    }
    void await_arrivals(int count) const {
        while (arrivals_ < count) {
            std::this_thread::yield();
        }
    }
    [[nodiscard]] int arrivals() const { return arrivals_; }

private:
    std::atomic<int> arrivals_ = 0;
    std::atomic<bool> is_open_ = false;
};

/// Counts how many of its kind exist: what a function captures, or returns.
class Tracked {
public:
    explicit Tracked(std::atomic<int>& living) : living_(&living) { ++*living_; }
    Tracked(Tracked&& other) noexcept : living_(other.living_) { ++*living_; }
    Tracked& operator=(Tracked&&) = delete;
    ~Tracked() { --*living_; }

private:
    std::atomic<int>* living_;
};

/// What a script works with.
struct Stage {
    Gate* gate = nullptr;
    std::atomic<int>* count = nullptr;
    OffloadPool* pool = nullptr;
    System* system = nullptr;
};

/// Runs a coroutine in the actor.
struct Perform {
    using Reply = Sum;
    Task<Sum> (*script)(Stage);
    Stage stage;
};
struct Break {};

class Performer final : public StateActor<Perform, Ping, Break> {
public:
    Task<Sum> on(const Perform& perform) { return perform.script(perform.stage); }
    Pong on(const Ping& ping) { return {ping.id}; }
    void on(const Break&) { throw std::runtime_error("broken"); }
};

/// `offload` to a pool of the test instead of the system's.
template <class F, class... Args>
auto offload_to(OffloadPool& pool, F&& function, Args&&... args) {
    return Future<detail::Offloaded<F, Args...>>(
        pool.ask(detail::make_offload(std::forward<F>(function), std::forward<Args>(args)...)));
}

/// The code of the failure that the future ends with; 0 if it does not fail.
template <class R>
Task<long> failure_of(Future<R> future) {
    long code = 0;
    try {
        (void)co_await future;
    } catch (const AskError& error) {
        code = static_cast<long>(error.code());
    }
    co_return code;
}

inline long number(Errc code) {
    return static_cast<long>(code);
}

}  // namespace leat::testing
