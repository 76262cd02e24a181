#pragma once

#include <cctype>
#include <string_view>

namespace leat::style {

/// Whether `phrase` stands in `text` as whole words.
inline bool has_words(std::string_view text, std::string_view phrase) {
    const auto is_word = [&](std::size_t at) {
        return at < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    for (auto at = text.find(phrase); at != text.npos; at = text.find(phrase, at + 1)) {
        if (!(at > 0 && is_word(at - 1)) && !is_word(at + phrase.size())) {
            return true;
        }
    }
    return false;
}

/// `text` without the blanks around it.
inline std::string_view trim(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

}  // namespace leat::style
