#pragma once

#include "leat/buffer/assert.hpp"
#include "leat/core/envelope.hpp"
#include "leat/core/runtime.hpp"

namespace leat {

/// A list of promises, linked through them.
class PromiseChain {
public:
    void push(Promise& promise) {
        promise.previous = nullptr;
        promise.next = first_;
        if (first_ != nullptr) {
            first_->previous = &promise;
        }
        first_ = &promise;
    }
    void remove(Promise& promise) {
        (promise.previous != nullptr ? promise.previous->next : first_) = promise.next;
        if (promise.next != nullptr) {
            promise.next->previous = promise.previous;
        }
    }
    [[nodiscard]] Promise* first() const { return first_; }
    [[nodiscard]] bool is_empty() const { return first_ == nullptr; }

private:
    Promise* first_ = nullptr;
};

/// Puts the reply in the place of the message and sends it to the asker; of a notice, frees both.
template <class M>
void send_reply(Envelope& envelope, typename M::Reply&& reply) {
    if (envelope.mail != Mail::ask) {
        return destroy_message(envelope);
    }
    envelope.type->destroy_message(envelope);
    ::new (envelope.content()) typename M::Reply(std::move(reply));
    runtime::send_reply(envelope);
}

/// The run of one message from its start to its end, however often it waits in between. Pooled.
///
/// Belongs to its house while it waits, to its own run while it runs.
class Stack {
public:
    Stack(House& house, Envelope* envelope)
        : house_(house), envelope_(envelope), is_ask_(envelope->mail == Mail::ask) {}
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;

    /// A promise of this stack is done: goes on if that is what it waits for.
    virtual void on_completed(Promise& promise) noexcept = 0;
    /// An ask was made while this stack ran.
    virtual void on_asked(Promise& promise) noexcept = 0;
    /// A promise of this stack is given up.
    virtual void on_released(Promise& promise) noexcept = 0;
    /// Ends a waiting stack without running it again: answers with the failure and destroys the
    /// stack.
    virtual void abandon(Failure failure) noexcept = 0;

    /// Whether the asker has given up: by a timeout, by cancelling, or by its end.
    [[nodiscard]] bool is_cancelled() const {
        return envelope_ != nullptr && envelope_->is_cancelled.load(std::memory_order_relaxed);
    }
    [[nodiscard]] House& house() const { return house_; }

protected:
    virtual ~Stack() = default;

    void mark_suspended() {
        if (!is_suspended_) {
            is_suspended_ = true;
            runtime::add_suspended(house_, *this);
        }
    }
    void unmark_suspended() {
        if (is_suspended_) {
            is_suspended_ = false;
            runtime::remove_suspended(house_, *this);
        }
    }
    /// The envelope, which this stack no longer owns. REQUIRES: not answered yet; asserted.
    Envelope& take_envelope() {
        LEAT_ASSERT(envelope_ != nullptr, "the stack has returned already");
        return *std::exchange(envelope_, nullptr);
    }
    [[nodiscard]] Envelope& envelope() const { return *envelope_; }
    /// An ask that was not answered yet.
    [[nodiscard]] bool owes_answer() const {
        return envelope_ != nullptr && envelope_->mail == Mail::ask;
    }
    /// Answers an ask that is still open with the failure. The exception goes with it: the asker's
    /// thread may be the one that destroys it.
    void fail(Failure failure) noexcept {
        on_failed(failure);
        if (owes_answer()) {
            runtime::send_failure(take_envelope(), std::move(failure));
        }
    }
    /// The stack fails: a batch passes that on to the others of its messages.
    virtual void on_failed(const Failure&) noexcept {}
    /// Ends the stack because its handler threw: the asker gets the exception; of a notice,
    /// supervision decides.
    void finish_failed(std::exception_ptr error) noexcept {
        House& home = house_;
        const bool is_ask = is_ask_;
        fail(Failure(error));
        finish();
        if (!is_ask) {
            runtime::notice_failed(home, error);
        }
    }
    /// Frees the message of a notice, ends the barrier if this is one, and deletes the stack.
    void finish() noexcept {
        unmark_suspended();
        runtime::open_after_barrier(house_, *this);
        if (envelope_ != nullptr) {
            destroy_message(*envelope_);
        }
        this->~Stack();
        pool_release(this);
    }

private:
    friend void runtime::add_suspended(House&, Stack&) noexcept;
    friend void runtime::remove_suspended(House&, Stack&) noexcept;

    House& house_;
    Envelope* envelope_;
    Stack* previous_ = nullptr;
    Stack* next_ = nullptr;
    const bool is_ask_;
    bool is_suspended_ = false;
};

}  // namespace leat
