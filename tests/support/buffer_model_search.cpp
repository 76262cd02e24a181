#include <algorithm>

#include "buffer_model.hpp"

namespace leat::testing {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool contains(const ByteSet& set, char c) {
    return set.contains(static_cast<std::uint8_t>(c));
}

std::size_t find_member(std::string_view text, const ByteSet& set) {
    const auto* at =
        std::find_if(text.begin(), text.end(), [&](char c) { return contains(set, c); });
    return at == text.end() ? text.npos : static_cast<std::size_t>(at - text.begin());
}

}  // namespace

SearchWindow BufferModel::some_window() {
    SearchWindow window;
    if (choices_.one_in(2)) {
        window.skip = choices_.one_in(10) ? choices_.bits() : some_place();
    }
    if (choices_.one_in(3)) {
        window.bytes = choices_.one_in(10) ? choices_.bits() : some_size();
    }
    return window;
}

/// Often a part of what is there, at times with another last byte.
std::string BufferModel::some_needle() {
    const std::size_t bytes = choices_.below(9);
    if (choices_.one_in(3)) {
        return std::string(some_text(bytes));
    }
    std::string needle = twin_->bytes.substr(some_place(), bytes);
    if (!needle.empty() && choices_.one_in(4)) {
        needle.back() = static_cast<char>(choices_.bits());
    }
    return needle;
}

ByteSet BufferModel::some_set() {
    if (choices_.one_in(3)) {
        const auto low = static_cast<std::uint8_t>(choices_.bits());
        const auto high =
            static_cast<std::uint8_t>(std::min<std::uint64_t>(low + choices_.below(40), 255));
        const ByteSet range = ByteSet::range(low, high);
        return choices_.one_in(2) ? range : range | ByteSet::of(some_needle());
    }
    const ByteSet set = ByteSet::of(some_needle());
    return choices_.one_in(4) ? ~set : set;
}

/// `find(text)` gives the place of the first match in a text, which is what the window shows.
template <class Find>
void BufferModel::check_search(ByteQueue::BytesBefore found, SearchWindow window, Find find) const {
    const std::string_view all = twin_->bytes;
    if (window.skip > all.size()) {
        return require(!found);
    }
    const std::size_t place = find(all.substr(window.skip, window.bytes));
    require(found ==
            (place == all.npos ? std::nullopt : ByteQueue::BytesBefore(window.skip + place)));
}

void BufferModel::search_byte() {
    const SearchWindow window = some_window();
    const std::string needle = some_needle() + static_cast<char>(choices_.bits());
    check_search(twin_->buffer.bytes_before(needle[0], window), window,
                 [&](std::string_view text) { return text.find(needle[0]); });
}

void BufferModel::search_text() {
    const SearchWindow window = some_window();
    const std::string needle = some_needle();
    check_search(twin_->buffer.bytes_before(needle, window), window,
                 [&](std::string_view text) { return text.find(needle); });
}

void BufferModel::search_ignoring_case() {
    const SearchWindow window = some_window();
    const std::string needle = some_needle();
    check_search(twin_->buffer.bytes_before_ignoring_case(needle, window), window,
                 [&](std::string_view text) { return lowered(text).find(lowered(needle)); });
}

void BufferModel::search_set() {
    const SearchWindow window = some_window();
    const ByteSet set = some_set();
    check_search(twin_->buffer.bytes_before_any(set, window), window,
                 [&](std::string_view text) { return find_member(text, set); });
}

void BufferModel::search_range() {
    const SearchWindow window = some_window();
    const auto low = static_cast<std::uint8_t>(choices_.bits());
    const auto high = static_cast<std::uint8_t>(choices_.bits());
    check_search(twin_->buffer.bytes_before_range(low, high, window), window,
                 [&](std::string_view text) {
                     return low > high ? text.npos : find_member(text, ByteSet::range(low, high));
                 });
}

void BufferModel::next() {
    const std::string_view bytes = twin_->bytes;
    const std::string needle = choices_.one_in(2) ? std::string(front(some_size())) : some_needle();
    const bool is_next = bytes.starts_with(needle);
    require(twin_->buffer.next_is(needle) == is_next);
    require(twin_->buffer.next_is_ignoring_case(needle) ==
            lowered(bytes).starts_with(lowered(needle)));
    require(twin_->buffer.next_is(needle + "x") == bytes.starts_with(needle + "x"));
    const ByteSet set = some_set();
    require(twin_->buffer.next_matches(set) == (!bytes.empty() && contains(set, bytes[0])));
    const auto byte = static_cast<char>(choices_.bits());
    require(twin_->buffer.next_is(byte) == bytes.starts_with(byte));
}

void BufferModel::skip_if_next() {
    const std::string needle = choices_.one_in(2) ? std::string(front(some_size())) : some_needle();
    const bool folds = choices_.one_in(2);
    const bool is_next = folds ? lowered(twin_->bytes).starts_with(lowered(needle))
                               : twin_->bytes.starts_with(needle);
    require((folds ? twin_->buffer.skip_if_next_is_ignoring_case(needle)
                   : twin_->buffer.skip_if_next_is(needle)) == is_next);
    consumed(is_next ? needle.size() : 0);
    const bool is_byte = twin_->bytes.starts_with('a');
    require(twin_->buffer.skip_if_next_is('a') == is_byte);
    consumed(is_byte ? 1 : 0);
    const ByteSet set = some_set();
    const bool is_member = !twin_->bytes.empty() && contains(set, twin_->bytes[0]);
    require(twin_->buffer.skip_if_next_matches(set) == is_member);
    consumed(is_member ? 1 : 0);
}

void BufferModel::skip_while() {
    const ByteSet set = some_set();
    const auto& bytes = twin_->bytes;
    const auto end =
        std::find_if_not(bytes.begin(), bytes.end(), [&](char c) { return contains(set, c); });
    const auto count = static_cast<std::size_t>(end - bytes.begin());
    require(twin_->buffer.skip_while(set) == count);
    consumed(count);
}

}  // namespace leat::testing
