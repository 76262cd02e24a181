#include "leat/core/explicit_stack.hpp"

#include <exception>

namespace leat {

void ExplicitStack::on_asked(Promise& promise) noexcept {
    promise.stack = this;
    open_.push(promise);
}

void ExplicitStack::on_released(Promise& promise) noexcept {
    (promise.is_done ? done_ : open_).remove(promise);
    promise.stack = nullptr;
}

void ExplicitStack::on_completed(Promise& promise) noexcept {
    open_.remove(promise);
    done_.push(promise);
    try {
        if (must_wait()) {
            return;
        }
    } catch (...) {
        return end(std::current_exception());
    }
    run();
}

void ExplicitStack::run() noexcept {
    std::exception_ptr error;
    bool has_ended = true;
    Stack* const former = runtime::exchange_current_stack(this);
    try {
        do {
            has_ended = resume_(*house().actor, *this).kind_ == StackYield::Kind::ended;
        } while (!has_ended && !must_wait());
    } catch (...) {
        has_ended = true;
        error = std::current_exception();
    }
    runtime::exchange_current_stack(former);
    if (has_ended) {
        end(std::move(error));
    } else {
        mark_suspended();
    }
}

void ExplicitStack::end(std::exception_ptr error) noexcept {
    if (error) {
        return finish_failed(std::move(error));
    }
    LEAT_ASSERT(!owes_answer(), "the handler of an ask ended without an answer");
    finish();
}

void ExplicitStack::abandon(Failure failure) noexcept {
    fail(std::move(failure));
    finish();
}

void ExplicitStack::drop_state() noexcept {
    if (state_ != nullptr) {
        state_->~StackState();
        pool_release(state_memory_);
        state_ = nullptr;
    }
}

}  // namespace leat
