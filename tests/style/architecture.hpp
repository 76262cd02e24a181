#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace leat::style {

/// The modules, each with those it may include: the arrows of docs/ARCHITECTURE.md. Tests,
/// benchmarks and examples may include all.
inline const std::map<std::string, std::set<std::string>, std::less<>> arrows = {
    {"buffer", {}},
    {"core", {"buffer"}},
    {"channel", {"buffer", "core"}},
    {"codec", {"buffer", "core", "channel"}},
    {"transport", {"buffer", "core", "channel"}},
    {"http", {"buffer", "core", "channel", "codec", "transport"}},
    {"testkit", {"buffer", "core", "channel", "codec", "transport", "http"}},
};

inline bool is_module(std::string_view folder) {
    return arrows.contains(folder);
}

/// Whether each message or byte passes through the module.
inline bool is_on_fast_path(std::string_view folder) {
    return is_module(folder) && folder != "http" && folder != "testkit";
}

}  // namespace leat::style
