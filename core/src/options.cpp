#include "leat/core/options.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <system_error>

namespace leat {
namespace {

std::int64_t to_number(std::int64_t value) {
    return value;
}
template <class Rep, class Period>
std::int64_t to_number(std::chrono::duration<Rep, Period> value) {
    return value.count();
}
/// Of a text its length is checked.
std::int64_t to_number(const std::string& value) {
    return static_cast<std::int64_t>(value.size());
}

template <class T>
std::string to_text(const T& value) {
    return std::to_string(to_number(value));
}
std::string to_text(const std::string& value) {
    return value;
}

bool parse(std::string_view text, std::int64_t& value) {
    const char* end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data(), end, value);
    return failure == std::errc{} && rest == end;
}
bool parse(std::string_view text, int& value) {
    std::int64_t wide = 0;
    if (!parse(text, wide) || wide != static_cast<int>(wide)) {
        return false;
    }
    value = static_cast<int>(wide);
    return true;
}
bool parse(std::string_view text, bool& value) {
    value = text == "1";
    return value || text == "0";
}
bool parse(std::string_view text, std::string& value) {
    value = text;
    return true;
}
template <class Rep, class Period>
bool parse(std::string_view text, std::chrono::duration<Rep, Period>& value) {
    std::int64_t count = 0;
    if (!parse(text, count)) {
        return false;
    }
    value = std::chrono::duration<Rep, Period>(count);
    return true;
}

/// One option: all that parsing, validating and documenting it need.
struct Knob {
    const char* field;
    const char* variable;
    std::int64_t minimum;
    std::int64_t maximum;
    const char* unit;  ///< Of the limits and of the variable.
    const char* meaning;
    std::int64_t (*number)(const SystemOptions&);
    std::string (*text)(const SystemOptions&);
    bool (*parse_into)(SystemOptions&, std::string_view);

