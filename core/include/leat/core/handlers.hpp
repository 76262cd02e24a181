#pragma once

#include <concepts>
#include <exception>
#include <type_traits>
#include <utility>

#include "leat/core/actor.hpp"
#include "leat/core/explicit_stack.hpp"
#include "leat/core/task.hpp"

/// How a message finds the handler of its actor: all decided at compile time, one function for asks
/// and one for notices of each actor class.
namespace leat::detail {

template <class A, class M>
concept HasOn = requires(A& actor, M message) { actor.on(std::move(message)); };
template <class A, class M>
concept HasAskStack = requires(A& actor, AskStack<M>& stack) {
    { actor.resume(stack) } -> std::same_as<StackYield>;
};
template <class A, class M>
concept HasNoticeStack = requires(A& actor, NoticeStack<M>& stack) {
    { actor.resume(stack) } -> std::same_as<StackYield>;
};
template <class A, class M>
concept HasBarrier = requires(A& actor, const M& message) {
    { actor.is_barrier(message) } -> std::convertible_to<bool>;
};

template <class A, class M>
using OnResult = decltype(std::declval<A&>().on(std::declval<M>()));

/// The run of a coroutine handler.
template <class M, class R>
class HandlerStack final : public TaskStack {
public:
    using TaskStack::TaskStack;

    void start(Task<R> task) noexcept {
        root_ = task.release();
        root_.promise().start(*this, root_, nullptr);
        run();
    }
    void abandon(Failure failure) noexcept override {
        std::exchange(root_, nullptr).destroy();
        fail(std::move(failure));
        finish();
    }

protected:
    ~HandlerStack() override = default;

    void complete() noexcept override {
        House& home = house();
        std::exception_ptr error;
        try {
            answer();
        } catch (...) {
            error = std::current_exception();
        }
        if (root_) {
            std::exchange(root_, nullptr).destroy();
        }
        if (error && owes_answer()) {
            fail(Failure(std::move(error)));
        }
        finish();
        if (error) {
            runtime::notice_failed(home, error);
        }
    }

private:
    /// The reply takes the place of the message, to which the coroutine may hold a reference: the
    /// coroutine ends first.
    void answer() {
        if constexpr (std::is_void_v<R>) {
            root_.promise().take();
        } else {
            R reply = root_.promise().take();
            if (owes_answer()) {
                std::exchange(root_, nullptr).destroy();
                send(std::move(reply));
            }
        }
    }
    void send(R&& reply)
        requires AskMessage<M>
    {
        Envelope& answered = take_envelope();
        answered.type->destroy_message(answered);
        ::new (answered.content()) typename M::Reply(std::move(reply));
        runtime::send_reply(answered);
    }

    typename Task<R>::Handle root_;
};

template <class A, class M, class S>
StackYield resume_stack(Actor& actor, ExplicitStack& stack) {
    return static_cast<A&>(actor).resume(static_cast<S&>(stack));
}

template <class A, class M, class S>
void start_stack(House& house, Envelope& envelope) {
    S* const stack = pool_new<S>(house, &envelope, &resume_stack<A, M, S>);
    if constexpr (HasBarrier<A, M>) {
        if (static_cast<A&>(*house.actor).is_barrier(envelope.as<M>())) {
            runtime::close_for_barrier(house, *stack);
        }
    }
    stack->run();
}

template <class A, class M>
void start_task(House& house, Envelope& envelope) {
    using R = typename OnResult<A, M>::value_type;
    auto& actor = static_cast<A&>(*house.actor);
    auto* const stack = pool_new<HandlerStack<M, R>>(house, &envelope);
    if constexpr (HasBarrier<A, M>) {
        if (actor.is_barrier(std::as_const(envelope.as<M>()))) {
            runtime::close_for_barrier(house, *stack);
        }
    }
    stack->start(actor.on(std::move(envelope.as<M>())));
}

/// Answers at once: no stack is needed.
template <class A, class M>
void answer_ask(House& house, Envelope& envelope) noexcept {
    using Reply = typename M::Reply;
    std::exception_ptr error;
    try {
        Reply reply = static_cast<A&>(*house.actor).on(std::move(envelope.as<M>()));
        envelope.as<M>().~M();
        ::new (envelope.content()) Reply(std::move(reply));
    } catch (...) {
        error = std::current_exception();
    }
    if (error) [[unlikely]] {
        return runtime::send_failure(envelope, Failure(std::move(error)));
    }
    runtime::send_reply(envelope);
}

template <class A, class M>
void answer_notice(House& house, Envelope& envelope) noexcept {
    std::exception_ptr error;
    try {
        (void)static_cast<A&>(*house.actor).on(std::move(envelope.as<M>()));
    } catch (...) {
        error = std::current_exception();
    }
    destroy_message(envelope);
    if (error) {
        runtime::notice_failed(house, error);
    }
}

template <class A, class M>
void run_ask(House& house, Envelope& envelope) {
    if constexpr (!AskMessage<M>) {
        LEAT_ASSERT(false, "a notice cannot be asked");
    } else if constexpr (HasAskStack<A, M>) {
        start_stack<A, M, AskStack<M>>(house, envelope);
    } else if constexpr (is_task<OnResult<A, M>>) {
        static_assert(std::is_convertible_v<typename OnResult<A, M>::value_type, typename M::Reply>,
                      "the task of this handler must give the Reply of its message");
        start_task<A, M>(house, envelope);
    } else {
        static_assert(std::is_convertible_v<OnResult<A, M>, typename M::Reply>,
                      "this handler must return the Reply of its message");
        answer_ask<A, M>(house, envelope);
    }
}

template <class A, class M>
void run_notice(House& house, Envelope& envelope) {
    if constexpr (HasNoticeStack<A, M>) {
        start_stack<A, M, NoticeStack<M>>(house, envelope);
    } else if constexpr (!HasOn<A, M>) {
        start_stack<A, M, AskStack<M>>(house, envelope);
    } else if constexpr (is_task<OnResult<A, M>>) {
        start_task<A, M>(house, envelope);
    } else {
        answer_notice<A, M>(house, envelope);
    }
}

template <class A>
void dispatch_ask(House& house, Envelope& envelope) noexcept {
    A::any_message([&]<class M> {
        const bool is_it = envelope.type == &message_type<M>;
        if (is_it) {
            run_ask<A, M>(house, envelope);
        }
        return is_it;
    });
}

template <class A>
void dispatch_notice(House& house, Envelope& envelope) noexcept {
    A::any_message([&]<class M> {
        const bool is_it = envelope.type == &message_type<M>;
        if (is_it) {
            run_notice<A, M>(house, envelope);
        }
        return is_it;
    });
}

template <class A>
void destroy_actor(Actor& actor) noexcept {
    static_cast<A&>(actor).~A();
}

template <class A>
constexpr bool has_all_handlers() {
    A::any_message([]<class M> {
        static_assert(HasOn<A, M> || HasAskStack<A, M> || HasNoticeStack<A, M>,
                      "the actor has no handler for a message that it takes: give it "
                      "on(const M&), Task<> on(M) or resume(AskStack<M>&)");
        return false;
    });
    return true;
}

/// The one object that describes actors of class `A`.
template <class A>
inline constexpr ActorType actor_type{type_name<A>(), &dispatch_ask<A>, &dispatch_notice<A>,
                                      &destroy_actor<A>};

}  // namespace leat::detail
