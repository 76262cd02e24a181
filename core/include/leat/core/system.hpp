#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "leat/core/handlers.hpp"
#include "leat/core/options.hpp"

namespace leat {

class SystemCore;

/// Where and how an actor lives.
struct SpawnOptions {
    static constexpr int any_thread = -1;

    /// The number of its thread, or the next one in turn.
    int thread = any_thread;
    /// Lives until it is stopped, also without an address.
    bool service = false;
};

/// What the threads of a system have done so far.
struct SystemMetrics {
    std::uint64_t messages = 0;
    std::uint64_t runs = 0;
    std::uint64_t stolen_runs = 0;
    std::uint64_t dead_letters = 0;
    std::uint64_t restarts = 0;
    /// Houses that exist now, of actors that live or whose addresses do.
    std::uint64_t houses = 0;
};

/// The runtime: owns the threads and the actors. Several in a process are fine.
///
///     System system({.threads = 2});
///     auto pong = system.spawn<PongActor>();
///     pong.notice<Ping>(1);
///     return system.run_until_signal();
class System {
public:
    /// Starts the threads. REQUIRES: `validate(options)` succeeds; asserted.
    explicit System(SystemOptions options = {});
    System(const System&) = delete;
    System& operator=(const System&) = delete;
    /// Shuts down without waiting for running work, unless that was done before. Addresses may
    /// outlive the system.
    ~System();

    /// Makes an actor of class `A` from the arguments, on the thread whose turn it is, and gives
    /// its address at once: it is mounted before its first message. From any thread.
    template <class A, class... Args>
    typename A::AddressType spawn(Args&&... args) {
        return spawn_with<A>(SpawnOptions{}, std::forward<Args>(args)...);
    }
    template <class A, class... Args>
    typename A::AddressType spawn_with(SpawnOptions options, Args&&... args) {
        static_assert(detail::has_all_handlers<A>());
        static_assert(alignof(A) <= 16, "actors are 16-byte aligned at most");
        constexpr std::size_t house_bytes = (sizeof(House) + 15) / 16 * 16;
        void* const memory = pool_allocate(house_bytes + sizeof(A));
        A* actor = nullptr;
        try {
            actor = ::new (static_cast<std::byte*>(memory) + house_bytes)
                A(std::forward<Args>(args)...);
        } catch (...) {
            pool_release(memory);
            throw;
        }
        House& house = *::new (memory) House(worker_for(options), detail::actor_type<A>);
        typename A::AddressType address(house);
        settle(house, *actor, options);
        return address;
    }

    /// Waits for SIGINT or SIGTERM, or an escalated failure, then shuts down within the option
    /// `shutdown_timeout`. The exit code for `main`: 0 when all work was done.
    [[nodiscard]] int run_until_signal();

    /// Refuses new messages from outside, lets running work finish until `timeout`, fails what is
    /// left, destroys the actors and joins the threads. True when nothing was left. Idempotent.
    bool shutdown(std::chrono::nanoseconds timeout);

    [[nodiscard]] int thread_count() const;
    [[nodiscard]] const SystemOptions& options() const;
    [[nodiscard]] SystemMetrics metrics() const;

private:
    [[nodiscard]] Worker& worker_for(const SpawnOptions& options);
    static void settle(House& house, Actor& actor, const SpawnOptions& options);

    SystemCore* core_;
};

}  // namespace leat
