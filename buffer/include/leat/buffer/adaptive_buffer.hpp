#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "leat/buffer/byte_queue.hpp"
#include "leat/buffer/page_pool.hpp"

namespace leat {

/// A byte queue that grows without limit and burns what was read: a chain of pooled pages, each of
/// which goes back to its pool as soon as its last byte is read. An empty one holds no page.
///
///       front (burnt when read)                          back (a new one when full)
///     | read | readable   | -> | readable       | -> | readable | room |
///            ^ reader_offset                                    ^ writer_offset
///
/// Pages move between buffers without a copy. Move-only; a moved-from buffer is empty.
class AdaptiveBuffer : public ByteQueue {
public:
    AdaptiveBuffer() noexcept : ByteQueue(Growth::by_pages) {}
    /// Starts with a copy of `text`; for tests and small programs.
    explicit AdaptiveBuffer(std::string_view text) : AdaptiveBuffer() { write(text); }
    AdaptiveBuffer(AdaptiveBuffer&&) noexcept = default;
    AdaptiveBuffer& operator=(AdaptiveBuffer&&) noexcept = default;
    ~AdaptiveBuffer() = default;

    /// Takes the first `bytes` readable bytes off into a buffer of their own. Moves pages; copies
    /// at most the smaller part of the page at the border, and nothing of external memory.
    [[nodiscard]] AdaptiveBuffer split_before(std::uint64_t bytes);

    /// Appends all bytes of `other`, which becomes empty. Moves pages; copies only what is small
    /// and fits the last page.
    void extend(AdaptiveBuffer&& other);
    /// Appends the first `bytes` readable bytes of `other`, and takes them off there.
    void extend(AdaptiveBuffer& other, std::uint64_t bytes);
    /// Appends memory that is not ours, without a copy. It must stay as it is until
    /// `hook(context)` is called: once, when its last byte was read or its buffer destroyed, on the
    /// thread where that happens.
    void extend(std::span<const std::byte> memory, ReleaseHook hook, void* context);

    /// Copies bytes of badly filled pages together, so that few pages hold them. Offsets stay.
    void compact();
    /// Drops all readable bytes.
    void clear() { skip(readable_bytes()); }

    [[nodiscard]] std::size_t page_count() const;

private:
    void extend_by_part(AdaptiveBuffer& other, std::size_t bytes);
};

}  // namespace leat
