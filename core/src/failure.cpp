#include "leat/core/failure.hpp"

#include "leat/core/envelope.hpp"

namespace leat {

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
    } catch (const std::exception& thrown) {
        return Error(Errc::handler_failed, thrown.what());
    } catch (...) {
        return Error(Errc::handler_failed);
    }
}

}  // namespace leat
