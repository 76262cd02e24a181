#include "leat/buffer/cursor.hpp"

#include <algorithm>

namespace leat {
namespace {

/// Who walks from page to page will want the next one, too, and the processor does not fetch ahead
/// across pages by itself. Of a pooled page, the first bytes follow its head.
void fetch_ahead(const Page* page) {
    constexpr std::size_t line_bytes = 64;
    constexpr std::size_t lines = 8;
    const auto* head = reinterpret_cast<const char*>(page);
    for (std::size_t line = 0; line < lines; ++line) {
        __builtin_prefetch(head + line * line_bytes);
    }
}

}  // namespace

ForwardCursor::ForwardCursor(const ByteQueue& queue, std::uint64_t skip, std::uint64_t bytes)
    : queue_(&queue) {
    const std::uint64_t readable = queue.readable_bytes();
    skip = std::min(skip, readable);
    behind_chunk_ = std::min(bytes, readable - skip);
    end_offset_ = queue.reader_offset() + skip + behind_chunk_;
    if (behind_chunk_ > 0) {
        const auto start = queue.locate(queue.reader_offset() + skip);
        page_ = start.page;
        enter(start.at, queue.end_of(page_));
    }
}

void ForwardCursor::enter(const std::byte* begin, const std::byte* end) {
    const auto bytes = std::min(static_cast<std::uint64_t>(end - begin), behind_chunk_);
    at_ = begin;
    chunk_end_ = begin + bytes;
    behind_chunk_ -= bytes;
}

void ForwardCursor::enter_next_page() {
    if (behind_chunk_ > 0) {
        page_ = page_->following;
        enter(page_->begin, queue_->end_of(page_));
        if (behind_chunk_ > 0) {
            fetch_ahead(page_->following);
        }
    }
}

void ForwardCursor::skip_in_chunk(std::size_t bytes) {
    LEAT_ASSERT(bytes <= chunk().size(), "step beyond the chunk");
    at_ += bytes;
    if (at_ == chunk_end_) {
        enter_next_page();
    }
}

BackwardCursor::BackwardCursor(const ByteQueue& queue, std::uint64_t skip)
    : queue_(&queue), remaining_(queue.readable_bytes()) {
    remaining_ -= std::min(skip, remaining_);
    const auto start = queue.locate(queue.reader_offset() + remaining_);
    page_ = start.page;
    at_ = start.at;
}

std::uint8_t BackwardCursor::next() {
    LEAT_ASSERT(has_next(), "cursor at its end");
    if (at_ == queue_->begin_of(page_)) {
        page_ = page_->preceding;
        at_ = queue_->end_of(page_);
    }
    --at_;
    --remaining_;
    return std::to_integer<std::uint8_t>(*at_);
}

}  // namespace leat
