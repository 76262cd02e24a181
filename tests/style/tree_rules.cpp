#include <algorithm>
#include <filesystem>
#include <string_view>

#include "architecture.hpp"
#include "rules.hpp"

namespace leat::style {
namespace {

/// The path below `<module>/include/leat/<module>/`.
std::string header_name(const SourceFile& file) {
    const std::string folder(file.folder());
    return file.path.substr((folder + "/include/leat/" + folder + "/").size());
}

/// The words by which a CMakeLists.txt may name a file that lies at `path` below it: the path, or
/// the name alone in `leat_example(NAME)`, `leat_bench(NAME)` and `leat_fuzz(NAME)`.
std::vector<std::string> cmake_names(const SourceFile& file, std::string path) {
    if (file.is_public_header()) {
        return {header_name(file)};
    }
    if (file.path.starts_with("examples/") || file.path.starts_with("bench/") ||
        file.path.starts_with("tests/fuzz/")) {
        return {path, std::filesystem::path(path).stem().string()};
    }
    if (path.starts_with("src/")) {
        path.erase(0, 4);
    }
    return {path};
}

bool is_built(const SourceTree& tree, const SourceFile& file) {
    return std::any_of(tree.lists.begin(), tree.lists.end(), [&](const ListFile& list) {
        if (!file.path.starts_with(list.folder)) {
            return false;
        }
        const auto names = cmake_names(file, file.path.substr(list.folder.size()));
        return std::any_of(names.begin(), names.end(),
                           [&](const std::string& name) { return list.words.contains(name); });
    });
}

bool is_excerpt(const SourceFile& file, const std::vector<std::string>& sample) {
    return std::search(file.lines.begin(), file.lines.end(), sample.begin(), sample.end()) !=
           file.lines.end();
}

bool is_program(const SourceFile& file) {
    return file.path.starts_with("examples/") || file.path.starts_with("tests/consumer/");
}

}  // namespace

void check_membership(const SourceTree& tree, const SourceFile& file, Offences& offences) {
    const bool is_listed = file.path.ends_with(".cpp") || file.is_public_header();
    if (is_listed && !is_built(tree, file)) {
        offences.push_back({file.path, 1, "not in a CMakeLists.txt"});
    }
    if (!file.is_public_header() || file.path.ends_with("/fwd.hpp")) {
        return;
    }
    const std::string name = header_name(file);
    const std::string test =
        "tests/" + std::string(file.folder()) + "/" + name.substr(0, name.rfind('.')) + "_test.cpp";
    if (!tree.has_source(test)) {
        offences.push_back({file.path, 1, "public header without its test " + test});
    }
}

void check_readme(const SourceTree& tree, Offences& offences) {
    const auto end = tree.readme.end();
    for (auto line = tree.readme.begin(); line != end; ++line) {
        if (*line != "```cpp") {
            continue;
        }
        const std::vector<std::string> sample(line + 1, std::find(line, end, "```"));
        const bool found = std::any_of(
            tree.sources.begin(), tree.sources.end(),
            [&](const SourceFile& file) { return is_program(file) && is_excerpt(file, sample); });
        if (!found) {
            offences.push_back({"README.md",
                                static_cast<std::size_t>(line - tree.readme.begin()) + 1,
                                "sample that stands in no program of ours"});
        }
    }
}

}  // namespace leat::style
