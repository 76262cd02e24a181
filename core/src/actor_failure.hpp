#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "leat/core/house.hpp"

namespace leat {

/// What an exception has to say.
std::string text_of(const std::exception_ptr& error);

/// Logs that a part of the actor's code threw, with what follows from that.
void log_failure(House& house, std::string_view part, const std::exception_ptr& error,
                 std::string_view consequence = "it is ignored") noexcept;

}  // namespace leat
