#pragma once

#include <memory>

#include "leat/buffer/result.hpp"
#include "leat/core/log_options.hpp"

namespace leat {

std::unique_ptr<Appender> make_console_appender(const ConsoleLog& options);
/// Fails if the file cannot be opened or the options are out of range.
Result<std::unique_ptr<Appender>> make_file_appender(const FileLog& options);

}  // namespace leat
