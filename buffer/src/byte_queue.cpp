#include "leat/buffer/byte_queue.hpp"

#include <algorithm>
#include <utility>

#include "leat/buffer/cursor.hpp"
#include "leat/buffer/page_pool.hpp"

namespace leat {

ByteQueue::ByteQueue(ByteQueue&& other) noexcept : growth_(other.growth_) {
    *this = std::move(other);
}

ByteQueue& ByteQueue::operator=(ByteQueue&& other) noexcept {
    if (this == &other) {
        return *this;
    }
    const UseCheck::Scope use(use_);
    const UseCheck::Scope other_use(other.use_);
    release_pages();
    read_ = std::exchange(other.read_, nullptr);
    read_limit_ = std::exchange(other.read_limit_, nullptr);
    write_ = std::exchange(other.write_, nullptr);
    write_limit_ = std::exchange(other.write_limit_, nullptr);
    read_bias_ = std::exchange(other.read_bias_, 0);
    write_bias_ = std::exchange(other.write_bias_, 0);
    front_ = std::exchange(other.front_, nullptr);
    back_ = std::exchange(other.back_, nullptr);
    reserved_ = std::exchange(other.reserved_, nullptr);
    offered_at_ = std::exchange(other.offered_at_, nullptr);
    offered_bytes_ = std::exchange(other.offered_bytes_, 0);
    return *this;
}

ByteQueue::~ByteQueue() {
    release_pages();
}

void ByteQueue::release_pages() {
    release_chain(std::exchange(front_, nullptr));
    release_chain(std::exchange(reserved_, nullptr));
}

void ByteQueue::release_chain(Page* page) {
    while (page != nullptr) {
        PagePool::release(std::exchange(page, page->following));
    }
}

bool ByteQueue::holds(std::uint64_t offset, std::uint64_t bytes) const {
    // An offset before the reader wraps around and is beyond every readable byte.
    const std::uint64_t ahead = offset - reader_offset();
    return ahead <= readable_bytes() && bytes <= readable_bytes() - ahead;
}

ByteQueue::Position ByteQueue::locate(std::uint64_t offset) const {
    if (front_ == nullptr) {
        return {nullptr, nullptr};
    }
    std::uint64_t ahead = offset - reader_offset();
    std::uint64_t behind = writer_offset() - offset;
    const auto size = [this](const Page* page) {
        return static_cast<std::uint64_t>(end_of(page) - begin_of(page));
    };
    if (ahead <= behind) {
        Page* page = front_;
        for (; page != back_ && ahead >= size(page); page = page->following) {
            ahead -= size(page);
        }
        return {page, begin_of(page) + ahead};
    }
    Page* page = back_;
    for (; behind > size(page); page = page->preceding) {
        behind -= size(page);
    }
    return {page, end_of(page) - behind};
}

void ByteQueue::append(Page* page) {
    const std::uint64_t writer = writer_offset() + page->readable_bytes();
    page->preceding = back_;
    page->following = nullptr;
    if (back_ != nullptr) {
        back_->end = write_;
        back_->following = page;
    } else {
        const std::uint64_t reader = reader_offset();
        front_ = page;
        read_ = read_limit_ = page->begin;
        read_bias_ = reader - address(read_);
    }
    back_ = page;
    write_ = page->end;
    write_limit_ = page->limit;
    write_bias_ = writer - address(write_);
}

void ByteQueue::prepend(Page* page) {
    const std::uint64_t reader = reader_offset() - page->readable_bytes();
    page->preceding = nullptr;
    page->following = front_;
    if (front_ != nullptr) {
        front_->begin = read_;
        front_->preceding = page;
    } else {
        const std::uint64_t writer = writer_offset();
        back_ = page;
        write_ = page->end;
        write_limit_ = page->limit;
        write_bias_ = writer - address(write_);
    }
    front_ = page;
    read_ = page->begin;
    read_limit_ = page->end;
    read_bias_ = reader - address(read_);
}

Page* ByteQueue::detach_front() {
    Page* page = front_;
    page->end = end_of(page);
    page->begin = read_;
    const std::uint64_t reader = reader_offset() + page->readable_bytes();
    front_ = page->following;
    if (front_ == nullptr) {
        back_ = nullptr;
        read_ = read_limit_ = write_ = write_limit_ = nullptr;
        read_bias_ = write_bias_ = reader;
        return page;
    }
    front_->preceding = nullptr;
    read_ = front_->begin;
    read_limit_ = end_of(front_);
    read_bias_ = reader - address(read_);
    return page;
}

void ByteQueue::consume(std::size_t bytes) {
    read_ += bytes;
    if (read_ != end_of(front_)) {
        read_limit_ = end_of(front_);
    } else if (growth_ == Growth::by_pages) {
        PagePool::release(detach_front());
    } else {
        // A fixed buffer that ran empty starts anew; `begin` is the start of its memory.
        const std::uint64_t offset = reader_offset();
        read_ = read_limit_ = write_ = front_->begin;
        read_bias_ = write_bias_ = offset - address(read_);
    }
}

void ByteQueue::read_slowly(std::byte* to, std::size_t bytes) {
    LEAT_ASSERT(bytes <= readable_bytes(), "read of more bytes than are readable");
    while (bytes > 0) {
        const std::size_t part = std::min(bytes, front_bytes());
        std::memcpy(to, read_, part);
        consume(part);
        to += part;
        bytes -= part;
    }
}

void ByteQueue::skip_slowly(std::uint64_t bytes) {
    LEAT_ASSERT(bytes <= readable_bytes(), "skip of more bytes than are readable");
    while (bytes > 0) {
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, front_bytes()));
        consume(part);
        bytes -= part;
    }
}

