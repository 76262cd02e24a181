#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "leat/buffer/page.hpp"
#include "leat/buffer/use_check.hpp"
#include "leat/buffer/wire_types.hpp"

namespace leat {

class ByteSet;

/// The part of the readable bytes that a search looks at: a match lies in it as a whole.
struct SearchWindow {
    /// Bytes to leave out at the front, such as those searched before.
    std::uint64_t skip = 0;
    /// Bytes to look at behind them.
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
};

/// A queue of bytes, written at the end and read at the front: what `Buffer` (fixed capacity) and
/// `AdaptiveBuffer` (grows) have in common.
///
/// `read`, `write` and `skip` move the reader or writer offset; `get` and `set` take an absolute
/// offset and move nothing. Offsets count the bytes since the queue was made, so they stay valid
/// while other bytes are read; only those in [reader_offset, writer_offset) can be accessed.
///
/// Reading more than there is, is a bug and asserted, in every build: ask `readable_bytes()` first
/// or use the `try_` forms, which consume nothing if there is too little.
///
/// Spans, iovecs and cursors point into the pages: they are valid until the bytes are read or any
/// function that is not const is called. Used by one thread at a time, which a build with
/// LEAT_TRACK_PAGES asserts; may move to another.
class ByteQueue {
public:
    ByteQueue(const ByteQueue&) = delete;
    ByteQueue& operator=(const ByteQueue&) = delete;

    // Offsets.

    [[nodiscard]] std::uint64_t reader_offset() const { return address(read_) + read_bias_; }
    [[nodiscard]] std::uint64_t writer_offset() const { return address(write_) + write_bias_; }
    [[nodiscard]] std::uint64_t readable_bytes() const { return writer_offset() - reader_offset(); }
    [[nodiscard]] bool empty() const { return readable_bytes() == 0; }

    // Numbers: `in.read<u32>()`, `out.write<u16_le>(port)`; see wire_types.hpp for the names.

    template <WireType T>
    [[nodiscard]] typename T::value_type read() {
        const UseCheck::Scope use(use_);
        const std::byte* from = read_;
        if (address(from) + T::bytes < address(read_limit_)) [[likely]] {
            read_ += T::bytes;
            return T::load(from);
        }
        std::byte bytes[T::bytes];
        read_slowly(bytes, T::bytes);
        return T::load(bytes);
    }

    template <WireType T>
    [[nodiscard]] std::optional<typename T::value_type> try_read() {
        if (readable_bytes() < T::bytes) {
            return std::nullopt;
        }
        return read<T>();
    }

    /// Reads the next number without consuming it.
    template <WireType T>
    [[nodiscard]] typename T::value_type peek() const {
        return get<T>(reader_offset());
    }

    template <WireType T>
    void write(typename T::value_type value) {
        const UseCheck::Scope use(use_);
        std::byte* to = write_;
        if (known_writable() >= T::bytes) [[likely]] {
            write_ = to + T::bytes;
            T::store(to, value);
            return;
        }
        std::byte bytes[T::bytes];
        T::store(bytes, value);
        write_slowly(bytes, T::bytes);
    }

    template <WireType T>
    [[nodiscard]] typename T::value_type get(std::uint64_t offset) const {
        const std::uint64_t ahead = offset - reader_offset();
        if (ahead < known_readable() && known_readable() - ahead >= T::bytes) [[likely]] {
            return T::load(read_ + ahead);
        }
        std::byte bytes[T::bytes];
        get(offset, bytes);
        return T::load(bytes);
    }

    template <WireType T>
    [[nodiscard]] std::optional<typename T::value_type> try_get(std::uint64_t offset) const {
        if (!holds(offset, T::bytes)) {
            return std::nullopt;
        }
        return get<T>(offset);
    }

    template <WireType T>
    void set(std::uint64_t offset, typename T::value_type value) {
        std::byte bytes[T::bytes];
        T::store(bytes, value);
        set(offset, bytes);
    }

