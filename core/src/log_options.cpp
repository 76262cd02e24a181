#include "leat/core/log_options.hpp"

#include <algorithm>
#include <utility>

#include "leat/buffer/assert.hpp"
#include "log_appenders.hpp"
#include "log_levels.hpp"
#include "log_service.hpp"

namespace leat {
namespace {

Result<LogLevels> levels_of(const LogOptions& options) {
    auto levels = LogLevels::parse(options.levels);
    if (!levels) {
        return levels;
    }
    const auto environment = LogLevels::from_environment();
    if (!environment) {
        return environment;
    }
    levels->merge(*environment);
    return levels;
}

/// All appenders of the options, those made by the user included.
Result<void> add_appenders(LogOptions& options) {
    for (const FileLog& file : options.files) {
        auto appender = make_file_appender(file);
        if (!appender) {
            return appender.error();
        }
        options.appenders.push_back(std::move(*appender));
    }
    if (options.console) {
        options.appenders.push_back(make_console_appender(*options.console));
    }
    return {};
}

}  // namespace

Result<void> configure_logging(LogOptions options) {
    LEAT_ASSERT(std::find(options.appenders.begin(), options.appenders.end(), nullptr) ==
                    options.appenders.end(),
                "a log appender is null");
    auto levels = levels_of(options);
    if (!levels) {
        return levels.error();
    }
    if (const auto added = add_appenders(options); !added) {
        return added.error();
    }
    LogService::instance().set_appenders(std::move(options.appenders));
    LogService::instance().set_levels(std::move(*levels));
    return {};
}

}  // namespace leat
