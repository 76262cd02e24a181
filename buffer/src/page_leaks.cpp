#include "leat/buffer/page_leaks.hpp"

#include <string_view>

#include "leat/buffer/page_pool.hpp"

#if defined(LEAT_TRACK_PAGES)
#include <execinfo.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <utility>
#endif

namespace leat {

constinit thread_local const char* PageLabel::current_ = nullptr;

#if defined(LEAT_TRACK_PAGES)
namespace {

/// All pages in use, in a list through their origins. For debugging: it costs a lock per page.
struct TrackedPages {
    static TrackedPages& instance() {
        static TrackedPages& pages = *new TrackedPages;
        return pages;
    }

    std::mutex mutex;
    Page* first = nullptr;
};

bool same_place(const PageOrigin& a, const PageOrigin& b) {
    return a.label == b.label && std::equal(std::begin(a.frames), std::end(a.frames), b.frames);
}

std::vector<std::string> names_of(const PageOrigin& origin) {
    const auto* end = std::find(std::begin(origin.frames), std::end(origin.frames), nullptr);
    const auto count = end - std::begin(origin.frames);
    char** symbols = backtrace_symbols(origin.frames, static_cast<int>(count));
    std::vector<std::string> names(symbols, symbols + count);
    std::free(symbols);
    return names;
}

std::vector<PageLeak> leaks_by_place() {
    TrackedPages& tracked = TrackedPages::instance();
    const std::scoped_lock lock(tracked.mutex);
    std::vector<std::pair<PageOrigin, std::size_t>> places;
    for (Page* page = tracked.first; page != nullptr; page = page->origin.next) {
        const auto place = std::find_if(places.begin(), places.end(), [&](const auto& known) {
            return same_place(known.first, page->origin);
        });
        if (place != places.end()) {
            ++place->second;
        } else {
            places.emplace_back(page->origin, 1);
        }
    }
    std::vector<PageLeak> leaks;
    for (const auto& [origin, pages] : places) {
        leaks.push_back({pages, origin.label != nullptr ? origin.label : "", names_of(origin)});
    }
    std::sort(leaks.begin(), leaks.end(),
              [](const auto& a, const auto& b) { return a.pages > b.pages; });
    return leaks;
}

}  // namespace

void PagePool::track(Page* page) {
    constexpr int own_frames = 1;
    void* frames[PageOrigin::frames_max + own_frames] = {};
    const int depth = backtrace(frames, PageOrigin::frames_max + own_frames);
    PageOrigin& origin = page->origin;
    origin = {};
    origin.label = PageLabel::current();
    std::copy(frames + std::min(depth, own_frames), frames + depth, origin.frames);

    TrackedPages& tracked = TrackedPages::instance();
    const std::scoped_lock lock(tracked.mutex);
    origin.next = tracked.first;
    if (tracked.first != nullptr) {
        tracked.first->origin.previous = page;
    }
    tracked.first = page;
}

void PagePool::untrack(Page* page) {
    LEAT_ASSERT(page->next == page, "page released twice");
    TrackedPages& tracked = TrackedPages::instance();
    const std::scoped_lock lock(tracked.mutex);
    const PageOrigin& origin = page->origin;
    (origin.previous != nullptr ? origin.previous->origin.next : tracked.first) = origin.next;
    if (origin.next != nullptr) {
        origin.next->origin.previous = origin.previous;
    }
}
#endif

PageLeakReport page_leaks() {
    PagePool::flush_foreign_batch();
    PageLeakReport report;
    for (const BlockPoolStatistics& pool : BlockPool::all_statistics()) {
        if (std::string_view(pool.name) == PagePool::name) {
            report.pages += pool.in_use;
        } else if (std::string_view(pool.name) == PagePool::external_name) {
            report.external_pages += pool.in_use;
        }
    }
#if defined(LEAT_TRACK_PAGES)
    report.leaks = leaks_by_place();
#endif
    return report;
}

std::string PageLeakReport::text() const {
    if (empty()) {
        return "no page in use\n";
    }
    std::string text = std::to_string(pages) + " pages in use (" +
                       std::to_string(pages * page_bytes) + " bytes), " +
                       std::to_string(external_pages) + " external\n";
    for (const PageLeak& leak : leaks) {
        text += "  " + std::to_string(leak.pages) + " taken" +
                (leak.label.empty() ? "" : " by " + leak.label) + " at\n";
        for (const std::string& call : leak.calls) {
            text += "    " + call + "\n";
        }
    }
    return text;
}

}  // namespace leat
