#include <algorithm>
#include <memory>
#include <utility>

#include "buffer_model.hpp"
#include "leat/buffer/cursor.hpp"

namespace leat::testing {
namespace {

/// External memory, on the heap of its own so that a sanitizer sees a use after its release.
struct External {
    std::string text;
    std::size_t* alive;
};

void release(void* context) {
    const std::unique_ptr<External> external(static_cast<External*>(context));
    --*external->alive;
}

}  // namespace

void BufferModel::split() {
    const std::size_t count = some_count();
    other() = {.buffer = twin_->buffer.split_before(count),
               .bytes = twin_->bytes.substr(0, count),
               .is_external = twin_->is_external.substr(0, count)};
    consumed(count);
}

void BufferModel::extend() {
    other().buffer.extend(std::move(twin_->buffer));
    other().bytes += twin_->bytes;
    other().is_external += twin_->is_external;
    consumed(twin_->bytes.size());
}

void BufferModel::extend_by_part() {
    const std::size_t count = some_count();
    other().buffer.extend(twin_->buffer, count);
    other().bytes += front(count);
    other().is_external += twin_->is_external.substr(0, count);
    consumed(count);
}

void BufferModel::extend_by_external() {
    auto external =
        std::make_unique<External>(External{std::string(some_text(some_size())), &external_});
    ++external_;
    appended(external->text, '\1');
    const auto memory = std::as_bytes(std::span(external->text));
    twin_->buffer.extend(memory, &release, external.release());
}

void BufferModel::compact() {
    const std::size_t pages = twin_->buffer.page_count();
    twin_->buffer.compact();
    require(twin_->buffer.page_count() <= pages);
}

void BufferModel::move() {
    AdaptiveBuffer moved = std::move(twin_->buffer);
    require(twin_->buffer.empty() && twin_->buffer.reader_offset() == 0);
    twin_->buffer.write("overwritten");
    twin_->buffer = std::move(moved);
}

void BufferModel::clear() {
    if (choices_.one_in(4)) {
        twin_->buffer.clear();
        consumed(twin_->bytes.size());
    }
}

void BufferModel::forward_cursor() {
    const std::size_t place = some_place();
    const std::size_t count = std::min(some_size(), twin_->bytes.size() - place);
    const std::string expected = twin_->bytes.substr(place, count);
    std::string seen;
    for (ForwardCursor cursor(twin_->buffer, place, count); cursor.has_next();) {
        require(cursor.offset() == twin_->reader_offset + place + seen.size());
        require(cursor.remaining() == count - seen.size());
        const auto chunk = cursor.chunk();
        require(!chunk.empty());
        if (choices_.one_in(2)) {
            seen += static_cast<char>(cursor.next());
            continue;
        }
        const std::size_t part = choices_.one_in(2) ? chunk.size() : chunk.size() / 2;
        seen.append(reinterpret_cast<const char*>(chunk.data()), part);
        if (part == chunk.size()) {
            cursor.next_chunk();
        } else {
            cursor.skip_in_chunk(part);
        }
    }
    require(seen == expected);
}

void BufferModel::backward_cursor() {
    const std::size_t place = some_place();
    BackwardCursor cursor(twin_->buffer, place);
    std::size_t left = twin_->bytes.size() - place;
    for (std::size_t steps = some_size(); cursor.has_next() && steps > 0; --steps) {
        require(cursor.remaining() == left);
        require(cursor.next() == static_cast<std::uint8_t>(twin_->bytes[--left]));
        require(cursor.offset() == twin_->reader_offset + left);
    }
    require(cursor.has_next() == (left > 0));
}

}  // namespace leat::testing
