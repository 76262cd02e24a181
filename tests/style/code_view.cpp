#include "code_view.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace leat::style {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// One walk over a file.
class Blanker {
public:
    explicit Blanker(std::string text) : text_(std::move(text)) {}

    std::string run() && {
        while (at_ < text_.size()) {
            step();
        }
        return std::move(text_);
    }

private:
    void step() {
        if (starts_with("//")) {
            blank_to(text_.find('\n', at_));
        } else if (starts_with("/*")) {
            blank_to(after("*/", at_ + 2));
        } else if (starts_with("R\"") && !follows_word()) {
            blank_raw_text();
        } else if (text_[at_] == '"' || (text_[at_] == '\'' && !follows_digit())) {
            blank_to(end_of_quoted());
        } else {
            ++at_;
        }
    }

    [[nodiscard]] bool starts_with(std::string_view token) const {
        return std::string_view(text_).substr(at_).starts_with(token);
    }
    [[nodiscard]] bool follows_word() const { return at_ > 0 && is_word(text_[at_ - 1]); }

    /// Tells the quote in 1'000 from the one that begins a character.
    [[nodiscard]] bool follows_digit() const {
        auto begin = at_;
        while (begin > 0 && (is_word(text_[begin - 1]) || text_[begin - 1] == '\'')) {
            --begin;
        }
        return begin < at_ && std::isdigit(static_cast<unsigned char>(text_[begin])) != 0;
    }

    [[nodiscard]] std::size_t after(std::string_view token, std::size_t from) const {
        const auto found = text_.find(token, from);
        return found == std::string::npos ? found : found + token.size();
    }

    [[nodiscard]] std::size_t end_of_quoted() const {
        auto end = at_ + 1;
        while (end < text_.size() && text_[end] != text_[at_] && text_[end] != '\n') {
            end += text_[end] == '\\' ? 2U : 1U;
        }
        return end + 1;
    }

    void blank_raw_text() {
        const auto open = std::min(text_.find('(', at_), text_.size());
        const std::string close = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
        blank_to(after(close, open));
    }

    void blank_to(std::size_t end) {
        for (end = std::min(end, text_.size()); at_ < end; ++at_) {
            text_[at_] = text_[at_] == '\n' ? '\n' : ' ';
        }
    }

    std::string text_;
    std::size_t at_ = 0;
};

}  // namespace

std::string code_view(std::string text) {
    return Blanker(std::move(text)).run();
}

std::string without_directives(std::string code) {
    bool continues = false;
    for (std::size_t begin = 0; begin < code.size();) {
        const auto end = std::min(code.find('\n', begin), code.size());
        const auto first = std::min(code.find_first_not_of(" \t", begin), end);
        const bool directive = continues || (first < end && code[first] == '#');
        continues = directive && end > begin && code[end - 1] == '\\';
        if (directive) {
            std::fill(code.begin() + static_cast<std::ptrdiff_t>(begin),
                      code.begin() + static_cast<std::ptrdiff_t>(end), ' ');
        }
        begin = end + 1;
    }
    return code;
}

}  // namespace leat::style
