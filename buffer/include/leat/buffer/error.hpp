#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace leat {

/// The ways in which a leat operation can fail that are not a bug: what a peer, a file or the
/// machine did. Each has one sentence in `error_category().message()`.
enum class Errc {
    end_of_data = 1,
    malformed_number,
    number_out_of_range,
    malformed_date,
    limit_exceeded,
    handler_failed,
    ask_timeout,
    ask_cancelled,
    actor_stopped,
    actor_restarted,
    shutting_down,
    mailbox_full,
    would_block,
    service_missing,
    service_ambiguous,
    service_taken,
};

/// The category of `Errc` codes, named "leat".
const std::error_category& error_category() noexcept;
std::error_code make_error_code(Errc code) noexcept;

/// A failure as a value: a code to branch on, and what to tell a person.
///
/// Copies are cheap while the detail is empty; hot paths leave it so.
class Error {
public:
    Error(std::error_code code, std::string detail = {})
        : code_(code), detail_(std::move(detail)) {}
    Error(Errc code, std::string detail = {}) : Error(make_error_code(code), std::move(detail)) {}

    [[nodiscard]] const std::error_code& code() const noexcept { return code_; }
    [[nodiscard]] std::string_view detail() const noexcept { return detail_; }
    /// "message of the code: detail", ready to print.
    [[nodiscard]] std::string message() const;

    friend bool operator==(const Error& error, Errc code) {
        return error.code_ == make_error_code(code);
    }

private:
    std::error_code code_;
    std::string detail_;
};

}  // namespace leat

template <>
struct std::is_error_code_enum<leat::Errc> : std::true_type {};
