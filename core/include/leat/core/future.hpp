#pragma once

#include <chrono>
#include <coroutine>
#include <utility>

#include "leat/buffer/result.hpp"
#include "leat/core/failure.hpp"
#include "leat/core/task_stack.hpp"

namespace leat {

/// The reply of an ask that is on its way. Belongs to the actor that asked.
///
/// Await it in a coroutine, or keep it in the state of a stack. Dropping it before it is done
/// cancels the ask: the receiver can see that, and a late reply is dropped.
template <class R>
class [[nodiscard]] Future {
public:
    explicit Future(Promise& promise) : promise_(&promise) {}
    Future(Future&& other) noexcept : promise_(std::exchange(other.promise_, nullptr)) {}
    Future& operator=(Future&& other) noexcept {
        std::swap(promise_, other.promise_);
        return *this;
    }
    ~Future() {
        if (promise_ != nullptr) {
            runtime::release(*promise_);
        }
    }

    /// Fails with `Errc::ask_timeout` when there is no reply after `delay`.
    Future within(std::chrono::nanoseconds delay) && {
        runtime::set_timeout(*promise_, delay);
        return std::move(*this);
    }

    [[nodiscard]] bool is_done() const { return promise_->is_done; }

    /// Moves the reply out; throws the exception of the handler, or an `AskError`. REQUIRES: done.
    R get() {
        Envelope& envelope = check_done();
        if (envelope.mail == Mail::exception) {
            envelope.as<Failure>().raise();
        }
        return std::move(envelope.as<R>());
    }
    /// The same, with the failure as a value. REQUIRES: done.
    Result<R> result() {
        Envelope& envelope = check_done();
        if (envelope.mail == Mail::exception) {
            return envelope.as<Failure>().error();
        }
        return std::move(envelope.as<R>());
    }

    /// Gives up: the receiver is told, and the future is empty.
    void cancel() noexcept {
        if (promise_ != nullptr) {
            runtime::release(*std::exchange(promise_, nullptr));
        }
    }

    class Awaiter {
    public:
        explicit Awaiter(Future& future) : future_(&future) {}
        [[nodiscard]] bool await_ready() const noexcept { return future_->is_done(); }
        /// A stack whose own asker has given up does not wait any more.
        template <class P>
        [[nodiscard]] bool await_suspend(std::coroutine_handle<P> handle) {
            TaskStack& stack = handle.promise().stack();
            is_cancelled_ = stack.is_cancelled();
            if (!is_cancelled_) {
                stack.wait_for(*future_->promise_, handle);
            }
            return !is_cancelled_;
        }
        R await_resume() const {
            if (is_cancelled_) {
                throw AskError(Errc::ask_cancelled);
            }
            return future_->get();
        }

    private:
        Future* future_;
        bool is_cancelled_ = false;
    };
    Awaiter operator co_await() & { return Awaiter(*this); }
    Awaiter operator co_await() && { return Awaiter(*this); }

private:
    Envelope& check_done() const {
        LEAT_ASSERT(promise_ != nullptr && promise_->is_done, "future read before it is done");
        return *promise_->envelope;
    }

    Promise* promise_;
};

}  // namespace leat
