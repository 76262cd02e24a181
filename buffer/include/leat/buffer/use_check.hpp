#pragma once

#if defined(LEAT_TRACK_PAGES)
#include <atomic>

#include "leat/buffer/assert.hpp"
#endif

namespace leat {

/// A part of an object that has no lock, which asserts that no two threads are inside of it at a
/// time. Empty, and costs nothing, without the CMake option LEAT_TRACK_PAGES.
class UseCheck {
public:
    /// One use of the object, as long as it lives. Uses by one thread may lie in each other.
    class Scope {
    public:
#if defined(LEAT_TRACK_PAGES)
        // Relaxed: it must find a race, not order what races.
        explicit Scope(UseCheck& check)
            : check_(check),
              outer_(check.user_.exchange(this_thread(), std::memory_order_relaxed)) {
            LEAT_ASSERT(outer_ == nullptr || outer_ == this_thread(),
                        "object used by two threads at a time");
        }
        ~Scope() { check_.user_.store(outer_, std::memory_order_relaxed); }
#else
        explicit Scope(UseCheck&) {}
        ~Scope() {}
#endif
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

#if defined(LEAT_TRACK_PAGES)
    private:
        /// An address of the calling thread's own.
        static const void* this_thread() noexcept;

        UseCheck& check_;
        const void* outer_;
#endif
    };

#if defined(LEAT_TRACK_PAGES)
private:
    /// The thread inside; null if there is none.
    std::atomic<const void*> user_ = nullptr;
#endif
};

}  // namespace leat
