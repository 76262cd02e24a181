#pragma once

#include <coroutine>
#include <utility>

#include "leat/core/stack.hpp"

namespace leat {

/// A stack that runs a coroutine: one loop resumes whichever coroutine of the chain is next, so
/// that native stack does not grow with the depth of the awaits.
class TaskStack : public Stack {
public:
    using Stack::Stack;

    /// What the loop resumes next; null ends the loop.
    void go_on_with(std::coroutine_handle<> next) noexcept { next_step_ = next; }
    /// Goes on with `leaf` when the promise is done.
    void wait_for(Promise& promise, std::coroutine_handle<> leaf) noexcept {
        promise.stack = this;
        awaited_ = &promise;
        leaf_ = leaf;
    }

    void on_completed(Promise& promise) noexcept final {
        if (awaited_ == &promise) {
            awaited_ = nullptr;
            go_on_with(leaf_);
            run();
        }
    }
    void on_asked(Promise&) noexcept final {}
    void on_released(Promise& promise) noexcept final {
        if (awaited_ == &promise) {
            awaited_ = nullptr;
        }
    }

protected:
    /// Resumes until the coroutine waits or has ended; then the stack is gone.
    void run() noexcept {
        Stack* const former = runtime::exchange_current_stack(this);
        while (next_step_) {
            std::exchange(next_step_, nullptr).resume();
        }
        runtime::exchange_current_stack(former);
        if (awaited_ == nullptr) {
            complete();
        } else {
            mark_suspended();
        }
    }
    /// The coroutine has ended: answers and deletes the stack.
    virtual void complete() noexcept = 0;

private:
    std::coroutine_handle<> next_step_;
    std::coroutine_handle<> leaf_;
    Promise* awaited_ = nullptr;
};

}  // namespace leat
