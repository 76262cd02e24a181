#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "leat/core/handlers.hpp"
#include "leat/core/io_driver.hpp"
#include "leat/core/metrics.hpp"
#include "leat/core/options.hpp"
#include "leat/core/spawn_options.hpp"

namespace leat {

class SystemCore;

/// The runtime: owns the threads and the actors. Several in a process are fine.
///
///     System system({.threads = 2});
///     auto pong = system.spawn<PongActor>();
///     pong.notice<Ping>(1);
///     return system.run_until_signal();
class System {
public:
    /// Exit codes of `run_until_signal`: work was left at its deadline, and an actor escalated its
    /// failure.
    static constexpr int exit_unfinished = 1;
    static constexpr int exit_escalated = 2;

    /// Starts the threads. REQUIRES: `validate(options)` succeeds; asserted. `make_io` gives each
    /// thread its IO; without it there is none.
    explicit System(SystemOptions options = {}, const IoDriverFactory& make_io = {});
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
        return spawn_below<A>(nullptr, options, std::forward<Args>(args)...);
    }

    /// For the runtime: an actor that ends with the parent, which runs now, if there is one.
    template <class A, class... Args>
    typename A::AddressType spawn_below(House* parent, const SpawnOptions& options,
                                        Args&&... args) {
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
        settle(house, *actor, options, parent);
        return address;
    }

    /// Waits for SIGINT or SIGTERM, for `finish`, or for an escalated failure, then shuts down
    /// within the option `shutdown_timeout`. The exit code for `main`: that of `finish`, or 0, when
    /// all work was done; else one of those above. For one thread at a time.
    [[nodiscard]] int run_until_signal();

    /// Lets `run_until_signal` return, now or when it is called. From any thread.
    void finish(int exit_code = 0);

    /// Refuses new messages from outside, lets running work finish until `timeout`, fails what is
    /// left, destroys the actors and joins the threads. True when nothing was left. Idempotent.
    /// Functions that `offload` has begun are waited for in any case; not to be called in one.
    bool shutdown(std::chrono::nanoseconds timeout);

    [[nodiscard]] int thread_count() const;
    [[nodiscard]] const SystemOptions& options() const;
    /// Whether memory runs short: notices from outside of the actors are slowed, and who takes in
    /// work from elsewhere should pause.
    [[nodiscard]] bool is_busy() const;
    [[nodiscard]] SystemMetrics metrics() const;

private:
    [[nodiscard]] Worker& worker_for(const SpawnOptions& options);
    static void settle(House& house, Actor& actor, const SpawnOptions& options, House* parent);

    SystemCore* core_;
};

template <class A, class... Args>
typename A::AddressType Actor::spawn(Args&&... args) {
    return spawn_with<A>(SpawnOptions{}, std::forward<Args>(args)...);
}

template <class A, class... Args>
typename A::AddressType Actor::spawn_with(SpawnOptions options, Args&&... args) {
    return system().template spawn_below<A>(&house(), options, std::forward<Args>(args)...);
}

}  // namespace leat
