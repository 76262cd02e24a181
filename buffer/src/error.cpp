#include "leat/buffer/error.hpp"

#include "leat/buffer/assert.hpp"
#include "leat/buffer/result.hpp"

namespace leat {
namespace {

class Category final : public std::error_category {
public:
    const char* name() const noexcept override { return "leat"; }
    std::string message(int code) const override {
        switch (static_cast<Errc>(code)) {
            case Errc::end_of_data:
                return "not enough data";
            case Errc::malformed_number:
                return "not a number";
            case Errc::number_out_of_range:
                return "number out of range";
            case Errc::malformed_date:
                return "not a date";
            case Errc::limit_exceeded:
                return "limit exceeded";
            case Errc::handler_failed:
                return "the handler of the message failed";
            case Errc::ask_timeout:
                return "no reply in time";
            case Errc::ask_cancelled:
                return "the asker has given up";
            case Errc::actor_stopped:
                return "the actor has stopped";
            case Errc::actor_restarted:
                return "the actor was restarted";
            case Errc::shutting_down:
                return "the system is shutting down";
            case Errc::mailbox_full:
                return "the mailbox of the actor is full";
            case Errc::would_block:
                return "a blocking call on the thread of an actor";
            case Errc::service_missing:
                return "no such service";
            case Errc::service_ambiguous:
                return "more than one such service";
            case Errc::service_taken:
                return "the place of the service is taken";
        }
        return "unknown error " + std::to_string(code);
    }
};

}  // namespace

const std::error_category& error_category() noexcept {
    static const Category category;
    return category;
}

std::error_code make_error_code(Errc code) noexcept {
    return {static_cast<int>(code), error_category()};
}

void detail::value_missing(const Error& error) noexcept {
    const std::string text = "value() of a Result that holds an error; test it first: ";
    assertion_failed("has_value()", (text + error.message()).c_str(), __FILE__, __LINE__);
}

std::string Error::message() const {
    if (detail_.empty()) {
        return code_.message();
    }
    return code_.message() + ": " + detail_;
}

}  // namespace leat
