#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace leat {

/// Pages that were taken at one place and are still in use.
struct PageLeak {
    std::size_t pages = 0;
    /// What `PageLabel` said when they were taken; empty if nothing.
    std::string label;
    /// The calls that led there, innermost first; names as far as the program exports them, else
    /// addresses for addr2line.
    std::vector<std::string> calls;
};

/// The pages of all threads that are still in use: at shutdown, those that leaked.
struct PageLeakReport {
    std::size_t pages = 0;
    std::size_t external_pages = 0;
    /// The places, most pages first. Empty without the CMake option LEAT_TRACK_PAGES.
    std::vector<PageLeak> leaks;

    [[nodiscard]] bool empty() const { return pages + external_pages == 0; }
    /// The report for people: a line in sum, then the places.
    [[nodiscard]] std::string text() const;
};

/// Counts the pages in use. Pages that wait in another thread's return batch count, too.
[[nodiscard]] PageLeakReport page_leaks();

/// A name for whoever takes pages on this thread while the label lives: an actor, a channel, a
/// handler. It shows in the leak report of a build with LEAT_TRACK_PAGES. The text must live as
/// long as the pages do.
class PageLabel {
public:
    explicit PageLabel(const char* label) noexcept : outer_(current_) { current_ = label; }
    ~PageLabel() { current_ = outer_; }
    PageLabel(const PageLabel&) = delete;
    PageLabel& operator=(const PageLabel&) = delete;

    [[nodiscard]] static const char* current() noexcept { return current_; }

private:
    static constinit thread_local const char* current_;
    const char* outer_;
};

}  // namespace leat
