#pragma once

#include <utility>
#include <vector>

#include "leat/core/future.hpp"

namespace leat {

/// What a stack waits for, and what it needs to go on. Pooled; ends when the stack takes its next.
class StackState {
public:
    StackState() = default;
    StackState(StackState&&) = default;
    StackState& operator=(StackState&&) = default;
    virtual ~StackState() = default;

    /// Whether to go on although asks are still open: asked each time one of them is done. The
    /// default waits for all.
    [[nodiscard]] virtual bool is_resumable() const { return false; }
};

/// Waits for one reply.
template <class R>
class FutureState : public StackState {
public:
    explicit FutureState(Future<R> awaited) : future(std::move(awaited)) {}
    Future<R> future;
};

/// Waits for all replies of a list.
template <class R>
class FuturesState : public StackState {
public:
    explicit FuturesState(std::vector<Future<R>> awaited) : futures(std::move(awaited)) {}
    std::vector<Future<R>> futures;
};

}  // namespace leat
