#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "leat/core/pool.hpp"
#include "leat/core/task_stack.hpp"

namespace leat {

template <class T = void>
class Task;

namespace detail {

/// What the promises of all tasks share: the stack they run on, and who waits for them.
class TaskPromiseBase {
public:
    static void* operator new(std::size_t bytes) { return pool_allocate(bytes); }
    static void operator delete(void* memory, std::size_t) noexcept { pool_release(memory); }

    /// Hands over to the parent, through the stack's loop: native stack does not grow.
    class FinalAwaiter {
    public:
        FinalAwaiter() {}
        [[nodiscard]] bool await_ready() const noexcept { return false; }
        template <class P>
        void await_suspend(std::coroutine_handle<P> handle) const noexcept {
            handle.promise().stack_->go_on_with(handle.promise().parent_);
        }
        void await_resume() const noexcept {}
    };

    std::suspend_always initial_suspend() noexcept { return {}; }
    FinalAwaiter final_suspend() noexcept { return {}; }
    void unhandled_exception() noexcept { error_ = std::current_exception(); }

    void start(TaskStack& stack, std::coroutine_handle<> self, std::coroutine_handle<> parent) {
        stack_ = &stack;
        parent_ = parent;
        stack.go_on_with(self);
    }
    [[nodiscard]] TaskStack& stack() const { return *stack_; }

protected:
    void rethrow_error() const {
        if (error_) {
            std::rethrow_exception(error_);
        }
    }

private:
    TaskStack* stack_ = nullptr;
    std::coroutine_handle<> parent_;
    std::exception_ptr error_;
};

template <class T>
class TaskPromise : public TaskPromiseBase {
public:
    Task<T> get_return_object();
    template <class U>
        requires std::is_constructible_v<T, U&&>
    void return_value(U&& value) {
        value_.emplace(std::forward<U>(value));
    }
    T take() {
        rethrow_error();
        return std::move(*value_);
    }

private:
    std::optional<T> value_;
};

template <>
class TaskPromise<void> : public TaskPromiseBase {
public:
    Task<void> get_return_object();
    void return_void() noexcept {}
    void take() { rethrow_error(); }
};

}  // namespace detail

/// A lazy piece of asynchronous work: nothing runs until it is awaited, or returned by a handler.
///
///     Task<Order> load(Id id) {
///         const Row row = co_await store_.ask<Get>(id);
///         co_return parse(row);
///     }
///
/// Move-only; awaited at most once, as an rvalue. Its frame comes from the thread's pool. Write
/// coroutines as functions or members with parameters by value, never as capturing lambdas; with
/// GCC 12, do not put `co_await` into the condition of an `if` or a loop.
template <class T>
class [[nodiscard]] Task {
public:
    using promise_type = detail::TaskPromise<T>;
    using Handle = std::coroutine_handle<promise_type>;
    using value_type = T;

    explicit Task(Handle handle) : handle_(handle) {}
    Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Task& operator=(Task&&) = delete;
    ~Task() {
        if (handle_) {
            handle_.destroy();
        }
    }

    class Awaiter {
    public:
        explicit Awaiter(Handle handle) : handle_(handle) {}
        [[nodiscard]] bool await_ready() const noexcept { return false; }
        template <class P>
        void await_suspend(std::coroutine_handle<P> parent) const {
            handle_.promise().start(parent.promise().stack(), handle_, parent);
        }
        T await_resume() const { return handle_.promise().take(); }

    private:
        Handle handle_;
    };
    Awaiter operator co_await() && { return Awaiter(handle_); }

    /// For the runtime: the coroutine, which the caller destroys.
    [[nodiscard]] Handle release() { return std::exchange(handle_, nullptr); }

private:
    Handle handle_;
};

namespace detail {

template <class T>
Task<T> TaskPromise<T>::get_return_object() {
    return Task<T>(Task<T>::Handle::from_promise(*this));
}
inline Task<void> TaskPromise<void>::get_return_object() {
    return Task<void>(Task<void>::Handle::from_promise(*this));
}

template <class T>
inline constexpr bool is_task = false;
template <class T>
inline constexpr bool is_task<Task<T>> = true;

}  // namespace detail
}  // namespace leat
