#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "architecture.hpp"
#include "rules.hpp"
#include "words.hpp"

namespace leat::style {
namespace {

struct Include {
    std::string path;
    bool quoted;
};

std::optional<Include> parse_include(std::string_view line) {
    line = trim(line);
    if (!line.starts_with("#include")) {
        return std::nullopt;
    }
    const auto begin = line.find_first_of("<\"");
    const auto end = line.find_first_of(">\"", begin + 1);
    if (begin == line.npos || end == line.npos) {
        return std::nullopt;
    }
    return Include{std::string(line.substr(begin + 1, end - begin - 1)), line[begin] == '"'};
}

/// Whether the header is of C++, POSIX or the compiler: everybody has it.
bool is_standard(std::string_view path) {
    constexpr std::array<std::string_view, 4> folders = {"arpa/", "netinet/", "sanitizer/", "sys/"};
    return path.find_first_of("./") == path.npos ||
           std::any_of(folders.begin(), folders.end(),
                       [&](std::string_view folder) { return path.starts_with(folder); });
}

/// The folders in which a quoted include of `file` may lie.
std::vector<std::string> private_folders(const SourceFile& file) {
    const std::string folder(file.folder());
    std::vector<std::string> folders = {file.path.substr(0, file.path.rfind('/') + 1)};
    if (is_module(folder)) {
        folders.push_back(folder + "/src/");
    } else {
        folders.push_back(folder + "/support/");
    }
    if (folder == "tests") {
        const auto tested = file.path.substr(6, file.path.find('/', 6) - 6);
        folders.push_back(tested + (is_module(tested) ? "/src/" : "/support/"));
    }
    return folders;
}

std::string upward(const SourceFile& file, std::string_view path) {
    const std::string folder(file.folder());
    const auto from = arrows.find(folder);
    if (from == arrows.end()) {
        return file.is_public_header() ? "'" + folder + "' is no module of the architecture" : "";
    }
    const std::string target(path.substr(5, path.find('/', 5) - 5));
    if (target == folder || from->second.contains(target)) {
        return "";
    }
    return "upward include: '" + folder + "' may not see '" + target + "'";
}

/// What is wrong with the include; "" if nothing is.
std::string judge(const SourceTree& tree, const SourceFile& file, const Include& include) {
    if (include.path.find("../") != std::string::npos) {
        return "include by '..' goes around the include path";
    }
    if (include.path.starts_with("leat/")) {
        return upward(file, include.path);
    }
    if (file.is_public_header()) {
        return is_standard(include.path) && !include.quoted
                   ? ""
                   : "public header includes '" + include.path + "', which users may not have";
    }
    if (!include.quoted) {
        return "";
    }
    for (const std::string& folder : private_folders(file)) {
        if (tree.has_source(folder + include.path)) {
            return "";
        }
    }
    return "'" + include.path + "' is not of this module";
}

}  // namespace

void check_includes(const SourceTree& tree, const SourceFile& file, Offences& offences) {
    for (std::size_t index = 0; index < file.lines.size(); ++index) {
        const bool is_code = trim(file.code[index]).starts_with("#include");
        const auto include = is_code ? parse_include(file.lines[index]) : std::nullopt;
        const std::string wrong = include ? judge(tree, file, *include) : "";
        if (!wrong.empty()) {
            offences.push_back({file.path, index + 1, wrong});
        }
    }
}

}  // namespace leat::style
