#pragma once

#include <sched.h>

namespace leat {

/// Tells the core that this is a waiting loop.
inline void cpu_relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    asm volatile("" ::: "memory");
#endif
}

/// One turn of a waiting loop: polite to the core at first, then to the other threads.
inline void spin_or_yield(int turn) {
    if (turn < 64) {
        cpu_relax();
    } else {
        sched_yield();
    }
}

}  // namespace leat
