#include "leat/buffer/buffer.hpp"

#include "leat/buffer/page_pool.hpp"

namespace leat {

Buffer::Buffer(Page* page) : ByteQueue(Growth::fixed) {
    append(page);
}

Buffer::Buffer(std::size_t capacity) : Buffer(PagePool::allocate_large(capacity)) {
    write_limit_ = front_->begin + capacity;
}

Buffer Buffer::over(std::span<std::byte> memory) {
    return Buffer(PagePool::wrap_writable(memory, nullptr, nullptr));
}

std::size_t Buffer::capacity() const {
    return front_ != nullptr ? static_cast<std::size_t>(write_limit_ - front_->begin) : 0;
}

bool Buffer::try_write(std::span<const std::byte> bytes) {
    if (bytes.size() > writable_bytes()) {
        return false;
    }
    write(bytes);
    return true;
}

bool Buffer::try_write(std::string_view text) {
    return try_write(std::as_bytes(std::span(text)));
}

void Buffer::compact() {
    const UseCheck::Scope use(use_);
    if (front_ == nullptr || read_ == front_->begin) {
        return;
    }
    const std::uint64_t offset = reader_offset();
    const std::size_t bytes = front_bytes();
    std::memmove(front_->begin, read_, bytes);
    read_ = front_->begin;
    read_limit_ = write_ = read_ + bytes;
    read_bias_ = write_bias_ = offset - address(read_);
}

}  // namespace leat
