#include <algorithm>

#include "find.hpp"
#include "leat/buffer/byte_queue.hpp"
#include "leat/buffer/byte_set.hpp"
#include "leat/buffer/cursor.hpp"

namespace leat {
namespace {

using BytesBefore = ByteQueue::BytesBefore;

enum class Letters { as_they_are, of_any_case };

constexpr std::uint8_t to_lower(std::uint8_t byte) {
    return byte >= 'A' && byte <= 'Z' ? byte | 0x20U : byte;
}

std::uint8_t byte_at(std::string_view text, std::size_t index) {
    return static_cast<std::uint8_t>(text[index]);
}

bool is_equal(std::span<const std::byte> bytes, std::string_view text, Letters letters) {
    if (letters == Letters::as_they_are) {
        return bytes.empty() || std::memcmp(bytes.data(), text.data(), bytes.size()) == 0;
    }
    return std::equal(bytes.begin(), bytes.end(), text.begin(), [](std::byte a, char b) {
        return to_lower(std::to_integer<std::uint8_t>(a)) == to_lower(static_cast<std::uint8_t>(b));
    });
}

bool is_next(ForwardCursor cursor, std::string_view text, Letters letters) {
    if (cursor.remaining() < text.size()) {
        return false;
    }
    while (!text.empty()) {
        const auto chunk = cursor.chunk();
        const std::size_t part = std::min(chunk.size(), text.size());
        if (!is_equal(chunk.first(part), text, letters)) {
            return false;
        }
        text.remove_prefix(part);
        cursor.skip_in_chunk(part);
    }
    return true;
}

/// What of the window lies in the first page. Most searches end there, so it is looked at without a
/// cursor.
std::span<const std::byte> front_part(const ByteQueue& queue, const SearchWindow& window) {
    const auto front = queue.front_chunk();
    if (window.skip >= front.size()) {
        return {};
    }
    const auto ahead = front.subspan(static_cast<std::size_t>(window.skip));
    return ahead.first(
        static_cast<std::size_t>(std::min<std::uint64_t>(window.bytes, ahead.size())));
}

SearchWindow behind(const SearchWindow& window, std::size_t bytes) {
    return {window.skip + bytes, window.bytes - bytes};
}

/// Runs `find` over each chunk until one has a match.
template <class Find>
BytesBefore search(const ByteQueue& queue, const SearchWindow& window, Find find) {
    const auto front = front_part(queue, window);
    const std::size_t in_front = find(front);
    if (in_front != not_found) {
        return window.skip + in_front;
    }
    const SearchWindow rest = behind(window, front.size());
    for (ForwardCursor cursor(queue, rest.skip, rest.bytes); cursor.has_next();
         cursor.next_chunk()) {
        const std::size_t at = find(cursor.chunk());
        if (at != not_found) {
            return cursor.offset() + at - queue.reader_offset();
        }
    }
    return std::nullopt;
}

BytePair first_pair(std::string_view text, Letters letters) {
    if (letters == Letters::as_they_are) {
        return {byte_at(text, 0), byte_at(text, 1)};
    }
    const auto fold = [](std::uint8_t lower) -> std::uint8_t {
        return lower >= 'a' && lower <= 'z' ? 0x20 : 0;
    };
    const std::uint8_t first = to_lower(byte_at(text, 0));
    const std::uint8_t second = to_lower(byte_at(text, 1));
    return {first, second, fold(first), fold(second)};
}

BytesBefore search_text_by_chunks(const ByteQueue& queue, std::string_view text,
                                  const SearchWindow& window, Letters letters) {
    const BytePair pair = first_pair(text, letters);
    ForwardCursor cursor(queue, window.skip, window.bytes);
    while (cursor.remaining() >= text.size()) {
        const std::size_t at = find_pair(cursor.chunk(), pair);
        if (at == not_found) {
            cursor.next_chunk();
            continue;
        }
        cursor.skip_in_chunk(at);
        if (is_next(cursor, text, letters)) {
            return cursor.offset() - queue.reader_offset();
        }
        cursor.skip_in_chunk(1);
    }
    return std::nullopt;
}

/// REQUIRES: `text` has at least two bytes.
BytesBefore search_text(const ByteQueue& queue, std::string_view text, const SearchWindow& window,
                        Letters letters) {
    const auto front = front_part(queue, window);
    const std::size_t at = find_pair(front, first_pair(text, letters));
    if (at == not_found) {
        return search_text_by_chunks(queue, text, behind(window, front.size()), letters);
    }
    if (front.size() - at >= text.size() &&
        is_equal(front.subspan(at + 2, text.size() - 2), text.substr(2), letters)) {
        return window.skip + at;
    }
    return search_text_by_chunks(queue, text, behind(window, at), letters);
}

BytesBefore before_nothing(const ByteQueue& queue, const SearchWindow& window) {
    return window.skip <= queue.readable_bytes() ? BytesBefore(window.skip) : std::nullopt;
}

}  // namespace

BytesBefore ByteQueue::bytes_before(char byte, SearchWindow window) const {
    return search(*this, window, [byte](std::span<const std::byte> chunk) {
        return find_byte(chunk, static_cast<std::uint8_t>(byte));
    });
}

BytesBefore ByteQueue::bytes_before(std::string_view text, SearchWindow window) const {
    if (text.size() < 2) {
        return text.empty() ? before_nothing(*this, window) : bytes_before(text[0], window);
    }
    return search_text(*this, text, window, Letters::as_they_are);
}

BytesBefore ByteQueue::bytes_before_ignoring_case(std::string_view text,
                                                  SearchWindow window) const {
    if (text.empty()) {
        return before_nothing(*this, window);
    }
    if (text.size() == 1) {
        const std::uint8_t lower = to_lower(byte_at(text, 0));
        const std::uint8_t upper = lower >= 'a' && lower <= 'z' ? lower ^ 0x20U : lower;
        const char both[] = {static_cast<char>(lower), static_cast<char>(upper)};
        return bytes_before_any(ByteSet::of({both, 2}), window);
    }
    return search_text(*this, text, window, Letters::of_any_case);
}

BytesBefore ByteQueue::bytes_before_any(const ByteSet& set, SearchWindow window) const {
    return search(*this, window,
                  [&set](std::span<const std::byte> chunk) { return find_any(chunk, set); });
}

BytesBefore ByteQueue::bytes_before_range(std::uint8_t low, std::uint8_t high,
                                          SearchWindow window) const {
    return search(*this, window, [low, high](std::span<const std::byte> chunk) {
        return find_range(chunk, low, high);
    });
}

bool ByteQueue::next_is(char byte) const {
    return !empty() && *read_ == static_cast<std::byte>(byte);
}

bool ByteQueue::next_is(std::string_view text) const {
    return is_next(ForwardCursor(*this, 0, text.size()), text, Letters::as_they_are);
}

bool ByteQueue::next_is_ignoring_case(std::string_view text) const {
    return is_next(ForwardCursor(*this, 0, text.size()), text, Letters::of_any_case);
}

bool ByteQueue::next_matches(const ByteSet& set) const {
    return !empty() && set.contains(std::to_integer<std::uint8_t>(*read_));
}

bool ByteQueue::skip_if(bool is_next, std::uint64_t bytes) {
    if (is_next) {
        skip(bytes);
    }
    return is_next;
}

bool ByteQueue::skip_if_next_is(char byte) {
    return skip_if(next_is(byte), 1);
}

bool ByteQueue::skip_if_next_is(std::string_view text) {
    return skip_if(next_is(text), text.size());
}

bool ByteQueue::skip_if_next_is_ignoring_case(std::string_view text) {
    return skip_if(next_is_ignoring_case(text), text.size());
}

bool ByteQueue::skip_if_next_matches(const ByteSet& set) {
    return skip_if(next_matches(set), 1);
}

std::uint64_t ByteQueue::skip_while(const ByteSet& set) {
    const auto end = search(*this, {}, [&set](std::span<const std::byte> chunk) {
        return find_member(chunk, set, false);
    });
    const std::uint64_t count = end.value_or(readable_bytes());
    skip(count);
    return count;
}

}  // namespace leat
