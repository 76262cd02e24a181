#include "biased_lock.hpp"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "spin.hpp"

namespace leat {
namespace {

/// How often a foreign thread looks before it takes the owner for preempted inside its section.
constexpr int patience = 2'000;

long membarrier(int command) {
    return syscall(SYS_membarrier, command, 0, 0);
}

}  // namespace

void BiasedLock::prepare() {
    // Written once, before the first thread that reads it starts.
    [[maybe_unused]] static const bool is_prepared = [] {
        owner_fences = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) != 0;
        return true;
    }();
}

void BiasedLock::wait_for_foreigner() {
    do {
        unlock();
        for (int i = 0; claimed_.load(std::memory_order_acquire); ++i) {
            spin_or_yield(i);
        }
        enter();
    } while (claimed_.load(std::memory_order_acquire));
}

bool BiasedLock::try_lock_foreign() {
    if (claimed_.exchange(true, std::memory_order_seq_cst)) {
        return false;
    }
    if (!owner_fences) {
        membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    }
    for (int i = 0; busy_.load(std::memory_order_seq_cst); ++i) {
        if (i == patience) {
            unlock_foreign();
            return false;
        }
        cpu_relax();
    }
    return true;
}

void BiasedLock::lock_foreign() {
    for (int i = 0; !try_lock_foreign(); ++i) {
        spin_or_yield(i);
    }
}

}  // namespace leat
