#include <algorithm>
#include <cstring>
#include <vector>

#include "buffer_model.hpp"

namespace leat::testing {
namespace {

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

}  // namespace

void BufferModel::write() {
    const auto text = some_text(some_size());
    if (choices_.one_in(2)) {
        twin_->buffer.write(text);
    } else {
        twin_->buffer.write(bytes_of(text));
    }
    appended(text);
}

void BufferModel::fill() {
    const auto value = static_cast<char>(choices_.bits());
    const std::string text(some_size(), value);
    twin_->buffer.fill(static_cast<std::byte>(value), text.size());
    appended(text);
}

/// Leaves no or little room in the last page.
void BufferModel::approach_border() {
    const std::size_t room = twin_->buffer.writable(1).size();
    twin_->buffer.commit(0);
    const auto text = some_text(room - std::min(room, choices_.below(12)));
    twin_->buffer.write(text);
    appended(text);
}

void BufferModel::read() {
    const std::size_t count = some_count();
    std::string text(count, '\0');
    twin_->buffer.read(std::as_writable_bytes(std::span(text)));
    require(text == front(count));
    consumed(count);
    std::string too_long(twin_->bytes.size() + 1, '\0');
    require(!twin_->buffer.try_read(std::as_writable_bytes(std::span(too_long))));
}

void BufferModel::read_string() {
    const std::size_t count = some_count();
    require(!twin_->buffer.try_read_string(twin_->bytes.size() + 1 + choices_.bits() / 2));
    const std::string text = choices_.one_in(2) ? twin_->buffer.read_string(count)
                                                : *twin_->buffer.try_read_string(count);
    require(text == front(count));
    consumed(count);
}

void BufferModel::skip() {
    const std::size_t count = some_count();
    twin_->buffer.skip(count);
    consumed(count);
}

/// Leaves few bytes in the first page.
void BufferModel::skip_to_border() {
    const std::size_t chunk = twin_->buffer.front_chunk().size();
    const std::size_t count = chunk - std::min(chunk, choices_.below(12));
    twin_->buffer.skip(count);
    consumed(count);
}

void BufferModel::get() {
    const std::size_t place = some_place();
    const std::size_t count = std::min(some_size(), twin_->bytes.size() - place);
    std::string text(count, '\0');
    twin_->buffer.get(twin_->reader_offset + place, std::as_writable_bytes(std::span(text)));
    require(text == twin_->bytes.substr(place, count));
}

void BufferModel::set() {
    const std::size_t place = some_place();
    const std::size_t ours = std::min(twin_->is_external.find('\1', place), twin_->bytes.size());
    const auto text = some_text(std::min(some_size(), ours - place));
    twin_->buffer.set(twin_->reader_offset + place, bytes_of(text));
    twin_->bytes.replace(place, text.size(), text);
}

void BufferModel::view() {
    const auto chunk = text_of(twin_->buffer.front_chunk());
    require(chunk.empty() == twin_->bytes.empty());
    require(chunk == front(chunk.size()));
}

void BufferModel::contiguous() {
    const std::size_t count = some_count();
    require(text_of(twin_->buffer.contiguous(count)) == front(count));
    require(twin_->buffer.contiguous_text(count) == front(count));
}

void BufferModel::commit_one_piece() {
    const std::size_t wanted = std::min(some_size(), page_capacity);
    const auto room = twin_->buffer.writable(wanted);
    require(room.size() >= wanted);
    const auto text = some_text(choices_.below(room.size() + 1));
    std::ranges::copy(bytes_of(text), room.begin());
    twin_->buffer.commit(text.size());
    appended(text);
}

void BufferModel::commit_iovecs() {
    std::vector<iovec> vectors(choices_.below(5));
    const std::size_t wanted = some_size();
    vectors.resize(twin_->buffer.writable_iovecs(vectors, wanted));
    std::size_t room = 0;
    for (const iovec& vector : vectors) {
        require(vector.iov_len > 0);
        room += vector.iov_len;
    }
    require(room <= wanted);
    const auto text = some_text(choices_.below(room + 1));
    std::size_t done = 0;
    for (const iovec& vector : vectors) {
        const std::size_t part = std::min(vector.iov_len, text.size() - done);
        std::memcpy(vector.iov_base, text.data() + done, part);
        done += part;
    }
    twin_->buffer.commit(text.size());
    appended(text);
}

void BufferModel::readable_iovecs() {
    std::vector<iovec> vectors(choices_.below(5));
    const std::size_t entries = vectors.size();
    vectors.resize(twin_->buffer.readable_iovecs(vectors));
    std::string text;
    for (const iovec& vector : vectors) {
        text.append(static_cast<const char*>(vector.iov_base), vector.iov_len);
    }
    require(text == front(text.size()));
    require(vectors.size() == entries || text.size() == twin_->bytes.size());
}

}  // namespace leat::testing