    // Bytes and strings.

    void write(std::span<const std::byte> bytes) {
        const UseCheck::Scope use(use_);
        // Bytes from 1 to the room there is; zero wraps around.
        if (bytes.size() - 1 < known_writable()) [[likely]] {
            std::memcpy(std::exchange(write_, write_ + bytes.size()), bytes.data(), bytes.size());
            return;
        }
        write_slowly(bytes.data(), bytes.size());
    }
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    /// Writes `value` `count` times.
    void fill(std::byte value, std::uint64_t count);

    /// Reads as many bytes as `to` has.
    void read(std::span<std::byte> to) {
        const UseCheck::Scope use(use_);
        if (to.size() < known_readable() && !to.empty()) [[likely]] {
            std::memcpy(to.data(), read_, to.size());
            read_ += to.size();
            return;
        }
        read_slowly(to.data(), to.size());
    }
    [[nodiscard]] bool try_read(std::span<std::byte> to);
    [[nodiscard]] std::string read_string(std::uint64_t bytes);
    [[nodiscard]] std::optional<std::string> try_read_string(std::uint64_t bytes);
    /// Drops the next bytes.
    void skip(std::uint64_t bytes) {
        const UseCheck::Scope use(use_);
        if (bytes < known_readable()) [[likely]] {
            read_ += bytes;
            return;
        }
        skip_slowly(bytes);
    }

