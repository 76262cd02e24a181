#pragma once

#include <exception>
#include <utility>

#include "leat/core/actor.hpp"
#include "leat/core/handler_concepts.hpp"

/// How a message finds the handler of its actor: all decided at compile time, one function for asks
/// and one for notices of each actor class. No exception of user code leaves them.
namespace leat::detail {

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
    /// Ends a stack whose handler could not be called.
    void fail_start(std::exception_ptr error) noexcept { finish_failed(std::move(error)); }
    void abandon(Failure failure) noexcept override {
        std::exchange(root_, nullptr).destroy();
        fail(std::move(failure));
        finish();
    }

protected:
    ~HandlerStack() override = default;

    void complete() noexcept override {
        std::exception_ptr error;
        try {
            answer();
        } catch (...) {
            error = std::current_exception();
        }
        if (root_) {
            std::exchange(root_, nullptr).destroy();
        }
        if (error) {
            finish_failed(std::move(error));
        } else {
            finish();
        }
    }

private:
    /// The reply takes the place of the message, to which the coroutine may hold a reference: the
    /// coroutine ends first.
    void answer() {
        if constexpr (std::is_void_v<R> || !AskMessage<M>) {
            (void)root_.promise().take();
        } else {
            typename M::Reply reply = root_.promise().take();
            if (owes_answer()) {
                std::exchange(root_, nullptr).destroy();
                send_reply<M>(take_envelope(), std::move(reply));
            }
        }
    }

    typename Task<R>::Handle root_;
};

/// The message is handled no further: its asker gets the exception, or supervision decides.
inline void fail_message(House& house, Envelope& envelope,
                         const std::exception_ptr& error) noexcept {
    if (envelope.mail == Mail::ask) {
        return runtime::send_failure(envelope, Failure(error));
    }
    destroy_message(envelope);
    runtime::notice_failed(house, error);
}

/// Asks the actor, before its handler runs, whether this message is a barrier.
template <class A, class M>
void close_if_barrier(House& house, Envelope& envelope, Stack& stack) {
    if constexpr (HasBarrier<A, M>) {
        if (static_cast<A&>(*house.actor).is_barrier(std::as_const(envelope.as<M>()))) {
            runtime::close_for_barrier(house, stack);
        }
    }
}

template <class A, class S>
StackYield resume_stack(Actor& actor, ExplicitStack& stack) {
    return static_cast<A&>(actor).resume(static_cast<S&>(stack));
}

template <class A, class M, class S>
void start_stack(House& house, Envelope& envelope) noexcept {
    S* const stack = pool_new<S>(house, &envelope, &resume_stack<A, S>);
    try {
        close_if_barrier<A, M>(house, envelope, *stack);
    } catch (...) {
        return stack->fail_start(std::current_exception());
    }
    stack->run();
}

template <class A, class M>
void start_task(House& house, Envelope& envelope) noexcept {
    using R = typename OnResult<A, M>::value_type;
    auto* const stack = pool_new<HandlerStack<M, R>>(house, &envelope);
    try {
        close_if_barrier<A, M>(house, envelope, *stack);
        stack->start(static_cast<A&>(*house.actor).on(std::move(envelope.as<M>())));
    } catch (...) {
        stack->fail_start(std::current_exception());
    }
}

template <class A, class M>
bool is_batched(House& house, Envelope& envelope) {
    if constexpr (HasBatchFilter<A, M>) {
        return static_cast<A&>(*house.actor).is_batched(std::as_const(envelope.as<M>()));
    } else {
        return true;
    }
}

/// Takes the messages that follow too, as long as they match.
template <class A, class M, class S>
void start_batch(House& house, Envelope& envelope) noexcept {
    const Mail mail = envelope.mail;
    S* const stack = pool_new<S>(house, &envelope, &resume_stack<A, S>);
    try {
        while (stack->size() < batch_max<A>()) {
            Envelope* const next = runtime::next_of_batch(house, mail, message_type<M>);
            if (next == nullptr || !is_batched<A, M>(house, *next)) {
                break;
            }
            runtime::take_into_batch(house, *next);
            stack->add(*next);
        }
        close_if_barrier<A, M>(house, envelope, *stack);
    } catch (...) {
        return stack->fail_start(std::current_exception());
    }
    stack->run();
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
    if (error) [[unlikely]] {
        runtime::notice_failed(house, error);
    }
}

template <class A, class M>
void run_ask(House& house, Envelope& envelope) noexcept {
    if constexpr (HasAskStack<A, M>) {
        start_stack<A, M, AskStack<M>>(house, envelope);
    } else if constexpr (!HasOn<A, M>) {
        start_batch<A, M, BatchAskStack<M>>(house, envelope);
    } else if constexpr (is_task<OnResult<A, M>>) {
        start_task<A, M>(house, envelope);
    } else {
        answer_ask<A, M>(house, envelope);
    }
}

/// A handler of asks serves notices, too.
template <class A, class M>
void run_notice(House& house, Envelope& envelope) noexcept {
    if constexpr (HasNoticeStack<A, M>) {
        start_stack<A, M, NoticeStack<M>>(house, envelope);
    } else if constexpr (HasAskStack<A, M>) {
        start_stack<A, M, AskStack<M>>(house, envelope);
    } else if constexpr (HasOn<A, M>) {
        if constexpr (is_task<OnResult<A, M>>) {
            start_task<A, M>(house, envelope);
        } else {
            answer_notice<A, M>(house, envelope);
        }
    } else if constexpr (HasBatchNoticeStack<A, M>) {
        start_batch<A, M, BatchNoticeStack<M>>(house, envelope);
    } else {
        start_batch<A, M, BatchAskStack<M>>(house, envelope);
    }
}

/// Puts the message aside or starts a batch with it, where the actor says so; else says false.
template <class A, class M, class BatchStack>
bool run_specially(House& house, Envelope& envelope) noexcept {
    try {
        if constexpr (HasStash<A, M>) {
            if (static_cast<A&>(*house.actor).must_stash(std::as_const(envelope.as<M>()))) {
                runtime::stash(house, envelope);
                return true;
            }
        }
        if constexpr (HasResume<A, BatchStack>) {
            if (is_batched<A, M>(house, envelope)) {
                start_batch<A, M, BatchStack>(house, envelope);
                return true;
            }
        }
    } catch (...) {
        fail_message(house, envelope, std::current_exception());
        return true;
    }
    return false;
}

template <class A>
void dispatch_ask(House& house, Envelope& envelope) noexcept {
    A::any_message([&]<class M> {
        const bool is_it = envelope.type == &message_type<M>;
        if constexpr (AskMessage<M>) {
            if (is_it && !run_specially<A, M, BatchAskStack<M>>(house, envelope)) {
                run_ask<A, M>(house, envelope);
            }
        }
        return is_it;
    });
}

template <class A>
void dispatch_notice(House& house, Envelope& envelope) noexcept {
    A::any_message([&]<class M> {
        const bool is_it = envelope.type == &message_type<M>;
        if (is_it && !run_specially<A, M, BatchNoticeStack<M>>(house, envelope)) {
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
constexpr bool is_io_actor = requires { typename A::IoActor; };

/// The one object that describes actors of class `A`.
template <class A>
inline constexpr ActorType actor_type{type_name<A>(),    is_io_actor<A>,
                                      &dispatch_ask<A>,  &dispatch_notice<A>,
                                      &destroy_actor<A>, message_types<typename A::AddressType>};

}  // namespace leat::detail
