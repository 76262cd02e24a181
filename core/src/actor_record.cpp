#include "actor_record.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace leat {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from)) {
        text.replace(at, from.size(), to);
    }
}

/// "leat" and "shop::Order" make "leat.shop.Order", so that rules for a prefix fit.
std::string logger_name(std::string_view system_name, std::string_view type_name) {
    std::string name(type_name);
    replace_all(name, "(anonymous namespace)::", "");  // As clang spells it,
    replace_all(name, "{anonymous}::", "");            // and GCC.
    replace_all(name, "::", ".");
    return std::string(system_name) + "." + name;
}

ActorMetrics& entry_of(std::vector<ActorMetrics>& actors, std::string_view type) {
    const auto found = std::find_if(actors.begin(), actors.end(),
                                    [&](const ActorMetrics& known) { return known.type == type; });
    if (found != actors.end()) {
        return *found;
    }
    actors.emplace_back().type = type;
    return actors.back();
}

}  // namespace

ActorRecord::ActorRecord(const ActorType& actor_type, std::string_view system_name)
    : type(&actor_type), logger(logger_name(system_name, actor_type.name)) {
}

ActorMetrics ActorRecord::metrics() const {
    ActorMetrics now;
    now.type = type->name;
    // What ended is read first, so that the difference is not below zero.
    const std::uint64_t gone = ended.get();
    now.alive = started.get() - gone;
    now.runs = runs.get();
    now.messages = messages.get();
    now.stolen_runs = stolen_runs.get();
    now.restarts = restarts.get();
    now.dead_letters = dead_letters.get();
    now.mailbox_high_water = mailbox_high_water.get();
    for (std::size_t i = 0; i < RunTimes::buckets; ++i) {
        now.run_times.counts[i] = run_times[i].get();
    }
    return now;
}

void add_to(std::vector<ActorMetrics>& sums, const ActorMetrics& part) {
    ActorMetrics& sum = entry_of(sums, part.type);
    sum.alive += part.alive;
    sum.runs += part.runs;
    sum.messages += part.messages;
    sum.stolen_runs += part.stolen_runs;
    sum.restarts += part.restarts;
    sum.dead_letters += part.dead_letters;
    sum.mailbox_high_water = std::max(sum.mailbox_high_water, part.mailbox_high_water);
    for (std::size_t i = 0; i < RunTimes::buckets; ++i) {
        sum.run_times.counts[i] += part.run_times.counts[i];
    }
}

void ActorRecord::add_run_time(std::chrono::nanoseconds time) noexcept {
    const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
    const auto bucket =
        std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(ns)), RunTimes::buckets - 1);
    run_times[bucket].add(1);
}

ActorRecord& ActorRecords::of(const ActorType& type) {
    if (last_ != nullptr && last_->type == &type) {
        return *last_;
    }
    ActorRecord*& known = by_type_[&type];
    if (known == nullptr) {
        auto record = std::make_unique<ActorRecord>(type, system_name_);
        known = record.get();
        const std::scoped_lock lock(mutex_);
        all_.push_back(std::move(record));
    }
    return *(last_ = known);
}

std::vector<ActorMetrics> ActorRecords::metrics() const {
    const std::scoped_lock lock(mutex_);
    std::vector<ActorMetrics> all;
    for (const auto& record : all_) {
        all.push_back(record->metrics());
    }
    return all;
}

}  // namespace leat
