#include "system_core.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <string>

#include "futex_driver.hpp"
#include "leat/buffer/assert.hpp"

namespace leat {
namespace {

/// The longest name of a thread that Linux takes.
constexpr std::size_t thread_name_bytes_max = 15;

constexpr std::chrono::milliseconds clear_period{10};

SystemOptions checked(SystemOptions options) {
    const Result<void> valid = validate(options);
    LEAT_ASSERT(valid, valid ? "" : valid.error().message().c_str());
    return options;
}

}  // namespace

SystemCore::SystemCore(System& owner, SystemOptions given, const IoDriverFactory& make_io)
    : system(owner),
      options(checked(std::move(given))),
      log(options.name + ".system"),
      dead_letter_log(options.name + ".dead_letters"),
      offload_pool(options.name,
                   {.threads_max = static_cast<std::uint32_t>(options.offload_threads_max),
                    .queue_max = static_cast<std::uint32_t>(options.offload_queue_max)}),
      watch_(*this),
      end_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    LEAT_ASSERT(end_fd_ >= 0, "no file descriptor left for a system");
    BiasedLock::prepare();
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int count = options.threads == 0 ? cores : options.threads;
    for (int i = 0; i < count; ++i) {
        auto io = make_io ? make_io(i) : std::make_unique<FutexDriver>();
        workers.push_back(std::make_unique<Worker>(*this, i, std::move(io)));
    }
}

SystemCore::~SystemCore() {
    ::close(end_fd_);
}

void SystemCore::prepare_thread(std::string_view system_name, std::string_view role) {
    const std::size_t room =
        thread_name_bytes_max - std::min(thread_name_bytes_max, role.size() + 1);
    const auto name = std::string(system_name.substr(0, room)) + "-" + std::string(role);
    pthread_setname_np(pthread_self(), name.c_str());
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

void SystemCore::start() {
    for (const auto& worker : workers) {
        threads_.emplace_back([this, &started = *worker] {
            prepare_thread(options.name, std::to_string(started.index()));
            started.run();
        });
    }
    watch_.start();
}

void SystemCore::drop_house() noexcept {
    if (houses.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete this;
    }
}

void SystemCore::wake_thief(const Worker& busy) noexcept {
    for (const auto& worker : workers) {
        if (worker.get() != &busy && worker->is_asleep()) {
            return worker->wake();
        }
    }
}

void SystemCore::escalate() noexcept {
    is_escalated.store(true, std::memory_order_release);
    end();
}

void SystemCore::end() noexcept {
    (void)eventfd_write(end_fd_, 1);
}

void SystemCore::wait_for_end() {
    sigset_t signals;
    sigset_t former;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &former);
    const int signal_fd = signalfd(-1, &signals, SFD_CLOEXEC);
    LEAT_ASSERT(signal_fd >= 0, "no file descriptor left to wait for signals");
    pollfd ends[] = {{signal_fd, POLLIN, 0}, {end_fd_, POLLIN, 0}};
    while (poll(ends, std::size(ends), -1) < 0) {
    }
    signalfd_siginfo taken;
    if ((ends[0].revents & POLLIN) != 0 && read(signal_fd, &taken, sizeof taken) > 0) {
        log.info("signal {}: shutting down", taken.ssi_signo);
    }
    ::close(signal_fd);
    pthread_sigmask(SIG_SETMASK, &former, nullptr);
}

SystemMetrics SystemCore::metrics() const {
    SystemMetrics all;
    for (const auto& worker : workers) {
        ThreadMetrics& thread = all.threads.emplace_back();
        thread.sleeps = worker->sleeps.get();
        for (const ActorMetrics& actor : worker->records.metrics()) {
            thread.messages += actor.messages;
            thread.runs += actor.runs;
            thread.stolen_runs += actor.stolen_runs;
            add_to(all.actors, actor);
        }
    }
    for (const ActorMetrics& actor : all.actors) {
        all.messages += actor.messages;
        all.runs += actor.runs;
        all.stolen_runs += actor.stolen_runs;
        all.restarts += actor.restarts;
        all.dead_letters += actor.dead_letters;
    }
    all.dead_letters += dead_letters.load(std::memory_order_relaxed);
    all.stalls = watch_.stalls();
    all.houses = houses.load(std::memory_order_relaxed) - 1;
    return all;
}

std::uint64_t SystemCore::progress() const {
    std::uint64_t sum = 0;
    for (const auto& worker : workers) {
        sum += worker->progress();
    }
    return sum;
}

/// Nothing runs, waits to run or waits for an answer. What is sent while the workers are looked at
/// in turn is sent by a handler, whose end counts as progress.
bool SystemCore::is_quiet() const {
    const std::uint64_t before = progress();
    if (!offload_pool.is_idle()) {
        return false;
    }
    std::uint64_t suspended = 0;
    for (const auto& worker : workers) {
        if (worker->has_work() || worker->is_active()) {
            return false;
        }
        suspended += worker->suspended.get();
    }
    return suspended == 0 && before == progress();
}

bool SystemCore::shutdown(std::chrono::nanoseconds timeout) {
    LEAT_ASSERT(!offload_pool.is_inside(),
                "shutdown() in an offloaded function, which it would wait for");
    const std::scoped_lock lock(mutex_);
    if (std::exchange(is_shut_down_, true)) {
        return was_clean_;
    }
    is_open.store(false, std::memory_order_seq_cst);
    const auto until = std::chrono::steady_clock::now() + timeout;
    while (!is_quiet() && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    was_clean_ = is_quiet();
    stop_threads();
    return was_clean_;
}

void SystemCore::stop_threads() {
    services.close();
    watch_.stop();
    offload_pool.close();
    is_stopping.store(true, std::memory_order_seq_cst);
    for (const auto& worker : workers) {
        worker->wake();
    }
    for (std::thread& thread : threads_) {
        thread.join();
    }
    // An offloaded function that still runs may wait for an actor that has ended meanwhile.
    do {
        clear_workers();
    } while (!offload_pool.join_within(clear_period));
    clear_workers();
    for (const auto& worker : workers) {
        worker->close();
    }
    flush_log();
}

/// Turns away what has come in since the threads ended.
void SystemCore::clear_workers() noexcept {
    bool was_any = true;
    while (was_any) {
        was_any = false;
        for (const auto& worker : workers) {
            was_any = worker->clear_rest() || was_any;
        }
    }
}

}  // namespace leat
