#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "leat/buffer/result.hpp"

namespace leat {

/// The settings of a `System`, each with its default. The environment variable named behind each
/// overrides it, if the program calls `with_environment`.
///
///     System system({.threads = 4, .io_ratio = 70});
struct SystemOptions {
    /// A `steal_floor` that nothing reaches.
    static constexpr int no_stealing = 1'000'000'000;

    /// Begins the names of threads and loggers. 1 to 63 characters. LEAT_NAME
    std::string name = "leat";

    /// Worker threads; 0 = one per core. 0 to 1024. LEAT_THREADS
    int threads = 0;
    /// Whether each worker stays on one core. LEAT_PIN_THREADS (0 or 1)
    bool pin_threads = false;
    /// How long an idle worker looks for work before it sleeps. 0 to 10000 us.
    /// LEAT_SPIN_BEFORE_SLEEP_US
    std::chrono::microseconds spin_before_sleep{20};
    /// The most threads that `offload` uses for blocking work. 1 to 1024. LEAT_OFFLOAD_THREADS_MAX
    int offload_threads_max = 4;
    /// The most functions that wait for a thread of `offload`; more are refused. 1 to 1000000000.
    /// LEAT_OFFLOAD_QUEUE_MAX
    int offload_queue_max = 10'000;

    /// Percent of a worker's time for IO; 100 = actors run without a deadline. 1 to 100.
    /// LEAT_IO_RATIO
    int io_ratio = 50;
    /// The least time for actors between two polls of IO. 0 to 1000000 us. LEAT_MINIMUM_BUDGET_US
    std::chrono::microseconds minimum_budget{500};
    /// House runs between two looks at the clock. 1 to 65536. LEAT_CLOCK_CHECK_INTERVAL
    int clock_check_interval = 16;

    /// The most messages of one run of a house. 1 to 1000000. LEAT_HOUSE_MESSAGES_MAX
    int house_messages_max = 64;
    /// The time after which a run of a house takes no further message. 1 to 1000000 us.
    /// LEAT_HOUSE_TIME_MAX_US
    std::chrono::microseconds house_time_max{500};
    /// A house with more waiting replies has high priority. 0 to 1000000.
    /// LEAT_HIGH_PRIORITY_REPLIES
    int high_priority_replies = 2;
    /// A house with more waiting events has high priority. 0 to 1000000. LEAT_HIGH_PRIORITY_EVENTS
    int high_priority_events = 4;
    /// The most high-priority houses in a row while a normal one waits. 1 to 1000000.
    /// LEAT_BYPASS_MAX
    int bypass_max = 16;

    /// Nothing is stolen from a worker with at most so many ready houses; 1000000000 = no stealing.
    /// 0 to 1000000000. LEAT_STEAL_FLOOR
    int steal_floor = 32;
    /// An idle worker steals when its idle rounds times the ready houses reach this.
    /// 0 to 1000000000. LEAT_STEAL_AGGRESSION
    int steal_aggression = 128;

    /// Time between two looks for idle pools. 1 to 86400000 ms. LEAT_POOL_CHECK_PERIOD_MS
    std::chrono::milliseconds pool_check_period{60'000};
    /// A pool unused for so long is trimmed. 0 to 86400000 ms. LEAT_POOL_IDLE_MS
    std::chrono::milliseconds pool_idle{30'000};
    /// Objects that a trimmed pool keeps. 0 to 1000000000. LEAT_POOL_KEEP
    int pool_keep = 10;

    /// Time between two looks at the memory in use. 1 to 3600000 ms. LEAT_MEMORY_CHECK_PERIOD_MS
    std::chrono::milliseconds memory_check_period{100};
    /// The system is busy above this part of the limit. 1 to 100 percent. LEAT_MEMORY_BUSY_PERCENT
    int memory_busy_percent = 90;
    /// The system is busy with less memory free. 0 to 2^62 bytes. LEAT_MEMORY_FREE_MIN_BYTES
    std::int64_t memory_free_min_bytes = 100'000'000;
    /// The memory limit; 0 = that of the cgroup, else of the machine. 0 to 2^62 bytes.
    /// LEAT_MEMORY_LIMIT_BYTES
    std::int64_t memory_limit_bytes = 0;
    /// The delay of a notice from an outside thread while the system is busy. 0 to 60000 ms.
    /// LEAT_MEMORY_SLOW_DOWN_MS
    std::chrono::milliseconds memory_slow_down{40};

    /// A handler that runs longer is reported; 0 = never. 0 to 3600000 ms. LEAT_STALL_THRESHOLD_MS
    std::chrono::milliseconds stall_threshold{100};
    /// What `run_until_signal` grants running work after the signal. 0 to 3600000 ms.
    /// LEAT_SHUTDOWN_TIMEOUT_MS
    std::chrono::milliseconds shutdown_timeout{10'000};
};

/// Refuses the first option that is out of its range: "io_ratio=0: must be 1 to 100".
Result<void> validate(const SystemOptions& options);

/// The options, with those replaced that the environment sets. Refuses what is not a number in its
/// range: "LEAT_IO_RATIO=0: must be 1 to 100". Also validates the options that are not replaced.
Result<SystemOptions> with_environment(SystemOptions options);

/// All options as a Markdown table: name, environment variable, default, range, meaning.
std::string options_table();

}  // namespace leat
