#pragma once

namespace leat {

/// Prints the failed condition with its place to standard error and aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* message, const char* file,
                                   int line) noexcept;

}  // namespace leat

/// States what must be true. On in every build: a broken invariant of ours, or a misuse of our API,
/// ends the process with a message and its place. Never use it for what a peer can cause.
#define LEAT_ASSERT(condition, message) \
    (static_cast<bool>(condition)       \
         ? static_cast<void>(0)         \
         : ::leat::assertion_failed(#condition, message, __FILE__, __LINE__))
