#pragma once

#include <spdlog/formatter.h>

#include <memory>

namespace leat {

/// Makes each line a JSON object (RFC 8259) with the keys time, level, logger, thread and message.
/// Bytes that are not UTF-8 become U+FFFD.
std::unique_ptr<spdlog::formatter> make_json_formatter();

}  // namespace leat
