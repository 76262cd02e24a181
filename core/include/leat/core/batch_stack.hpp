#pragma once

#include <cstddef>
#include <exception>
#include <type_traits>
#include <utility>

#include "leat/core/explicit_stack.hpp"

namespace leat {

/// The run of several messages of one type, which came one behind the other, as one.
///
/// An actor that has `resume(BatchNoticeStack<M>&)` or `resume(BatchAskStack<M>&)` gets what waits
/// of `M`, up to `batch_messages_max` (64 unless the actor says otherwise). With
/// `bool is_batched(const M&)` it can leave messages out: those end a batch and go to the handler
/// for single messages, in their turn.
template <class M>
class BatchStack : public ExplicitStack {
public:
    using ExplicitStack::ExplicitStack;

    [[nodiscard]] std::size_t size() const { return 1 + more_.size(); }
    /// Calls `visit(const M&)` for each message, in the order of arrival.
    template <class Visit>
    void for_each(Visit&& visit) const {
        visit(std::as_const(envelope().template as<M>()));
        const Letter* letter = first_of_more();
        for (std::size_t i = 0; i < more_.size(); ++i, letter = letter->next) {
            visit(message_of(*letter));
        }
    }

    /// For the runtime: puts one more message behind the others.
    void add(Envelope& next) { more_.push(next); }

protected:
    ~BatchStack() override {
        while (!more_.is_empty()) {
            destroy_message(next_of_more());
        }
    }
    void on_failed(const Failure& failure) noexcept override {
        while (!more_.is_empty()) {
            runtime::send_failure(next_of_more(), Failure(failure));
        }
    }

    [[nodiscard]] bool has_more() const { return !more_.is_empty(); }
    [[nodiscard]] Envelope& next_of_more() { return static_cast<Envelope&>(more_.pop()); }

private:
    [[nodiscard]] const Letter* first_of_more() const {
        return more_.is_empty() ? nullptr : &more_.front();
    }
    static const M& message_of(const Letter& letter) {
        return const_cast<Envelope&>(static_cast<const Envelope&>(letter)).template as<M>();
    }

    MailQueue more_;
};

/// The run of a batch of notices.
template <class M>
class BatchNoticeStack final : public BatchStack<M> {
public:
    using BatchStack<M>::BatchStack;

    StackYield return_() { return this->ended(); }
};

/// The run of a batch of asks.
template <class M>
class BatchAskStack final : public BatchStack<M> {
public:
    using Reply = typename M::Reply;
    using BatchStack<M>::BatchStack;

    /// Answers all with the same reply, and ends.
    StackYield return_(const Reply& reply)
        requires std::is_copy_constructible_v<Reply>
    {
        return return_each([&reply](const M&) { return reply; });
    }
    /// Answers each with what `reply_to(const M&)` gives for it, in the order of arrival, and ends.
    /// If that throws, the asks that are left fail with it.
    template <class ReplyTo>
    StackYield return_each(ReplyTo&& reply_to) {
        answer(this->take_envelope(), reply_to);
        while (this->has_more()) {
            answer(this->next_of_more(), reply_to);
        }
        return this->ended();
    }
    /// Fails all, and ends.
    template <class E>
    StackYield throw_(E error) {
        throw error;
    }

private:
    template <class ReplyTo>
    void answer(Envelope& envelope, ReplyTo& reply_to) {
        try {
            send_reply<M>(envelope, reply_to(std::as_const(envelope.as<M>())));
        } catch (...) {
            runtime::send_failure(envelope, Failure(std::current_exception()));
            throw;
        }
    }
};

}  // namespace leat
