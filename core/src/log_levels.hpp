#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leat/buffer/result.hpp"
#include "leat/core/log.hpp"

namespace leat {

/// Which level each logger has: rules by the beginning of its name.
class LogLevels {
public:
    /// Reads "info,leat.http=debug". Refuses what is not a level, naming it.
    static Result<LogLevels> parse(std::string_view rules);
    /// The rules of the variable LEAT_LOG; none if it is not set.
    static Result<LogLevels> from_environment();

    void set(std::string_view name, LogLevel level);
    /// Adds the rules of `over`, which win where both have one.
    void merge(const LogLevels& over);
    /// The level by the longest matching rule; info without one.
    [[nodiscard]] LogLevel level_of(std::string_view logger) const;

private:
    struct Rule {
        std::string name;
        LogLevel level;
    };

    Result<void> add(std::string_view rule);

    std::vector<Rule> rules_;
};

/// The level with this name in any case; also "warning" and "err".
std::optional<LogLevel> parse_log_level(std::string_view text);

}  // namespace leat