    template <auto Member>
    static constexpr Knob of(Knob knob) {
        knob.number = [](const SystemOptions& options) { return to_number(options.*Member); };
        knob.text = [](const SystemOptions& options) { return to_text(options.*Member); };
        knob.parse_into = [](SystemOptions& options, std::string_view text) {
            return parse(text, options.*Member);
        };
        return knob;
    }
};

constexpr std::int64_t million = 1'000'000;
constexpr std::int64_t billion = 1'000'000'000;
constexpr std::int64_t hour_ms = 3'600'000;
constexpr std::int64_t day_ms = 24 * hour_ms;
constexpr std::int64_t bytes_max = std::int64_t{1} << 62;

// A row names its field as a member and as text: a macro keeps them equal.
#define LEAT_KNOB(field, variable, minimum, maximum, unit, meaning) \
    Knob::of<&SystemOptions::field>({#field, variable, minimum, maximum, unit, meaning, {}, {}, {}})

// clang-format off
constexpr std::array knobs = {
    LEAT_KNOB(name, "LEAT_NAME", 1, 63, "characters", "begins the names of threads and loggers"),
    LEAT_KNOB(threads, "LEAT_THREADS", 0, 1024, "", "worker threads; 0 = one per core"),
    LEAT_KNOB(pin_threads, "LEAT_PIN_THREADS", 0, 1, "", "whether each worker stays on one core"),
    LEAT_KNOB(spin_before_sleep, "LEAT_SPIN_BEFORE_SLEEP_US", 0, 10'000, "us",
              "how long an idle worker looks for work before it sleeps"),
    LEAT_KNOB(offload_threads_max, "LEAT_OFFLOAD_THREADS_MAX", 1, 1024, "",
              "the most threads that `offload` uses for blocking work"),
    LEAT_KNOB(offload_queue_max, "LEAT_OFFLOAD_QUEUE_MAX", 1, billion, "",
              "the most functions that wait for a thread of `offload`; more are refused"),
    LEAT_KNOB(io_ratio, "LEAT_IO_RATIO", 1, 100, "",
              "percent of a worker's time for IO; 100 = actors run without a deadline"),
    LEAT_KNOB(minimum_budget, "LEAT_MINIMUM_BUDGET_US", 0, million, "us",
              "the least time for actors between two polls of IO"),
    LEAT_KNOB(clock_check_interval, "LEAT_CLOCK_CHECK_INTERVAL", 1, 65'536, "",
              "house runs between two looks at the clock"),
    LEAT_KNOB(house_messages_max, "LEAT_HOUSE_MESSAGES_MAX", 1, million, "",
              "the most messages of one run of a house"),
    LEAT_KNOB(house_time_max, "LEAT_HOUSE_TIME_MAX_US", 1, million, "us",
              "the time after which a run of a house takes no further message"),
    LEAT_KNOB(high_priority_replies, "LEAT_HIGH_PRIORITY_REPLIES", 0, million, "",
              "a house with more waiting replies has high priority"),
    LEAT_KNOB(high_priority_events, "LEAT_HIGH_PRIORITY_EVENTS", 0, million, "",
              "a house with more waiting events has high priority"),
    LEAT_KNOB(bypass_max, "LEAT_BYPASS_MAX", 1, million, "",
              "the most high-priority houses in a row while a normal one waits"),
    LEAT_KNOB(steal_floor, "LEAT_STEAL_FLOOR", 0, billion, "",
              "nothing is stolen from a worker with at most so many ready houses; "
              "1000000000 = no stealing"),
    LEAT_KNOB(steal_aggression, "LEAT_STEAL_AGGRESSION", 0, billion, "",
              "an idle worker steals when its idle rounds times the ready houses reach this"),
    LEAT_KNOB(pool_check_period, "LEAT_POOL_CHECK_PERIOD_MS", 1, day_ms, "ms",
              "time between two looks for idle pools"),
    LEAT_KNOB(pool_idle, "LEAT_POOL_IDLE_MS", 0, day_ms, "ms",
              "a pool unused for so long is trimmed"),
    LEAT_KNOB(pool_keep, "LEAT_POOL_KEEP", 0, billion, "", "objects that a trimmed pool keeps"),
    LEAT_KNOB(memory_check_period, "LEAT_MEMORY_CHECK_PERIOD_MS", 1, hour_ms, "ms",
              "time between two looks at the memory in use"),
    LEAT_KNOB(memory_busy_percent, "LEAT_MEMORY_BUSY_PERCENT", 1, 100, "",
              "the system is busy above this part of the limit"),
    LEAT_KNOB(memory_free_min_bytes, "LEAT_MEMORY_FREE_MIN_BYTES", 0, bytes_max, "bytes",
              "the system is busy with less memory free"),
    LEAT_KNOB(memory_limit_bytes, "LEAT_MEMORY_LIMIT_BYTES", 0, bytes_max, "bytes",
              "the memory limit; 0 = that of the cgroup, else of the machine"),
    LEAT_KNOB(memory_slow_down, "LEAT_MEMORY_SLOW_DOWN_MS", 0, 60'000, "ms",
              "the delay of a notice from an outside thread while the system is busy"),
    LEAT_KNOB(stall_threshold, "LEAT_STALL_THRESHOLD_MS", 0, hour_ms, "ms",
              "a handler that runs longer is reported; 0 = never"),
    LEAT_KNOB(shutdown_timeout, "LEAT_SHUTDOWN_TIMEOUT_MS", 0, hour_ms, "ms",
              "what `run_until_signal` grants running work after the signal"),
};
// clang-format on
#undef LEAT_KNOB

/// "1 to 100", "0 to 1000000 us".
std::string range_of(const Knob& knob) {
    std::string range = std::to_string(knob.minimum) + " to " + std::to_string(knob.maximum);
    return *knob.unit == '\0' ? range : range + " " + knob.unit;
}

Error refusal(const Knob& knob, std::string_view name, std::string_view value) {
    std::string detail(name);
    detail.append("=").append(value).append(": must be ").append(range_of(knob));
    return {std::make_error_code(std::errc::invalid_argument), std::move(detail)};
}

bool is_in_range(const Knob& knob, const SystemOptions& options) {
    const std::int64_t number = knob.number(options);
    return number >= knob.minimum && number <= knob.maximum;
}

Result<void> apply_environment(const Knob& knob, SystemOptions& options) {
    const char* value = std::getenv(knob.variable);
    if (value == nullptr || (knob.parse_into(options, value) && is_in_range(knob, options))) {
        return {};
    }
    return refusal(knob, knob.variable, value);
}

}  // namespace

Result<void> validate(const SystemOptions& options) {
    for (const Knob& knob : knobs) {
        if (!is_in_range(knob, options)) {
            return refusal(knob, knob.field, knob.text(options));
        }
    }
    return {};
}

Result<SystemOptions> with_environment(SystemOptions options) {
    for (const Knob& knob : knobs) {
        if (const auto applied = apply_environment(knob, options); !applied) {
            return applied.error();
        }
    }
    if (const auto valid = validate(options); !valid) {
        return valid.error();
    }
    return options;
}

std::string options_table() {
    const SystemOptions defaults;
    std::string table =
        "| option | environment | default | range | meaning |\n"
        "|---|---|---|---|---|\n";
    for (const Knob& knob : knobs) {
        table.append("| `").append(knob.field).append("` | `").append(knob.variable);
        table.append("` | ").append(knob.text(defaults)).append(" | ").append(range_of(knob));
        table.append(" | ").append(knob.meaning).append(" |\n");
    }
    return table;
}

}  // namespace leat
