#pragma once

#include <chrono>
#include <cstdint>
#include <exception>

#include "leat/core/interface.hpp"
#include "leat/core/log.hpp"
#include "leat/core/routing.hpp"
#include "leat/core/spawn_options.hpp"
#include "leat/core/supervision.hpp"

namespace leat {

class System;

/// The number of a timer of one actor; never used twice.
enum class TimerId : std::uint64_t {};

/// What all actors have: a life in the system, timers, and a say in what a failure means.
///
/// The system owns actors; users hold addresses. An actor is made by who spawns it, touched by one
/// thread at a time and destroyed once, on the thread that it belongs to. What is protected here
/// may be used from `after_mount` on, in hooks and handlers; the constructor is too early.
class Actor {
public:
    Actor() = default;
    Actor(const Actor&) = delete;
    Actor& operator=(const Actor&) = delete;
    virtual ~Actor() = default;

protected:
    /// Hooks. What a hook throws counts as a failure of a notice; in `after_stop` it is ignored.
    virtual void after_mount() {}
    virtual void before_restart() {}
    /// Brings the members back to a good state.
    virtual void restart() {}
    virtual void after_restart() {}
    virtual void after_stop() {}
    /// A timer of this actor fired.
    virtual void on_timer(TimerId, std::uint64_t /*attachment*/) {}
    /// An actor that this one watches has ended.
    virtual void on_ended(WatchId, EndReason) {}

    /// Decides what a failed notice means.
    virtual Supervision supervise(const std::exception_ptr&) { return Supervision::restart; }
    virtual RestartLimit restart_limit() const { return {}; }

    [[nodiscard]] System& system() const;
    /// The logger of this class: "system.namespace.Class".
    [[nodiscard]] const Logger& log() const { return runtime::log_of(house()); }
    /// The address of a service by its interface; see `System::autowire`.
    template <ServiceInterface I>
    [[nodiscard]] Result<typename I::AddressType> autowire(std::string_view qualifier = {}) const {
        return detail::as_interface<I>(find_service(detail::interface_type<I>, qualifier));
    }
    /// Ends this actor when its current message is done.
    void stop() { runtime::stop(house()); }

    /// Makes an actor that ends with this one, or before: by its own `stop`, or as any other.
    template <class A, class... Args>
    typename A::AddressType spawn(Args&&... args);
    template <class A, class... Args>
    typename A::AddressType spawn_with(SpawnOptions options, Args&&... args);
    /// The same, of a pool.
    template <class A, Routing routing = Routing::round_robin, class... Args>
        requires MessagesHaveKeysFor<A, routing>
    PoolAddress<A, routing> spawn_pool(int size, Args&&... args);
    template <class A, Routing routing = Routing::round_robin, class... Args>
        requires MessagesHaveKeysFor<A, routing>
    PoolAddress<A, routing> spawn_pool_with(PoolOptions options, Args&&... args);

    /// Calls `on_ended` when that actor ends, also if it has ended already; of a pool, when all its
    /// actors have, with the reason of one of them. A watch keeps nothing alive: neither what is
    /// watched nor this actor.
    template <class AnyAddress>
    WatchId watch(const AnyAddress& address) {
        return WatchId{runtime::watch(address.recipient())};
    }
    /// False when the end was told already.
    bool unwatch(WatchId id) { return runtime::unwatch(static_cast<std::uint64_t>(id)); }

    /// Gives back what `must_stash` has put aside, before all other asks and notices and in its
    /// order.
    void unstash() { runtime::unstash(); }

    /// Fires once after `delay`, or then again after each `period`, without drift.
    TimerId start_timer(std::chrono::nanoseconds delay, std::uint64_t attachment = 0) {
        return TimerId{runtime::start_timer(delay, {}, attachment)};
    }
    TimerId start_periodic_timer(std::chrono::nanoseconds delay, std::chrono::nanoseconds period,
                                 std::uint64_t attachment = 0);
    /// Fires at a time, or at a time and then after each `period`.
    TimerId start_timer_at(std::chrono::system_clock::time_point time,
                           std::uint64_t attachment = 0);
    TimerId start_periodic_timer_at(std::chrono::system_clock::time_point time,
                                    std::chrono::nanoseconds period, std::uint64_t attachment = 0);
    /// Both say false when the timer is over.
    bool cancel_timer(TimerId id) { return runtime::cancel_timer(static_cast<std::uint64_t>(id)); }
    bool update_timer(TimerId id, std::chrono::nanoseconds delay) {
        return runtime::update_timer(static_cast<std::uint64_t>(id), delay);
    }

    [[nodiscard]] House& house() const {
        LEAT_ASSERT(house_ != nullptr, "an actor is not at home before after_mount()");
        return *house_;
    }

private:
    friend class Worker;
    friend class System;

    [[nodiscard]] Result<detail::AddressBase> find_service(const detail::InterfaceType& interface,
                                                           std::string_view qualifier) const;

    House* house_ = nullptr;
};

/// An actor that takes messages of the types `Ms` and does no IO.
///
/// For each of them it has one of these, in any mixture:
///
///     Reply on(const M&);                      // an answer at once; void for a notice
///     Task<Reply> on(M);                       // a coroutine; Task<> for a notice
///     StackYield resume(AskStack<M>&);         // a state machine; NoticeStack<M>& for a notice
///
/// A handler of an ask serves a notice of that type, too. While a call for which
/// `bool is_barrier(const M&)` says true runs, no other ask or notice is delivered. A message for
/// which `bool must_stash(const M&)` says true is put aside until `unstash()`. Runs of messages can
/// be taken at once: see `BatchStack`.
template <class... Ms>
class StateActor : public Actor {
public:
    using AddressType = Address<Ms...>;

    /// Calls `f.template operator()<M>()` for each message type until one says true.
    template <class F>
    static constexpr bool any_message(F&& f) {
        return (f.template operator()<Ms>() || ...);
    }

protected:
    /// The address of this actor.
    [[nodiscard]] AddressType self() const { return AddressType(house()); }
    /// Puts an `M(args...)` before all other notices of this actor.
    template <class M, class... Args>
    void notice_self_first(Args&&... args) const {
        static_assert(detail::is_one_of<M, Ms...>, "this actor does not take that message");
        runtime::send_notice_self_first(make_envelope<M>(std::forward<Args>(args)...));
    }
};

}  // namespace leat
