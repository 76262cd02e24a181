#include "buffer_model.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace leat::testing {
namespace {

/// Bytes of which all texts are parts: few kinds, so that searches find something, with some
/// numbers and dates, so that these can be read.
std::string make_pool() {
    constexpr std::string_view words[] = {"a",    "B",   "ab",       "aab",  "\r\n",  "\r", "\n",
                                          "key:", "KEY", "\x80\x7F", "12",   "-7",    "0x", "ff",
                                          "1e5",  ".25", "  ",       "\xFF", "bcdef", "A"};
    std::mt19937 random(5);
    std::string pool;
    while (pool.size() < 20 * page_capacity) {
        pool += words[random() % std::size(words)];
    }
    return pool;
}

const std::string& pool() {
    static const std::string text = make_pool();
    return text;
}

/// Beyond it, steps read rather than write.
constexpr std::size_t bytes_max = 6 * page_capacity;

}  // namespace

BufferModel::BufferModel(Choices& choices)
    : choices_(choices), pages_before_(PagePool::statistics().in_use) {
}

BufferModel::~BufferModel() = default;

void BufferModel::require(bool holds, std::source_location place) const {
    if (!holds) {
        throw std::logic_error(std::string(place.file_name()) + ":" + std::to_string(place.line()) +
                               ": step " + std::to_string(steps_) + ", " + operation_ +
                               ": the buffer differs from its model");
    }
}

const std::vector<BufferModel::Operation>& BufferModel::operations() {
    using M = BufferModel;
    static const std::vector<Operation> all = {
        {"number", &M::number},
        {"number", &M::number},
        {"varint", &M::varint},
        {"decimal", &M::decimal},
        {"hex number", &M::hex_number},
        {"double", &M::floating},
        {"date", &M::http_date},
        {"write", &M::write},
        {"fill", &M::fill},
        {"approach border", &M::approach_border},
        {"approach border", &M::approach_border},
        {"read", &M::read},
        {"read string", &M::read_string},
        {"skip", &M::skip},
        {"skip to border", &M::skip_to_border},
        {"skip to border", &M::skip_to_border},
        {"get", &M::get},
        {"set", &M::set},
        {"view", &M::view},
        {"contiguous", &M::contiguous},
        {"commit", &M::commit_one_piece},
        {"commit iovecs", &M::commit_iovecs},
        {"readable iovecs", &M::readable_iovecs},
        {"split", &M::split},
        {"extend", &M::extend},
        {"extend by part", &M::extend_by_part},
        {"extend by external", &M::extend_by_external},
        {"compact", &M::compact},
        {"move", &M::move},
        {"clear", &M::clear},
        {"forward cursor", &M::forward_cursor},
        {"backward cursor", &M::backward_cursor},
        {"search byte", &M::search_byte},
        {"search text", &M::search_text},
        {"search ignoring case", &M::search_ignoring_case},
        {"search set", &M::search_set},
        {"search range", &M::search_range},
        {"next", &M::next},
        {"skip if next", &M::skip_if_next},
        {"skip while", &M::skip_while},
    };
    return all;
}

void BufferModel::step() {
    ++steps_;
    current_ = choices_.below(2);
    twin_ = &twins_[current_];
    const auto& all = operations();
    const Operation operation = all[choices_.below(all.size())];
    operation_ = operation.name;
    (this->*operation.run)();
    if (twin_->bytes.size() > bytes_max) {
        operation_ = "skip what is too much";
        skip();
    }
    check(twins_[0]);
    check(twins_[1]);
}

void BufferModel::finish() {
    operation_ = "finish";
    twins_ = {};
    require(external_ == 0);
    require(PagePool::statistics().in_use == pages_before_);
}

void BufferModel::check(const Twin& twin) const {
    const AdaptiveBuffer& buffer = twin.buffer;
    require(buffer.reader_offset() == twin.reader_offset);
    require(buffer.writer_offset() == twin.reader_offset + twin.bytes.size());
    require(buffer.readable_bytes() == twin.bytes.size());
    require(buffer.empty() == twin.bytes.empty());
    require(buffer.empty() == (buffer.page_count() == 0));
    if (steps_ % 8 == 0) {
        require(buffer.to_string() == twin.bytes);
    }
}

void BufferModel::appended(std::string_view text, char is_external) {
    twin_->bytes += text;
    twin_->is_external.append(text.size(), is_external);
}

void BufferModel::consumed(std::size_t bytes) {
    twin_->bytes.erase(0, bytes);
    twin_->is_external.erase(0, bytes);
    twin_->reader_offset += bytes;
}

std::size_t BufferModel::some_size() {
    switch (choices_.below(8)) {
        case 0:
            return page_capacity - 8 + choices_.below(16);
        case 1:
            return choices_.below(2 * page_capacity);
        case 2:
            return choices_.below(600);
        default:
            return choices_.below(24);
    }
}

std::string_view BufferModel::some_text(std::size_t bytes) {
    return std::string_view(pool()).substr(choices_.below(pool().size() - bytes), bytes);
}

/// Of the readable bytes, often as many as lie in the first page, or nearly.
std::size_t BufferModel::some_count() {
    const std::size_t readable = twin_->bytes.size();
    switch (choices_.below(12)) {
        case 0:
            return readable;
        case 1:
            return choices_.below(readable + 1);
        case 2:
        case 3: {
            const std::size_t front = twin_->buffer.front_chunk().size() + choices_.below(9);
            return std::min(readable, front > 4 ? front - 4 : 0);
        }
        default:
            return std::min(readable, some_size());
    }
}

/// The distance of a readable byte, or of the end, from the reader.
std::size_t BufferModel::some_place() {
    const std::size_t readable = twin_->bytes.size();
    return choices_.one_in(3) ? readable - std::min(readable, some_size()) : some_count();
}

std::string_view BufferModel::front(std::size_t bytes) const {
    return std::string_view(twin_->bytes).substr(0, bytes);
}

}  // namespace leat::testing
