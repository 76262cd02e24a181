#include "leat/buffer/use_check.hpp"

namespace leat {

#if defined(LEAT_TRACK_PAGES)
const void* UseCheck::Scope::this_thread() noexcept {
    static constinit thread_local char mark = 0;
    return &mark;
}
#endif

}  // namespace leat
