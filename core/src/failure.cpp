#include "leat/core/failure.hpp"

#include "leat/core/envelope.hpp"

namespace leat {

Failure::Failure(Errc why, std::string detail)
    : exception(std::make_exception_ptr(AskError(why, Error(why, std::move(detail))))), code(why) {
}

void Failure::raise() const {
    if (exception) {
        std::rethrow_exception(exception);
    }
    throw AskError(code);
}

Error Failure::error() const {
    if (!exception) {
        return Error(code);
    }
    try {
        std::rethrow_exception(exception);
    } catch (const AskError& thrown) {
        // One that the handler itself got from another ask is a failure of that handler.
        return code == Errc::handler_failed ? Error(code, thrown.what()) : thrown.error();
    } catch (const std::exception& thrown) {
        return Error(Errc::handler_failed, thrown.what());
    } catch (...) {
        return Error(Errc::handler_failed);
    }
}

}  // namespace leat
