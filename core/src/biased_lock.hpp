#pragma once

#include <atomic>

namespace leat {

/// A lock that one thread, its owner, takes all the time, and others as good as never.
///
/// The owner pays two plain stores and a load: no atomic read-modify-write and no fence. A foreign
/// thread pays for both sides with the `membarrier` system call, which makes every running thread
/// of the process pass a full fence. Where the kernel refuses it, the owner fences for itself.
///
/// The protocol is Dekker's: the owner raises `busy_` and looks at `claimed_`; a foreign thread
/// raises `claimed_`, fences all, and waits for `busy_` to fall. Sections are a few instructions
/// long and never run user code.
class BiasedLock {
public:
    void lock() {
        enter();
        if (claimed_.load(std::memory_order_acquire)) [[unlikely]] {
            wait_for_foreigner();
        }
    }
    /// Released here, acquired in `lock_foreign`.
    void unlock() { busy_.store(false, std::memory_order_release); }

    /// Waits for the owner and other foreign threads.
    void lock_foreign();
    /// Gives up when another foreign thread has it or the owner does not leave soon.
    [[nodiscard]] bool try_lock_foreign();
    /// Released here, acquired in `lock`.
    void unlock_foreign() { claimed_.store(false, std::memory_order_release); }

    /// Registers the process with the kernel. Called before any lock is used; idempotent.
    static void prepare();

private:
    void enter() {
        if (owner_fences) [[unlikely]] {
            busy_.store(true, std::memory_order_seq_cst);
            return;
        }
        busy_.store(true, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    void wait_for_foreigner();

    static inline bool owner_fences = true;

    std::atomic<bool> busy_{false};
    std::atomic<bool> claimed_{false};
};

}  // namespace leat