void ByteQueue::write_slowly(const std::byte* from, std::size_t bytes) {
    while (bytes > 0) {
        make_room();
        const std::size_t part = std::min(bytes, known_writable());
        std::memcpy(write_, from, part);
        write_ += part;
        from += part;
        bytes -= part;
    }
}

void ByteQueue::make_room() {
    if (known_writable() == 0) {
        LEAT_ASSERT(growth_ == Growth::by_pages, "write past the capacity of a fixed buffer");
        append(PagePool::allocate());
    }
}

void ByteQueue::fill(std::byte value, std::uint64_t count) {
    const UseCheck::Scope use(use_);
    while (count > 0) {
        make_room();
        const auto part =
            static_cast<std::size_t>(std::min<std::uint64_t>(count, known_writable()));
        std::memset(write_, std::to_integer<int>(value), part);
        write_ += part;
        count -= part;
    }
}

bool ByteQueue::try_read(std::span<std::byte> to) {
    if (to.size() > readable_bytes()) {
        return false;
    }
    read(to);
    return true;
}

std::string ByteQueue::read_string(std::uint64_t bytes) {
    LEAT_ASSERT(bytes <= readable_bytes(), "read of more bytes than are readable");
    std::string text(static_cast<std::size_t>(bytes), '\0');
    read(std::as_writable_bytes(std::span(text)));
    return text;
}

std::optional<std::string> ByteQueue::try_read_string(std::uint64_t bytes) {
    if (bytes > readable_bytes()) {
        return std::nullopt;
    }
    return read_string(bytes);
}

void ByteQueue::get(std::uint64_t offset, std::span<std::byte> to) const {
    LEAT_ASSERT(holds(offset, to.size()), "get outside of the readable bytes");
    ForwardCursor cursor(*this, offset - reader_offset(), to.size());
    for (; cursor.has_next(); cursor.next_chunk()) {
        const auto chunk = cursor.chunk();
        std::memcpy(to.data(), chunk.data(), chunk.size());
        to = to.subspan(chunk.size());
    }
}

void ByteQueue::set(std::uint64_t offset, std::span<const std::byte> bytes) {
    const UseCheck::Scope use(use_);
    LEAT_ASSERT(holds(offset, bytes.size()), "set outside of the readable bytes");
    Position position = locate(offset);
    while (!bytes.empty()) {
        LEAT_ASSERT(!position.page->is_read_only, "external memory cannot be overwritten");
        const auto room = static_cast<std::size_t>(end_of(position.page) - position.at);
        const auto part = bytes.first(std::min(bytes.size(), room));
        std::memcpy(position.at, part.data(), part.size());
        bytes = bytes.subspan(part.size());
        if (!bytes.empty()) {
            position = {position.page->following, position.page->following->begin};
        }
    }
}

std::string ByteQueue::to_string() const {
    std::string text(static_cast<std::size_t>(readable_bytes()), '\0');
    get(reader_offset(), std::as_writable_bytes(std::span(text)));
    return text;
}

}  // namespace leat
