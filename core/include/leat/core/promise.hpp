#pragma once

#include <cstdint>

#include "leat/core/envelope.hpp"
#include "leat/core/id_table.hpp"

namespace leat {

class Stack;
struct Timer;

/// The open end of an ask: promise, future and hash node in one pooled object. Owned by its
/// `Future`.
struct Promise {
    Promise* hash_next = nullptr;
    std::uint64_t id = 0;
    /// The stack that waits for it, and its place in a chain of that stack.
    Stack* stack = nullptr;
    Promise* previous = nullptr;
    Promise* next = nullptr;
    /// The ask on its way and, once done, the answer.
    Envelope* envelope = nullptr;
    Timer* timer = nullptr;
    bool is_done = false;
};

/// Finds the promise that a reply belongs to, by the id of the ask.
using FutureDispatcher = IdTable<Promise>;

}  // namespace leat
