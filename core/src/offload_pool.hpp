#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "leat/core/mail_queue.hpp"
#include "leat/core/promise.hpp"

namespace leat {

struct OffloadLimits {
    std::uint32_t threads_max = 4;
    /// Functions that wait; those that run do not count.
    std::uint32_t queue_max = 10'000;
    /// A thread without work ends after so long.
    std::chrono::nanoseconds idle_max = std::chrono::seconds(5);
};

/// The threads for blocking work of a system: the receiver of the asks that `offload` makes.
///
/// First in, first out. A function is answered exactly once, whatever happens, so that its envelope
/// comes home. Blocking work is slow, so a mutex is good enough; no user code runs under it.
class OffloadPool {
public:
    OffloadPool(std::string_view system_name, OffloadLimits limits);
    OffloadPool(const OffloadPool&) = delete;
    OffloadPool& operator=(const OffloadPool&) = delete;
    /// REQUIRES: joined, or never used; asserted.
    ~OffloadPool();

    /// Takes the envelope of a function from the running actor; the promise is the caller's.
    [[nodiscard]] Promise& ask(Envelope& job);

    /// Fails what waits and all that still comes with `Errc::shutting_down`; what runs goes on.
    void close() noexcept;
    /// Waits for the threads to end, but no longer than `timeout`; whether they have. REQUIRES:
    /// closed, and the caller is none of them.
    [[nodiscard]] bool join_within(std::chrono::nanoseconds timeout) noexcept;

    /// Whether the calling thread belongs to this pool.
    [[nodiscard]] bool is_inside() const noexcept;
    /// No function waits or runs.
    [[nodiscard]] bool is_idle() const noexcept;
    [[nodiscard]] std::uint32_t threads() const noexcept;

private:
    void submit(Envelope& job) noexcept;
    void start_thread_if_needed();
    void run(std::thread& self) noexcept;
    [[nodiscard]] Envelope* next_job(std::thread& self) noexcept;
    void end(std::thread& self, std::unique_lock<std::mutex>& lock) noexcept;

    const std::string thread_name_;
    const OffloadLimits limits_;

    mutable std::mutex mutex_;
    /// There is a function to run, or the pool was closed.
    std::condition_variable has_work_;
    std::condition_variable has_ended_;
    /// All below is guarded by the mutex.
    MailQueue jobs_;
    /// A place for each thread that there may be.
    std::vector<std::thread> places_;
    std::uint32_t threads_ = 0;
    /// Of the threads, those that wait for work.
    std::uint32_t idle_ = 0;
    /// The thread that ended last. It has joined the one that ended before, and so on.
    std::thread ended_;
    bool is_closed_ = false;
};

}  // namespace leat
