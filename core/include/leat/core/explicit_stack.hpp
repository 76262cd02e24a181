#pragma once

#include <exception>
#include <utility>

#include "leat/core/pool.hpp"
#include "leat/core/stack.hpp"
#include "leat/core/stack_state.hpp"

namespace leat {

/// What a handler says at its end: made only by `suspend`, `return_` and `throw_` of its stack.
class [[nodiscard]] StackYield {
private:
    friend class ExplicitStack;
    enum class Kind { suspended, ended };
    explicit StackYield(Kind kind) : kind_(kind) {}
    Kind kind_;
};

/// The run of a message by a state machine: `resume` of the actor is called with the stack at the
/// start, and again each time what it waits for is done.
class ExplicitStack : public Stack {
public:
    using Resume = StackYield (*)(Actor&, ExplicitStack&);

    ExplicitStack(House& house, Envelope* envelope, Resume resume)
        : Stack(house, envelope), resume_(resume) {}

    /// Whether this is the first call.
    [[nodiscard]] bool is_start() const { return state_ == nullptr; }
    /// The state of the last `suspend`. REQUIRES: it was an `S`; asserted.
    template <class S>
    [[nodiscard]] S& state() const {
        LEAT_ASSERT(state_ != nullptr && state_tag_ == &tag<S>, "the stack is in another state");
        return static_cast<S&>(*state_);
    }
    /// Waits for the open asks of this stack; the state keeps their futures.
    template <class S>
    StackYield suspend(S state) {
        S* const next = pool_new<S>(std::move(state));
        drop_state();
        state_ = next;
        state_memory_ = next;
        state_tag_ = &tag<S>;
        LEAT_ASSERT(!must_wait_for_nothing(), "suspended with nothing to wait for");
        return StackYield(StackYield::Kind::suspended);
    }

    void on_completed(Promise& promise) noexcept final;
    void on_asked(Promise& promise) noexcept final;
    void on_released(Promise& promise) noexcept final;
    void abandon(Failure failure) noexcept final;

    /// For the runtime: calls the handler until it waits or ends.
    void run() noexcept;
    /// For the runtime: ends a stack whose handler could not be called.
    void fail_start(std::exception_ptr error) noexcept { finish_failed(std::move(error)); }

protected:
    ~ExplicitStack() override { drop_state(); }
    [[nodiscard]] static StackYield ended() { return StackYield(StackYield::Kind::ended); }

private:
    template <class S>
    static constexpr char tag = 0;

    [[nodiscard]] bool must_wait() const { return !open_.is_empty() && !state_->is_resumable(); }
    [[nodiscard]] bool must_wait_for_nothing() const {
        return open_.is_empty() && !state_->is_resumable();
    }
    void end(std::exception_ptr error) noexcept;
    void drop_state() noexcept;

    Resume resume_;
    StackState* state_ = nullptr;
    void* state_memory_ = nullptr;
    const void* state_tag_ = nullptr;
    PromiseChain open_;
    PromiseChain done_;
};

/// The run of an ask.
template <class M>
class AskStack final : public ExplicitStack {
public:
    using ExplicitStack::ExplicitStack;

    /// The message; valid as long as the stack.
    [[nodiscard]] const M& ask() const { return envelope().template as<M>(); }
    /// Answers, and ends.
    StackYield return_(typename M::Reply reply) {
        send_reply<M>(take_envelope(), std::move(reply));
        return ended();
    }
    /// Fails the ask, and ends; of a notice, supervision decides.
    template <class E>
    StackYield throw_(E error) {
        if (!owes_answer()) {
            throw error;
        }
        runtime::send_failure(take_envelope(), Failure(std::make_exception_ptr(std::move(error))));
        return ended();
    }
};

/// The run of a notice.
template <class M>
class NoticeStack final : public ExplicitStack {
public:
    using ExplicitStack::ExplicitStack;

    /// The message; valid as long as the stack.
    [[nodiscard]] const M& notice() const { return envelope().template as<M>(); }
    StackYield return_() { return ended(); }
};

}  // namespace leat
