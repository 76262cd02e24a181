#include "log_levels.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace leat {
namespace {

constexpr std::array<std::string_view, 7> level_names = {"trace", "debug",    "info", "warn",
                                                         "error", "critical", "off"};

std::string_view trim(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == text.npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool is_below(std::string_view logger, std::string_view name) {
    return name.empty() || (logger.starts_with(name) &&
                            (logger.size() == name.size() || logger[name.size()] == '.'));
}

}  // namespace

std::string_view to_string(LogLevel level) {
    return level_names[static_cast<std::size_t>(level)];
}

std::optional<LogLevel> parse_log_level(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    lower = lower == "warning" ? "warn" : lower == "err" ? "error" : lower;
    const auto* found = std::find(level_names.begin(), level_names.end(), lower);
    if (found == level_names.end()) {
        return std::nullopt;
    }
    return static_cast<LogLevel>(found - level_names.begin());
}

Result<LogLevels> LogLevels::parse(std::string_view rules) {
    LogLevels levels;
    while (!rules.empty()) {
        const auto comma = std::min(rules.find(','), rules.size());
        if (const auto added = levels.add(trim(rules.substr(0, comma))); !added) {
            return added.error();
        }
        rules.remove_prefix(std::min(comma + 1, rules.size()));
    }
    return levels;
}

Result<LogLevels> LogLevels::from_environment() {
    const char* rules = std::getenv("LEAT_LOG");
    auto levels = parse(rules != nullptr ? rules : "");
    if (!levels) {
        return Error(levels.error().code(), "LEAT_LOG: " + std::string(levels.error().detail()));
    }
    return levels;
}

Result<void> LogLevels::add(std::string_view rule) {
    const auto equals = rule.find('=');
    const bool is_for_all = equals == rule.npos;
    const auto level = parse_log_level(trim(is_for_all ? rule : rule.substr(equals + 1)));
    if (!level) {
        return Error(std::make_error_code(std::errc::invalid_argument),
                     "log rule '" + std::string(rule) +
                         "': the level must be trace, debug, info, warn, error, critical or off");
    }
    set(is_for_all ? std::string_view() : trim(rule.substr(0, equals)), *level);
    return {};
}

void LogLevels::set(std::string_view name, LogLevel level) {
    for (Rule& rule : rules_) {
        if (rule.name == name) {
            rule.level = level;
            return;
        }
    }
    rules_.push_back({std::string(name), level});
}

void LogLevels::merge(const LogLevels& over) {
    for (const Rule& rule : over.rules_) {
        set(rule.name, rule.level);
    }
}

LogLevel LogLevels::level_of(std::string_view logger) const {
    const Rule* best = nullptr;
    for (const Rule& rule : rules_) {
        const bool is_longer = best == nullptr || rule.name.size() > best->name.size();
        if (is_longer && is_below(logger, rule.name)) {
            best = &rule;
        }
    }
    return best != nullptr ? best->level : LogLevel::info;
}

}  // namespace leat
