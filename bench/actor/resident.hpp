#pragma once

#include <functional>

namespace leat::bench {

/// Bytes of this process that are in memory now.
double resident_bytes();

/// What `measure` returns in a child process, whose heap is as it was before any benchmark ran.
/// REQUIRES: this thread is the only one of the process.
double in_child_process(const std::function<double()>& measure);

}  // namespace leat::bench
