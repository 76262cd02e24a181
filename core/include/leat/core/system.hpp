#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "leat/core/handlers.hpp"
#include "leat/core/io_driver.hpp"
#include "leat/core/metrics.hpp"
#include "leat/core/options.hpp"
#include "leat/core/routing.hpp"
#include "leat/core/spawn_options.hpp"

namespace leat {

class Module;
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
    /// The same with options. REQUIRES: the qualifier and the primary place of a service are free;
    /// asserted. Where they may not be, use `spawn_service`.
    template <class A, class... Args>
    typename A::AddressType spawn_with(SpawnOptions options, Args&&... args) {
        return spawn_below<A>(nullptr, options, std::forward<Args>(args)...);
    }

    /// For the runtime: an actor that ends with the parent, which runs now, if there is one.
    template <class A, class... Args>
    typename A::AddressType spawn_below(House* parent, const SpawnOptions& options,
                                        Args&&... args) {
        NewHouse house = make<A>(options, std::forward<Args>(args)...);
        typename A::AddressType address(*house);
        start(house, options, parent);
        return address;
    }

    /// Makes a service, whatever `options.service` says. Refused with `Errc::service_taken` when
    /// its class has a service of that qualifier, or a primary one, already.
    template <class A, class... Args>
    Result<typename A::AddressType> spawn_service(SpawnOptions options, Args&&... args) {
        options.service = true;
        if (Result<void> checked = check_service(detail::actor_type<A>, options); !checked) {
            return checked.error();
        }
        NewHouse house = make<A>(options, std::forward<Args>(args)...);
        typename A::AddressType address(*house);
        if (Result<void> started = start_service(house, options); !started) {
            return started.error();
        }
        return address;
    }
    /// Makes the services of a module, all of them or, when one is refused, none. They are all made
    /// and can be found before the first of them is mounted. Passes on what a constructor throws.
    Result<void> load_module(Module module);

    /// The address of a service that takes all messages of the interface `I` and has the qualifier,
    /// if one is given. When there are several, the one that is primary. Else the error is
    /// `Errc::service_missing` or `Errc::service_ambiguous` and names the candidates. Takes a lock:
    /// for wiring, not for each message. From any thread.
    template <ServiceInterface I>
    [[nodiscard]] Result<typename I::AddressType> autowire(std::string_view qualifier = {}) const {
        return detail::as_interface<I>(find_service(detail::interface_type<I>, qualifier));
    }

    /// Makes a pool of `size` actors that share what is sent to its address, or of one on each
    /// thread when `size` is 0. Each is made from a copy of the arguments; what an lvalue refers
    /// to, they share. The pool needs no owner: as with one actor, its actors end when its last
    /// address is gone, or by `stop()`.
    ///
    ///     const auto resizers = system.spawn_pool<Resizer>(4, quality);
    ///     const auto accounts = system.spawn_pool<Accounts, Routing::consistent_hash>(4);
    template <class A, Routing routing = Routing::round_robin, class... Args>
        requires MessagesHaveKeysFor<A, routing>
    PoolAddress<A, routing> spawn_pool(int size, Args&&... args) {
        return spawn_pool_with<A, routing>(PoolOptions{.size = size}, std::forward<Args>(args)...);
    }
    template <class A, Routing routing = Routing::round_robin, class... Args>
        requires MessagesHaveKeysFor<A, routing>
    PoolAddress<A, routing> spawn_pool_with(PoolOptions options, Args&&... args) {
        return spawn_pool_below<A, routing>(nullptr, options, std::forward<Args>(args)...);
    }

    /// For the runtime: a pool whose actors end with the parent, which runs now, if there is one.
    template <class A, Routing routing, class... Args>
    PoolAddress<A, routing> spawn_pool_below(House* parent, const PoolOptions& options,
                                             Args&&... args) {
        Pool pool(*this, options);
        while (!pool.is_complete()) {
            pool.add(spawn_below<A>(parent, pool.next_place(), static_cast<Reused<Args>>(args)...)
                         .recipient());
        }
        return PoolAddress<A, routing>(pool.finish(detail::routing_type<A, routing>).recipient());
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
    friend class Module;

    /// A pool in the making: stops what it has when it is not finished.
    class Pool {
    public:
        Pool(const System& system, const PoolOptions& options);
        Pool(const Pool&) = delete;
        Pool& operator=(const Pool&) = delete;
        ~Pool();

        [[nodiscard]] bool is_complete() const { return members_.size() == size_; }
        [[nodiscard]] SpawnOptions next_place() const;
        void add(Recipient& member) { members_.emplace_back(member); }
        [[nodiscard]] detail::AddressBase finish(const RoutingType& type);

    private:
        SpawnOptions each_;
        std::size_t size_;
        bool is_one_per_thread_;
        std::vector<detail::AddressBase> members_;
    };
    /// What was given as a temporary is const to each constructor, so that none can take it away
    /// from the next.
    template <class Arg>
    using Reused = std::conditional_t<std::is_lvalue_reference_v<Arg>, Arg,
                                      const std::remove_reference_t<Arg>&>;

    /// Makes an actor, and the house that it moves into.
    template <class A, class... Args>
    NewHouse make(const SpawnOptions& options, Args&&... args) {
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
        return build(memory, detail::actor_type<A>, *actor, options);
    }
    /// Builds the house of the actor into the memory before it.
    NewHouse build(void* memory, const ActorType& type, Actor& actor, const SpawnOptions& options);
    [[nodiscard]] Worker& worker_for(const SpawnOptions& options, bool is_io);
    /// Sends the house to its thread and releases it.
    void start(NewHouse& house, const SpawnOptions& options, House* parent);

    [[nodiscard]] Result<void> check_service(const ActorType& type,
                                             const SpawnOptions& options) const;
    /// Registers the service; then the same as `start`.
    [[nodiscard]] Result<void> start_service(NewHouse& house, const SpawnOptions& options);
    [[nodiscard]] Result<detail::AddressBase> find_service(const detail::InterfaceType& interface,
                                                           std::string_view qualifier) const;

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

template <class A, Routing routing, class... Args>
    requires MessagesHaveKeysFor<A, routing>
PoolAddress<A, routing> Actor::spawn_pool(int size, Args&&... args) {
    return spawn_pool_with<A, routing>(PoolOptions{.size = size}, std::forward<Args>(args)...);
}

template <class A, Routing routing, class... Args>
    requires MessagesHaveKeysFor<A, routing>
PoolAddress<A, routing> Actor::spawn_pool_with(PoolOptions options, Args&&... args) {
    return system().template spawn_pool_below<A, routing>(&house(), options,
                                                          std::forward<Args>(args)...);
}

}  // namespace leat
