#include <algorithm>
#include <array>
#include <string_view>

#include "rules.hpp"
#include "words.hpp"

namespace leat::style {
namespace {

constexpr std::size_t file_lines_max = 400;
constexpr std::size_t columns_max = 100;

// In two halves, so that neither this rule nor a plain search finds them here.
constexpr std::array<std::string_view, 6> marks = {
    "TO"
    "DO",
    "FIX"
    "ME",
    "XX"
    "X",
    "HA"
    "CK",
    "for"
    " now",
    "not"
    " implemented"};

std::size_t columns(std::string_view line) {
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    return line.size() -
           static_cast<std::size_t>(std::count_if(line.begin(), line.end(), continues));
}

bool looks_like_code(std::string_view comment) {
    if (comment.starts_with("#include") || comment.starts_with("#if")) {
        return true;
    }
    if (comment.find('`') != comment.npos) {
        return false;
    }
    if (comment == "}" || comment.ends_with(") {") || comment.ends_with("else {")) {
        return true;
    }
    if (!comment.ends_with(';')) {
        return false;
    }
    return comment.ends_with(");") || comment.find(" = ") != comment.npos ||
           comment.starts_with("return ") || comment.starts_with("using ") || comment == "break;" ||
           comment == "continue;" || comment == "return;";
}

/// Whether the whole line is a comment with code in it. Doc comments and what is indented by four
/// are examples.
bool is_disabled_code(std::string_view line, std::string_view code) {
    const std::string_view text = trim(line);
    if (!trim(code).empty() || !text.starts_with("//") || text.starts_with("///")) {
        return false;
    }
    return !text.starts_with("//    ") && looks_like_code(trim(text.substr(2)));
}

void check_line(const SourceFile& file, std::size_t index, Offences& offences) {
    const std::string& line = file.lines[index];
    const auto found = [&](std::string what) {
        offences.push_back({file.path, index + 1, std::move(what)});
    };
    if (columns(line) > columns_max) {
        found("line of " + std::to_string(columns(line)) + " columns, at most " +
              std::to_string(columns_max));
    }
    for (const std::string_view mark : marks) {
        if (has_words(line, mark)) {
            found("unfinished: '" + std::string(mark) + "'");
        }
    }
    if (is_disabled_code(line, file.code[index])) {
        found("code in a comment");
    }
}

}  // namespace

void check_text(const SourceFile& file, Offences& offences) {
    if (file.lines.size() > file_lines_max) {
        offences.push_back({file.path, file_lines_max + 1,
                            "file of " + std::to_string(file.lines.size()) + " lines, at most " +
                                std::to_string(file_lines_max)});
    }
    if (file.path.ends_with(".hpp") &&
        std::find(file.lines.begin(), file.lines.end(), "#pragma once") == file.lines.end()) {
        offences.push_back({file.path, 1, "no '#pragma once'"});
    }
    for (std::size_t index = 0; index < file.lines.size(); ++index) {
        check_line(file, index, offences);
    }
}

}  // namespace leat::style
