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
    if (!must_wait()) {
        run();
    }
}

void ExplicitStack::run() noexcept {
    House& home = house();
    std::exception_ptr error;
    bool has_ended = true;
    Stack* const former = runtime::exchange_current_stack(this);
    try {
        has_ended = resume_(*home.actor, *this).kind_ == StackYield::Kind::ended;
    } catch (...) {
        error = std::current_exception();
    }
    runtime::exchange_current_stack(former);
    if (!has_ended) {
        return mark_suspended();
    }
    if (error && owes_answer()) {
        fail(Failure(std::move(error)));
    }
    LEAT_ASSERT(!owes_answer(), "the handler of an ask ended without an answer");
    finish();
    if (error) {
        runtime::notice_failed(home, error);
    }
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
