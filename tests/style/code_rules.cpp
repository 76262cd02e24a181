#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "architecture.hpp"
#include "code_view.hpp"
#include "rules.hpp"
#include "words.hpp"

namespace leat::style {
namespace {

constexpr std::size_t function_lines_max = 50;

constexpr std::array<std::string_view, 4> shared_owners = {"shared_ptr", "make_shared", "weak_ptr",
                                                           "enable_shared_from_this"};
constexpr std::array<std::string_view, 3> slow_tools = {"std::function", "std::any",
                                                        "dynamic_cast"};
/// On the line of a slow tool that no message passes.
constexpr std::string_view excuse = "off the fast path";

/// Finds the functions of a file by its braces. A `{` outside of functions opens a function if what
/// stands before it has parentheses and does not name a namespace or a type.
class FunctionFinder {
public:
    FunctionFinder(const SourceFile& file, Offences& offences) : file_(file), offences_(offences) {
        std::string code;
        for (const std::string& line : file.code) {
            code += line + '\n';
        }
        code_ = without_directives(std::move(code));
    }

    void run() {
        for (at_ = 0; at_ < code_.size(); ++at_) {
            step(code_[at_]);
        }
    }

private:
    enum class Kind { container, function, other };
    struct Scope {
        Kind kind;
        std::string head;
        std::size_t first_line;
    };

    void step(char c) {
        if (c == '\n') {
            ++line_;
        }
        if (c == '{') {
            open();
        } else if (c == '}') {
            close();
        } else if (is_among_declarations()) {
            extend_head(c);
        }
    }

    [[nodiscard]] bool is_among_declarations() const {
        return scopes_.empty() || scopes_.back().kind == Kind::container;
    }

    void open() {
        const Kind kind = is_among_declarations() ? kind_of_head() : Kind::other;
        scopes_.push_back({kind, head_, head_line_});
        if (kind != Kind::other) {
            head_.clear();
            parentheses_ = 0;
        }
    }

    void close() {
        if (scopes_.empty()) {
            return;
        }
        Scope scope = std::move(scopes_.back());
        scopes_.pop_back();
        if (scope.kind == Kind::other) {
            return;
        }
        if (scope.kind == Kind::function && is_member_initialised()) {
            head_ = std::move(scope.head);
            head_line_ = scope.first_line;
            return;
        }
        head_.clear();
        const auto lines = line_ - scope.first_line + 1;
        if (scope.kind == Kind::function && lines > function_lines_max) {
            offences_.push_back({file_.path, scope.first_line,
                                 "function of " + std::to_string(lines) + " lines, at most " +
                                     std::to_string(function_lines_max)});
        }
    }

    /// Whether the brace that ends here was an initialiser before the body of a constructor.
    [[nodiscard]] bool is_member_initialised() const {
        const auto next = code_.find_first_not_of(" \n", at_ + 1);
        return next != std::string::npos && (code_[next] == ',' || code_[next] == '{');
    }

    void extend_head(char c) {
        parentheses_ += c == '(' ? 1 : 0;
        parentheses_ -= c == ')' ? 1 : 0;
        const bool is_label =
            c == ':' && (head_ == "public" || head_ == "private" || head_ == "protected");
        if (is_label || (c == ';' && parentheses_ == 0)) {
            head_.clear();
            return;
        }
        if (head_.empty() && (c == ' ' || c == '\n')) {
            return;
        }
        if (head_.empty()) {
            head_line_ = line_;
        }
        head_ += c;
    }

    [[nodiscard]] Kind kind_of_head() const {
        const std::string_view head = without_template(head_);
        for (const std::string_view word :
             {"namespace", "inline namespace", "class", "struct", "union", "enum"}) {
            if (head.starts_with(word)) {
                return Kind::container;
            }
        }
        const bool is_linkage = trim(head) == "extern";
        if (is_linkage) {
            return Kind::container;
        }
        const bool is_value = parentheses_ > 0 || trim(head).ends_with('=');
        return is_value || head.find('(') == head.npos ? Kind::other : Kind::function;
    }

    static std::string_view without_template(std::string_view head) {
        while (head.starts_with("template")) {
            head = trim(head.substr(end_of_angles(head)));
        }
        return head;
    }

    static std::size_t end_of_angles(std::string_view head) {
        int depth = 0;
        for (std::size_t at = 0; at < head.size(); ++at) {
            depth += head[at] == '<' ? 1 : 0;
            depth -= head[at] == '>' ? 1 : 0;
            if (head[at] == '>' && depth == 0) {
                return at + 1;
            }
        }
        return head.size();
    }

    const SourceFile& file_;
    Offences& offences_;
    std::string code_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::string head_;  ///< What was read since the last declaration ended.
    std::size_t head_line_ = 1;
    int parentheses_ = 0;
    std::vector<Scope> scopes_;
};

void check_names(const SourceFile& file, std::size_t index, Offences& offences) {
    const std::string& code = file.code[index];
    for (const std::string_view name : shared_owners) {
        if (has_words(code, name)) {
            offences.push_back(
                {file.path, index + 1,
                 std::string(name) + ": an object has one owner, shown by its type"});
        }
    }
    if (!is_on_fast_path(file.folder()) || has_words(file.lines[index], excuse)) {
        return;
    }
    for (const std::string_view name : slow_tools) {
        if (has_words(code, name)) {
            offences.push_back({file.path, index + 1,
                                std::string(name) + " on the fast path (or say why it is '" +
                                    std::string(excuse) + "' on the line)"});
        }
    }
}

}  // namespace

void check_code(const SourceFile& file, Offences& offences) {
    FunctionFinder(file, offences).run();
    if (!is_module(file.folder())) {
        return;
    }
    for (std::size_t index = 0; index < file.code.size(); ++index) {
        check_names(file, index, offences);
    }
}

}  // namespace leat::style