    /// Copies as many bytes as `to` has, from `offset` on.
    void get(std::uint64_t offset, std::span<std::byte> to) const;
    /// Overwrites readable bytes from `offset` on. External memory cannot be overwritten.
    void set(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Copies the readable bytes, without consuming them.
    [[nodiscard]] std::string to_string() const;

    // Memory in place, for parsers, codecs and system calls.

    /// The readable bytes in front that lie together; empty only if there are none.
    [[nodiscard]] std::span<const std::byte> front_chunk() const { return {read_, front_bytes()}; }
    /// The first `bytes` readable bytes, in one piece: in place if they lie in one page, else they
    /// are first copied into one.
    [[nodiscard]] std::span<const std::byte> contiguous(std::size_t bytes);
    /// The same as text.
    [[nodiscard]] std::string_view contiguous_text(std::size_t bytes);
    /// Room for at least `bytes` bytes in one piece; `commit` what was written into it.
    /// REQUIRES: `bytes` <= `page_capacity`, and a `Buffer` has the room.
    [[nodiscard]] std::span<std::byte> writable(std::size_t bytes);

    /// Describes readable bytes, from the first on, for writev; returns how many entries it filled.
    /// `skip` what was sent.
    [[nodiscard]] std::size_t readable_iovecs(std::span<iovec> out) const;
    /// Describes room for `bytes` bytes, or as much as the entries can take, for readv; returns how
    /// many entries it filled. `commit` what was received, also if that is nothing.
    [[nodiscard]] std::size_t writable_iovecs(std::span<iovec> out, std::size_t bytes);
    /// Makes readable what was written into the room of `writable` or `writable_iovecs`, in order,
    /// and gives back the rest. REQUIRES: at most as many bytes as were offered; neither a read nor
    /// a write in between took the room away. Asserted.
    void commit(std::uint64_t bytes);

    // Search: how many readable bytes come before the first match; nothing if there is none.

    using BytesBefore = std::optional<std::uint64_t>;
    [[nodiscard]] BytesBefore bytes_before(char byte, SearchWindow window = {}) const;
    /// Time grows with bytes times length of `text` in the worst case.
    [[nodiscard]] BytesBefore bytes_before(std::string_view text, SearchWindow window = {}) const;
    /// Upper and lower case of ASCII letters are the same.
    [[nodiscard]] BytesBefore bytes_before_ignoring_case(std::string_view text,
                                                         SearchWindow window = {}) const;
    [[nodiscard]] BytesBefore bytes_before_any(const ByteSet& set, SearchWindow window = {}) const;
    /// Before the first byte from `low` to `high`, both included.
    [[nodiscard]] BytesBefore bytes_before_range(std::uint8_t low, std::uint8_t high,
                                                 SearchWindow window = {}) const;

    // What comes next; false if there are too few bytes.

    [[nodiscard]] bool next_is(char byte) const;
    [[nodiscard]] bool next_is(std::string_view text) const;
    [[nodiscard]] bool next_is_ignoring_case(std::string_view text) const;
    [[nodiscard]] bool next_matches(const ByteSet& set) const;
    bool skip_if_next_is(char byte);
    bool skip_if_next_is(std::string_view text);
    bool skip_if_next_is_ignoring_case(std::string_view text);
    bool skip_if_next_matches(const ByteSet& set);
    /// Skips all members of the set that come next; returns how many.
    std::uint64_t skip_while(const ByteSet& set);

protected:
    friend class ForwardCursor;
    friend class BackwardCursor;

    enum class Growth { fixed, by_pages };

    explicit ByteQueue(Growth growth) noexcept : growth_(growth) {}
    ByteQueue(ByteQueue&& other) noexcept;
    ByteQueue& operator=(ByteQueue&& other) noexcept;
    ~ByteQueue();

    struct Position {
        Page* page;
        std::byte* at;
    };

    static std::uint64_t address(const std::byte* pointer) {
        return reinterpret_cast<std::uintptr_t>(pointer);
    }
    /// Bytes of the first page that can be read at once: at least, for the limit may be old.
    [[nodiscard]] std::size_t known_readable() const {
        return static_cast<std::size_t>(read_limit_ - read_);
    }
    [[nodiscard]] std::size_t known_writable() const {
        return static_cast<std::size_t>(write_limit_ - write_);
    }
    [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t bytes) const;
    [[nodiscard]] std::byte* begin_of(const Page* page) const {
        return page == front_ ? read_ : page->begin;
    }
    [[nodiscard]] std::byte* end_of(const Page* page) const {
        return page == back_ ? write_ : page->end;
    }
    [[nodiscard]] std::size_t front_bytes() const {
        return front_ != nullptr ? static_cast<std::size_t>(end_of(front_) - read_) : 0;
    }
    [[nodiscard]] Position locate(std::uint64_t offset) const;

    void read_slowly(std::byte* to, std::size_t bytes);
    void write_slowly(const std::byte* from, std::size_t bytes);
    void skip_slowly(std::uint64_t bytes);
    void consume(std::size_t bytes);
    void make_room();
    /// Links a page, with what it holds, behind the last.
    void append(Page* page);
    /// Links a page in front of the first: its bytes come before, and the reader offset goes back.
    void prepend(Page* page);
    /// Unlinks the first page, with its unread bytes.
    [[nodiscard]] Page* detach_front();
    void gather(std::size_t bytes);
    std::span<std::byte> offer(std::byte* from, std::size_t bytes);
    bool skip_if(bool is_next, std::uint64_t bytes);
    void release_pages();
    static void release_chain(Page* page);

    /// The readable bytes are [read_, read_limit_) and what was written since the limit was taken;
    /// an offset is a pointer plus the bias of its side.
    std::byte* read_ = nullptr;
    std::byte* read_limit_ = nullptr;
    std::byte* write_ = nullptr;
    std::byte* write_limit_ = nullptr;
    std::uint64_t read_bias_ = 0;
    std::uint64_t write_bias_ = 0;
    Page* front_ = nullptr;
    Page* back_ = nullptr;
    /// Empty pages that `writable` and `writable_iovecs` handed out.
    Page* reserved_ = nullptr;
    /// The room that `commit` may take: its first byte, in the last page or in the first reserved
    /// one, and its size.
    std::byte* offered_at_ = nullptr;
    std::uint64_t offered_bytes_ = 0;
    Growth growth_;
    [[no_unique_address]] UseCheck use_;
};

}  // namespace leat
