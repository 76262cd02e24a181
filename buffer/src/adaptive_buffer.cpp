#include "leat/buffer/adaptive_buffer.hpp"

#include <utility>

namespace leat {
namespace {

/// What is not larger is copied into the room of the last page rather than linked as a page.
constexpr std::size_t copied_bytes_max = 512;

}  // namespace

AdaptiveBuffer AdaptiveBuffer::split_before(std::uint64_t bytes) {
    AdaptiveBuffer head;
    head.extend(*this, bytes);
    return head;
}

void AdaptiveBuffer::extend(AdaptiveBuffer&& other) {
    extend(other, other.readable_bytes());
}

void AdaptiveBuffer::extend(AdaptiveBuffer& other, std::uint64_t bytes) {
    LEAT_ASSERT(this != &other, "a buffer cannot extend itself");
    LEAT_ASSERT(bytes <= other.readable_bytes(), "move of more bytes than are readable");
    const UseCheck::Scope use(use_);
    const UseCheck::Scope other_use(other.use_);
    while (bytes > 0) {
        const std::size_t front = other.front_bytes();
        if (bytes < front) {
            return extend_by_part(other, static_cast<std::size_t>(bytes));
        }
        if (front <= copied_bytes_max && front <= known_writable()) {
            write(other.front_chunk());
            other.skip(front);
        } else {
            append(other.detach_front());
        }
        bytes -= front;
    }
}

void AdaptiveBuffer::extend_by_part(AdaptiveBuffer& other, std::size_t bytes) {
    const std::size_t rest = other.front_bytes() - bytes;
    if (bytes <= rest && (!other.front_->is_external || bytes <= copied_bytes_max)) {
        write(other.front_chunk().first(bytes));
        other.skip(bytes);
        return;
    }
    Page* page = other.detach_front();
    Page* tail = nullptr;
    if (page->is_external) {
        tail = std::exchange(page, PagePool::share(*page, bytes));
        tail->begin += bytes;
    } else {
        page->end -= rest;
        tail = PagePool::allocate();
        std::memcpy(tail->end, page->end, rest);
        tail->end += rest;
    }
    append(page);
    other.prepend(tail);
}

void AdaptiveBuffer::extend(std::span<const std::byte> memory, ReleaseHook hook, void* context) {
    const UseCheck::Scope use(use_);
    Page* page = PagePool::wrap(memory, hook, context);
    if (memory.empty()) {
        PagePool::release(page);
    } else {
        append(page);
    }
}

void AdaptiveBuffer::compact() {
    if (front_ == back_) {
        return;
    }
    const UseCheck::Scope use(use_);
    const std::uint64_t offset = reader_offset();
    AdaptiveBuffer packed;
    while (!empty()) {
        Page* page = detach_front();
        if (page->is_external || page->readable_bytes() > page_capacity / 2) {
            packed.append(page);
        } else {
            packed.write({page->begin, page->end});
            PagePool::release(page);
        }
    }
    packed.read_bias_ += offset;
    packed.write_bias_ += offset;
    *this = std::move(packed);
}

std::size_t AdaptiveBuffer::page_count() const {
    std::size_t count = 0;
    for (const Page* page = front_; page != nullptr; page = page->following) {
        ++count;
    }
    return count;
}

}  // namespace leat
