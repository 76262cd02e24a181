#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "leat/buffer/byte_queue.hpp"

namespace leat {

/// A walk over readable bytes, from front to back, that consumes nothing. Byte by byte:
///
///     for (ForwardCursor cursor(in); cursor.has_next();) {
///         const std::uint8_t byte = cursor.next();
///     }
///
/// or, with `chunk()` and `next_chunk()`, over the runs that lie together. Valid until the queue is
/// changed; not checked.
class ForwardCursor {
public:
    /// Walks over the bytes behind the first `skip`, as many as there are, at most `bytes`.
    explicit ForwardCursor(const ByteQueue& queue, std::uint64_t skip = 0,
                           std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max());

    [[nodiscard]] bool has_next() const { return at_ != chunk_end_; }
    /// Takes a step and returns the byte. REQUIRES: `has_next()`; asserted.
    std::uint8_t next() {
        LEAT_ASSERT(has_next(), "cursor at its end");
        const auto byte = std::to_integer<std::uint8_t>(*at_);
        if (++at_ == chunk_end_) {
            enter_next_page();
        }
        return byte;
    }

    /// The bytes ahead that lie together; empty only at the end.
    [[nodiscard]] std::span<const std::byte> chunk() const { return {at_, chunk_end_}; }
    /// Steps over the chunk.
    void next_chunk() {
        at_ = chunk_end_;
        enter_next_page();
    }
    /// Steps over as many bytes of the chunk. REQUIRES: they are there; asserted.
    void skip_in_chunk(std::size_t bytes);

    /// Bytes ahead, this chunk and those behind it.
    [[nodiscard]] std::uint64_t remaining() const {
        return behind_chunk_ + static_cast<std::uint64_t>(chunk_end_ - at_);
    }
    /// The absolute offset of the next byte.
    [[nodiscard]] std::uint64_t offset() const { return end_offset_ - remaining(); }

private:
    void enter_next_page();
    void enter(const std::byte* begin, const std::byte* end);

    const ByteQueue* queue_;
    const Page* page_ = nullptr;
    const std::byte* at_ = nullptr;
    const std::byte* chunk_end_ = nullptr;
    std::uint64_t behind_chunk_ = 0;
    std::uint64_t end_offset_ = 0;
};

/// The same from back to front.
class BackwardCursor {
public:
    /// Walks over the readable bytes before the last `skip`, as many as there are.
    explicit BackwardCursor(const ByteQueue& queue, std::uint64_t skip = 0);

    [[nodiscard]] bool has_next() const { return remaining_ > 0; }
    /// Takes a step back and returns the byte. REQUIRES: `has_next()`; asserted.
    std::uint8_t next();

    /// Bytes ahead.
    [[nodiscard]] std::uint64_t remaining() const { return remaining_; }
    /// The absolute offset of the byte that `next()` returned, or of the end before the first call.
    [[nodiscard]] std::uint64_t offset() const { return queue_->reader_offset() + remaining_; }

private:
    const ByteQueue* queue_;
    const Page* page_ = nullptr;
    const std::byte* at_ = nullptr;
    std::uint64_t remaining_ = 0;
};

}  // namespace leat
