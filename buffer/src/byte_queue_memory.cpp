#include <algorithm>
#include <utility>

#include "leat/buffer/byte_queue.hpp"
#include "leat/buffer/cursor.hpp"
#include "leat/buffer/page_pool.hpp"

namespace leat {

std::span<const std::byte> ByteQueue::contiguous(std::size_t bytes) {
    LEAT_ASSERT(bytes <= readable_bytes(), "view of more bytes than are readable");
    if (bytes > front_bytes()) {
        gather(bytes);
    }
    return {read_, bytes};
}

std::string_view ByteQueue::contiguous_text(std::size_t bytes) {
    const auto view = contiguous(bytes);
    return {reinterpret_cast<const char*>(view.data()), view.size()};
}

void ByteQueue::gather(std::size_t bytes) {
    const UseCheck::Scope use(use_);
    Page* page = PagePool::allocate_large(bytes);
    get(reader_offset(), {page->end, bytes});
    page->end += bytes;
    skip(bytes);
    prepend(page);
}

std::span<std::byte> ByteQueue::offer(std::byte* from, std::size_t bytes) {
    offered_at_ = from;
    offered_bytes_ = bytes;
    return {from, bytes};
}

std::span<std::byte> ByteQueue::writable(std::size_t bytes) {
    const UseCheck::Scope use(use_);
    release_chain(std::exchange(reserved_, nullptr));
    if (bytes <= known_writable()) {
        return offer(write_, known_writable());
    }
    LEAT_ASSERT(growth_ == Growth::by_pages, "more room than a fixed buffer has");
    LEAT_ASSERT(bytes <= page_capacity, "more room in one piece than a page has");
    reserved_ = PagePool::allocate();
    reserved_->following = nullptr;
    return offer(reserved_->end, page_capacity);
}

std::size_t ByteQueue::readable_iovecs(std::span<iovec> out) const {
    std::size_t count = 0;
    for (ForwardCursor cursor(*this); cursor.has_next() && count < out.size();
         cursor.next_chunk()) {
        const auto chunk = cursor.chunk();
        // readv and writev share a type that is not const; writev does not write.
        out[count++] = {const_cast<std::byte*>(chunk.data()), chunk.size()};
    }
    return count;
}

std::size_t ByteQueue::writable_iovecs(std::span<iovec> out, std::size_t bytes) {
    const UseCheck::Scope use(use_);
    release_chain(std::exchange(reserved_, nullptr));
    offer(write_, 0);
    std::size_t count = 0;
    const auto add = [&](std::byte* from, std::size_t room) {
        const std::size_t part = std::min(room, bytes);
        offered_at_ = count == 0 ? from : offered_at_;
        offered_bytes_ += part;
        out[count++] = {from, part};
        bytes -= part;
    };
    if (known_writable() > 0 && bytes > 0 && !out.empty()) {
        add(write_, known_writable());
    }
    for (Page** end = &reserved_; growth_ == Growth::by_pages && bytes > 0 && count < out.size();) {
        Page* page = PagePool::allocate();
        add(page->end, page_capacity);
        page->following = nullptr;
        *end = page;
        end = &page->following;
    }
    return count;
}

void ByteQueue::commit(std::uint64_t bytes) {
    const UseCheck::Scope use(use_);
    LEAT_ASSERT(bytes <= offered_bytes_, "commit of more bytes than there was room for");
    offered_bytes_ = 0;
    const bool starts_in_new_page = reserved_ != nullptr && offered_at_ == reserved_->end;
    if (bytes > 0 && !starts_in_new_page) {
        LEAT_ASSERT(offered_at_ == write_,
                    "commit to room that is gone: read or write behind the offer");
        const auto here = std::min<std::uint64_t>(bytes, known_writable());
        write_ += here;
        bytes -= here;
    }
    while (bytes > 0) {
        Page* page = std::exchange(reserved_, reserved_->following);
        const auto part = std::min<std::uint64_t>(bytes, page_capacity);
        page->end += part;
        append(page);
        bytes -= part;
    }
    release_chain(std::exchange(reserved_, nullptr));
}

}  // namespace leat
