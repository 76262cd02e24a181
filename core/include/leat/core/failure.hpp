#pragma once

#include <exception>
#include <string>
#include <utility>

#include "leat/buffer/error.hpp"

namespace leat {

/// Thrown by `co_await` of an ask that ended without a reply for a reason of ours: a timeout, a
/// stopped or restarted receiver, a full mailbox, a shutdown. An exception of the receiver's
/// handler is thrown as it is.
class AskError final : public std::exception {
public:
    explicit AskError(Errc code) : AskError(code, Error(code)) {}
    AskError(Errc code, Error error)
        : code_(code), error_(std::move(error)), message_(error_.message()) {}

    [[nodiscard]] Errc code() const noexcept { return code_; }
    [[nodiscard]] const Error& error() const noexcept { return error_; }
    [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

private:
    Errc code_;
    Error error_;
    std::string message_;
};

}  // namespace leat
