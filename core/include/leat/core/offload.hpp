#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "leat/core/future.hpp"

namespace leat {

namespace detail {

/// What the pool knows of a function: beside what is known of each message, how to run it.
struct OffloadType : MessageType {
    /// Calls the function and answers with what it returns or throws. Takes the envelope.
    void (*run)(Envelope&) noexcept;
};

/// A function with its arguments, on its way to the pool: a message whose reply is the result.
template <class F, class... Args>
struct OffloadJob {
    using Result = std::invoke_result_t<F, Args...>;
    using Reply = std::conditional_t<std::is_void_v<Result>, Done, Result>;
    static_assert(std::is_object_v<Reply>, "an offloaded function returns a value or nothing");

    template <class... Given>
    explicit OffloadJob(Given&&... given) : call(std::forward<Given>(given)...) {}

    Reply operator()() {
        constexpr auto invoke = [](F&& function, Args&&... args) -> Result {
            return std::invoke(std::move(function), std::move(args)...);
        };
        if constexpr (std::is_void_v<Result>) {
            std::apply(invoke, std::move(call));
            return {};
        } else {
            return std::apply(invoke, std::move(call));
        }
    }

    std::tuple<F, Args...> call;
};

/// The reply takes the place of the function, which ends on the thread that ran it.
template <class Job>
void run_offloaded(Envelope& envelope) noexcept {
    using Reply = typename Job::Reply;
    std::exception_ptr error;
    bool is_spent = false;
    try {
        Reply reply = envelope.as<Job>()();
        envelope.as<Job>().~Job();
        is_spent = true;
        ::new (envelope.content()) Reply(std::move(reply));
    } catch (...) {
        error = std::current_exception();
    }
    if (!error) {
        return runtime::send_reply(envelope);
    }
    if (is_spent) {
        // The reply could not be moved: nothing is left that a failure would have to destroy.
        ::new (envelope.content()) Done;
        envelope.type = &message_type<Done>;
    }
    runtime::send_failure(envelope, Failure(std::move(error)));
}

/// The one object that identifies functions of type `Job`.
template <class Job>
inline constexpr OffloadType offload_type{message_type<Job>, &run_offloaded<Job>};

/// An envelope with the function and its arguments, for the pool.
template <class F, class... Args>
[[nodiscard]] Envelope& make_offload(F&& function, Args&&... args) {
    using Job = OffloadJob<std::decay_t<F>, std::decay_t<Args>...>;
    Envelope& envelope = make_envelope<Job>(std::forward<F>(function), std::forward<Args>(args)...);
    envelope.type = &offload_type<Job>;
    return envelope;
}

/// What the future of an offloaded function gives.
template <class F, class... Args>
using Offloaded = typename OffloadJob<std::decay_t<F>, std::decay_t<Args>...>::Reply;

}  // namespace detail

/// Runs `function(args...)` on a thread that may be blocked, and gives the future of its result:
/// for files, databases, long computations, and whatever else would hold up the other actors of
/// this thread. Only in an actor, which handles other messages meanwhile.
///
///     const std::string text = co_await offload(&read_file, path);
///     co_await offload(&sync_disk);                        // a Done
///
/// The function and its arguments are copied or moved, and used up by the one call, as by
/// `std::thread`. It runs beside the actor: it must not touch it, but it may send notices and
/// `ask_blocking`. What it throws is thrown by the `co_await`. With GCC 12, a lambda with captures
/// must not stand in one expression with `co_await`: keep the future in a variable first.
///
/// The system has `offload_threads_max` such threads at most. They are started when needed, end
/// after five idle seconds, and take functions in the order in which they come. When
/// `offload_queue_max` functions wait, another fails with `Errc::limit_exceeded`.
///
/// The future is that of an ask: a timeout or dropping it gives up. A function that nobody waits
/// for any more is not begun; one that runs cannot be interrupted, and its result is dropped. The
/// same holds when the actor ends or restarts. When the system shuts down, functions that were not
/// begun until the end of its timeout fail with `Errc::shutting_down`, and it waits for those that
/// run, however long they take.
template <class F, class... Args>
    requires std::invocable<std::decay_t<F>, std::decay_t<Args>...>
[[nodiscard]] auto offload(F&& function, Args&&... args) -> Future<detail::Offloaded<F, Args...>> {
    return Future<detail::Offloaded<F, Args...>>(runtime::send_offload(
        detail::make_offload(std::forward<F>(function), std::forward<Args>(args)...)));
}

}  // namespace leat
