#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "leat/core/batch_stack.hpp"
#include "leat/core/explicit_stack.hpp"
#include "leat/core/task.hpp"

/// What an actor class can have for a message, found by the names and types of its members.
namespace leat::detail {

template <class A, class M>
concept HasOn = requires(A& actor, M message) { actor.on(std::move(message)); };
template <class A, class S>
concept HasResume = requires(A& actor, S& stack) {
    { actor.resume(stack) } -> std::same_as<StackYield>;
};
template <class A, class M>
concept HasBarrier = requires(A& actor, const M& message) {
    { actor.is_barrier(message) } -> std::convertible_to<bool>;
};
template <class A, class M>
concept HasStash = requires(A& actor, const M& message) {
    { actor.must_stash(message) } -> std::convertible_to<bool>;
};
template <class A, class M>
concept HasBatchFilter = requires(A& actor, const M& message) {
    { actor.is_batched(message) } -> std::convertible_to<bool>;
};

// The stacks of asks exist for messages that name a Reply only.
template <class A, class M>
concept HasAskStack = AskMessage<M> && HasResume<A, AskStack<M>>;
template <class A, class M>
concept HasNoticeStack = HasResume<A, NoticeStack<M>>;
template <class A, class M>
concept HasBatchAskStack = AskMessage<M> && HasResume<A, BatchAskStack<M>>;
template <class A, class M>
concept HasBatchNoticeStack = HasResume<A, BatchNoticeStack<M>>;

/// A handler that takes messages one by one.
template <class A, class M>
concept HasSingleHandler = HasOn<A, M> || HasAskStack<A, M> || HasNoticeStack<A, M>;
/// A handler that takes runs of messages.
template <class A, class M>
concept HasBatchHandler = HasBatchAskStack<A, M> || HasBatchNoticeStack<A, M>;

template <class A, class M>
using OnResult = decltype(std::declval<A&>().on(std::declval<M>()));

/// The most messages of one batch: `static constexpr std::size_t batch_messages_max` of the actor.
template <class A>
constexpr std::size_t batch_max() {
    if constexpr (requires { A::batch_messages_max; }) {
        return A::batch_messages_max;
    } else {
        return 64;
    }
}

/// Whether what `on` gives can answer the message.
template <class A, class M>
constexpr bool gives_reply() {
    using R = OnResult<A, M>;
    if constexpr (is_task<R>) {
        return std::is_convertible_v<typename R::value_type, typename M::Reply>;
    } else {
        return std::is_convertible_v<R, typename M::Reply>;
    }
}

template <class A, class M>
constexpr void check_handlers() {
    static_assert(HasSingleHandler<A, M> || HasBatchHandler<A, M>,
                  "the actor has no handler for a message that it takes: give it "
                  "on(const M&), Task<> on(M) or resume(AskStack<M>&)");
    static_assert(!HasBatchFilter<A, M> || HasSingleHandler<A, M>,
                  "messages that is_batched(const M&) refuses need a handler of their own");
    if constexpr (AskMessage<M>) {
        static_assert(std::is_nothrow_move_constructible_v<typename M::Reply>,
                      "a Reply is moved to the asker, which must not throw");
        static_assert(HasOn<A, M> || HasAskStack<A, M> || HasBatchAskStack<A, M>,
                      "a message with a Reply needs a handler that can give it");
        if constexpr (HasOn<A, M>) {
            static_assert(gives_reply<A, M>(),
                          "this handler must return the Reply of its message, or a Task of it");
        }
    }
}

/// Fails to compile with a readable message unless `A` can handle each message that it takes.
template <class A>
constexpr bool has_all_handlers() {
    A::any_message([]<class M> {
        check_handlers<A, M>();
        return false;
    });
    return true;
}

}  // namespace leat::detail
