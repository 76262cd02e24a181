#pragma once

#include <exception>
#include <string>

#include "leat/buffer/error.hpp"

namespace leat {

/// Thrown by `co_await` of an ask that ended without a reply for a reason of ours: a timeout, a
/// stopped or restarted receiver, a full mailbox, a shutdown. An exception of the receiver's
/// handler is thrown as it is.
class AskError final : public std::exception {
public:
    explicit AskError(Errc code) : code_(code), message_(Error(code).message()) {}

    [[nodiscard]] Errc code() const noexcept { return code_; }
    [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

private:
    Errc code_;
    std::string message_;
};

}  // namespace leat
