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
    Page* page = PagePool::allocate_large(bytes);
    get(reader_offset(), {page->end, bytes});
    page->end += bytes;
    skip(bytes);
    prepend(page);
}

std::span<std::byte> ByteQueue::writable(std::size_t bytes) {
    release_chain(std::exchange(reserved_, nullptr));
    if (bytes <= known_writable()) {
        return {write_, write_limit_};
    }
    LEAT_ASSERT(growth_ == Growth::by_pages, "more room than a fixed buffer has");
    LEAT_ASSERT(bytes <= page_capacity, "more room in one piece than a page has");
    write_limit_ = write_;  // The tail of the page stays unused.
    reserved_ = PagePool::allocate();
    reserved_->following = nullptr;
    return {reserved_->end, reserved_->limit};
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
    release_chain(std::exchange(reserved_, nullptr));
    std::size_t count = 0;
    const auto offer = [&](std::byte* from, std::size_t room) {
        out[count++] = {from, std::min(room, bytes)};
        bytes -= std::min(room, bytes);
    };
    if (known_writable() > 0 && bytes > 0 && !out.empty()) {
        offer(write_, known_writable());
    }
    for (Page** end = &reserved_; growth_ == Growth::by_pages && bytes > 0 && count < out.size();) {
        Page* page = PagePool::allocate();
        offer(page->end, page_capacity);
        page->following = nullptr;
        *end = page;
        end = &page->following;
    }
    return count;
}

void ByteQueue::commit(std::uint64_t bytes) {
    const auto here = std::min<std::uint64_t>(bytes, known_writable());
    write_ += here;
    bytes -= here;
    while (bytes > 0) {
        LEAT_ASSERT(reserved_ != nullptr, "commit of more bytes than there was room for");
        Page* page = std::exchange(reserved_, reserved_->following);
        const auto part = std::min<std::uint64_t>(bytes, page_capacity);
        page->end += part;
        append(page);
        bytes -= part;
    }
    release_chain(std::exchange(reserved_, nullptr));
}

}  // namespace leat
