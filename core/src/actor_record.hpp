#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "leat/core/house.hpp"
#include "leat/core/log.hpp"
#include "leat/core/metrics.hpp"

namespace leat {

/// A count with one writing thread: a load and a store, so that others may look.
class Counter {
public:
    void add(std::uint64_t by) { set(get() + by); }
    void set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

/// What one thread counts of the actors of one class, and the logger of that class.
struct ActorRecord {
    ActorRecord(const ActorType& actor_type, std::string_view system_name);

    /// A sample of the time that one run takes.
    void add_run_time(std::chrono::nanoseconds time) noexcept;
    [[nodiscard]] ActorMetrics metrics() const;

    const ActorType* const type;
    const Logger logger;
    Counter messages;
    Counter runs;
    Counter stolen_runs;
    Counter restarts;
    Counter dead_letters;
    Counter mailbox_high_water;
    Counter started;
    Counter ended;
    std::array<Counter, RunTimes::buckets> run_times;
};

/// Adds the part of one thread to the sum of its class.
void add_to(std::vector<ActorMetrics>& sums, const ActorMetrics& part);

/// The records of one thread. The thread itself adds and finds; any thread may look.
class ActorRecords {
public:
    explicit ActorRecords(std::string_view system_name) : system_name_(system_name) {}

    /// The record of a class, made at its first use. On the owner's thread.
    ActorRecord& of(const ActorType& type);

    /// What is counted here, by class.
    [[nodiscard]] std::vector<ActorMetrics> metrics() const;

private:
    const std::string system_name_;
    ActorRecord* last_ = nullptr;
    std::unordered_map<const ActorType*, ActorRecord*> by_type_;
    /// Guards the list, which only grows, against those who look.
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<ActorRecord>> all_;
};

}  // namespace leat
