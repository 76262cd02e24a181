#include "source_tree.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "code_view.hpp"

namespace leat::style {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::set<std::string> cmake_words(const std::string& text) {
    std::set<std::string> words;
    for (std::string line : split_lines(text)) {
        line.erase(std::min(line.find('#'), line.size()));
        std::replace_if(line.begin(), line.end(), [](char c) { return c == '(' || c == ')'; }, ' ');
        for (std::size_t begin = 0; begin < line.size();) {
            const auto end = std::min(line.find(' ', begin), line.size());
            words.insert(line.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    return words;
}

bool is_skipped(const fs::directory_entry& entry, const fs::path& root) {
    const std::string name = entry.path().filename().string();
    const bool is_build = entry.path().parent_path() == root && name.starts_with("build");
    return entry.is_directory() && (name.starts_with(".") || is_build);
}

void add_file(SourceTree& tree, const fs::path& root, const fs::path& path) {
    const std::string relative = path.lexically_relative(root).generic_string();
    const std::string name = path.filename().string();
    if (name.ends_with(".cpp") || name.ends_with(".hpp")) {
        const std::string text = read_text(path);
        tree.sources.push_back({relative, split_lines(text), split_lines(code_view(text))});
    } else if (name == "CMakeLists.txt") {
        const std::string folder = relative.substr(0, relative.size() - name.size());
        tree.lists.push_back({folder, cmake_words(read_text(path))});
    } else if (relative == "README.md") {
        tree.readme = split_lines(read_text(path));
    }
}

}  // namespace

std::string_view SourceFile::folder() const {
    return std::string_view(path).substr(0, path.find('/'));
}

bool SourceFile::is_public_header() const {
    return path.starts_with(std::string(folder()) + "/include/leat/");
}

bool SourceTree::has_source(std::string_view path) const {
    return std::any_of(sources.begin(), sources.end(),
                       [&](const SourceFile& file) { return file.path == path; });
}

SourceTree load_tree(const fs::path& root) {
    SourceTree tree;
    fs::recursive_directory_iterator entries(root);
    for (auto entry = fs::begin(entries); entry != fs::end(entries); ++entry) {
        if (is_skipped(*entry, root)) {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file()) {
            add_file(tree, root, entry->path());
        }
    }
    std::sort(tree.sources.begin(), tree.sources.end(),
              [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
    return tree;
}

}  // namespace leat::style
