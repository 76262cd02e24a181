#pragma once

#include <chrono>
#include <string_view>

#include "leat/buffer/byte_queue.hpp"
#include "leat/buffer/result.hpp"

namespace leat {

using HttpDate = std::chrono::sys_seconds;

/// The length of a date as we write it.
inline constexpr std::size_t http_date_bytes = 29;

/// Writes a date as IMF-fixdate (RFC 9110, 5.6.7): "Sun, 06 Nov 1994 08:49:37 GMT".
/// REQUIRES: a year from 0 to 9999; asserted.
void write_http_date(ByteQueue& out, HttpDate date);

/// Reads a date in one of the three forms of RFC 9110, 5.6.7: IMF-fixdate, RFC 850 and asctime.
/// Fails with `malformed_date`. The day of the week must be a name but is not checked against the
/// date. A year of two digits that seems more than 50 years after `now` is one of the past.
[[nodiscard]] Result<HttpDate> parse_http_date(std::string_view text, HttpDate now);
/// The same with the system's clock.
[[nodiscard]] Result<HttpDate> parse_http_date(std::string_view text);
/// Reads a date that takes exactly the next `bytes` bytes; if it fails nothing is consumed.
[[nodiscard]] Result<HttpDate> read_http_date(ByteQueue& in, std::size_t bytes);

}  // namespace leat
