#pragma once

#include <event2/buffer.h>

#include <cstddef>
#include <memory>
#include <span>

namespace leat::bench {

/// libevent's chain of buffers, without locks, as it is by default. See queues.hpp.
class EvbufferQueue {
public:
    void write(std::span<const std::byte> bytes) {
        evbuffer_add(buffer_.get(), bytes.data(), bytes.size());
    }
    void read(std::span<std::byte> to) { evbuffer_remove(buffer_.get(), to.data(), to.size()); }
    template <class T>
    typename T::value_type number() {
        std::byte bytes[T::bytes];
        evbuffer_remove(buffer_.get(), bytes, T::bytes);
        return T::load(bytes);
    }
    [[nodiscard]] std::size_t before_crlf() const {
        const evbuffer_ptr at = evbuffer_search_eol(buffer_.get(), nullptr, nullptr, strict_crlf);
        return static_cast<std::size_t>(at.pos);
    }
    void drop(std::size_t bytes) { evbuffer_drain(buffer_.get(), bytes); }
    void reset() { drop(evbuffer_get_length(buffer_.get())); }

private:
    static constexpr auto strict_crlf = EVBUFFER_EOL_CRLF_STRICT;
    struct Free {
        void operator()(evbuffer* buffer) const { evbuffer_free(buffer); }
    };

    std::unique_ptr<evbuffer, Free> buffer_{evbuffer_new()};
};

}  // namespace leat::bench
