#pragma once

#include <cstddef>
#include <span>

#include "leat/buffer/byte_queue.hpp"

namespace leat {

/// A byte queue of fixed capacity in one piece of memory, such as a datagram. It neither grows nor
/// gives up its memory: writing more than `writable_bytes()` is a bug and asserted.
///
/// When its last byte is read, all its room can be written again; `compact()` gives back what lies
/// before the reader earlier. Move-only; a moved-from buffer has no capacity.
class Buffer : public ByteQueue {
public:
    /// Takes a pooled page if the capacity fits one, else memory from the heap.
    explicit Buffer(std::size_t capacity);
    /// Works on memory of the caller, which must outlive the buffer.
    [[nodiscard]] static Buffer over(std::span<std::byte> memory);
    Buffer(Buffer&&) noexcept = default;
    Buffer& operator=(Buffer&&) noexcept = default;
    ~Buffer() = default;

    [[nodiscard]] std::size_t capacity() const;
    /// Room behind the writer.
    [[nodiscard]] std::size_t writable_bytes() const { return known_writable(); }
    /// Writes all bytes, or nothing if there is not enough room.
    [[nodiscard]] bool try_write(std::span<const std::byte> bytes);
    [[nodiscard]] bool try_write(std::string_view text);

    /// Moves the readable bytes to the start of the memory. Offsets stay.
    void compact();
    /// Drops all readable bytes.
    void clear() { skip(readable_bytes()); }

private:
    explicit Buffer(Page* page);
};

}  // namespace leat
