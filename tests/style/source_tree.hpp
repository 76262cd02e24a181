#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace leat::style {

/// A C++ file below the root.
struct SourceFile {
    std::string path;                ///< From the root, with '/'.
    std::vector<std::string> lines;  ///< As written.
    std::vector<std::string> code;   ///< The same with comments, texts and characters blanked.

    /// The first folder of the path: a module, or `tests`, `bench`, `examples`.
    [[nodiscard]] std::string_view folder() const;
    /// Whether users of the library see it.
    [[nodiscard]] bool is_public_header() const;
};

/// A CMakeLists.txt.
struct ListFile {
    std::string folder;  ///< From the root, "" or ending in '/'.
    std::set<std::string> words;
};

/// What the rules look at.
struct SourceTree {
    std::vector<SourceFile> sources;
    std::vector<ListFile> lists;
    std::vector<std::string> readme;

    [[nodiscard]] bool has_source(std::string_view path) const;
};

/// Reads the C++ and CMake files and the README below `root`, without hidden and build folders.
SourceTree load_tree(const std::filesystem::path& root);

}  // namespace leat::style
