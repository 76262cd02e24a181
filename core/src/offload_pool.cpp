#include "offload_pool.hpp"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <utility>

#include "leat/buffer/block_pool.hpp"
#include "leat/core/offload.hpp"
#include "system_core.hpp"

namespace leat {
namespace {

/// The pool that the calling thread belongs to.
constinit thread_local const OffloadPool* pool_of_thread = nullptr;

/// The kernel takes 15 characters.
constexpr std::size_t name_prefix_max = 7;

/// Runs the function, unless nobody waits for it any more.
void begin(Envelope& job) noexcept {
    if (job.is_cancelled.load(std::memory_order_relaxed)) {
        return runtime::send_failure(job, Failure(Errc::ask_cancelled));
    }
    static_cast<const detail::OffloadType&>(*job.type).run(job);
}

}  // namespace

OffloadPool::OffloadPool(std::string_view system_name, OffloadLimits limits)
    : thread_name_(std::string(system_name.substr(0, name_prefix_max)) + "-offload"),
      limits_(limits),
      places_(limits.threads_max) {
}

OffloadPool::~OffloadPool() {
    LEAT_ASSERT(threads_ == 0, "a pool for blocking work was destroyed before its threads ended");
    if (ended_.joinable()) {
        ended_.join();
    }
}

Promise& OffloadPool::ask(Envelope& job) {
    Promise& promise = runtime::open_ask(job);
    submit(job);
    return promise;
}

void OffloadPool::submit(Envelope& job) noexcept {
    Failure refusal(Errc::shutting_down);
    {
        const std::scoped_lock lock(mutex_);
        if (!is_closed_ && jobs_.size() >= limits_.queue_max) {
            refusal.code = Errc::limit_exceeded;
        } else if (!is_closed_) {
            try {
                start_thread_if_needed();
                jobs_.push(job);
                return has_work_.notify_one();
            } catch (...) {
                refusal = Failure(std::current_exception());
            }
        }
    }
    runtime::send_failure(job, std::move(refusal));
}

/// Throws when there is no thread to take the function at all. REQUIRES: the mutex is held.
void OffloadPool::start_thread_if_needed() {
    if (jobs_.size() < idle_ || threads_ == limits_.threads_max) {
        return;
    }
    std::thread& place = *std::ranges::find_if_not(places_, &std::thread::joinable);
    try {
        place = std::thread([this, &place] { run(place); });
        ++threads_;
    } catch (...) {
        if (threads_ == 0) {
            throw;
        }
    }
}

void OffloadPool::run(std::thread& self) noexcept {
    // The actors' threads take no signals either, so that none comes in before this.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    pthread_setname_np(pthread_self(), thread_name_.c_str());
    pool_of_thread = this;
    while (Envelope* const job = next_job(self)) {
        begin(*job);
    }
}

/// Null when the thread is to end; then `self` is gone already.
Envelope* OffloadPool::next_job(std::thread& self) noexcept {
    std::unique_lock lock(mutex_);
    if (jobs_.is_empty()) {
        BlockPool::flush_foreign_batch();
        ++idle_;
        has_work_.wait_for(lock, limits_.idle_max,
                           [this] { return !jobs_.is_empty() || is_closed_; });
        --idle_;
    }
    if (jobs_.is_empty()) {
        end(self, lock);
        return nullptr;
    }
    return &static_cast<Envelope&>(jobs_.pop());
}

void OffloadPool::end(std::thread& self, std::unique_lock<std::mutex>& lock) noexcept {
    --threads_;
    std::thread before = std::exchange(ended_, std::move(self));
    has_ended_.notify_all();
    lock.unlock();
    if (before.joinable()) {
        before.join();
    }
}

void OffloadPool::close() noexcept {
    MailQueue refused;
    {
        const std::scoped_lock lock(mutex_);
        is_closed_ = true;
        refused.prepend(jobs_);
    }
    has_work_.notify_all();
    while (!refused.is_empty()) {
        auto& job = static_cast<Envelope&>(refused.pop());
        runtime::send_failure(job, Failure(Errc::shutting_down));
    }
}

bool OffloadPool::join_within(std::chrono::nanoseconds timeout) noexcept {
    {
        std::unique_lock lock(mutex_);
        if (!has_ended_.wait_for(lock, timeout, [this] { return threads_ == 0; })) {
            return false;
        }
    }
    if (ended_.joinable()) {
        ended_.join();
    }
    return true;
}

bool OffloadPool::is_inside() const noexcept {
    return pool_of_thread == this;
}

bool OffloadPool::is_idle() const noexcept {
    const std::scoped_lock lock(mutex_);
    return jobs_.is_empty() && idle_ == threads_;
}

std::uint32_t OffloadPool::threads() const noexcept {
    const std::scoped_lock lock(mutex_);
    return threads_;
}

namespace runtime {

Promise& send_offload(Envelope& envelope) {
    LEAT_ASSERT(context.house != nullptr,
                "offload() outside of an actor: call the function itself");
    return context.house->worker->core().offload_pool.ask(envelope);
}

}  // namespace runtime
}  // namespace leat
