#include "leat/buffer/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace leat {

void assertion_failed(const char* condition, const char* message, const char* file,
                      int line) noexcept {
    std::fprintf(stderr, "%s:%d: assertion failed: %s (%s)\n", file, line, message, condition);
    std::fflush(stderr);
    std::abort();
}

}  // namespace leat
