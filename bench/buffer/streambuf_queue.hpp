#pragma once

#include <asio/buffer.hpp>
#include <asio/read_until.hpp>
#include <asio/streambuf.hpp>
#include <cstddef>
#include <span>

namespace leat::bench {

/// Asio's streambuf, by its faster functions rather than those of iostreams. See queues.hpp.
class StreambufQueue {
public:
    void write(std::span<const std::byte> bytes) {
        buffer_.commit(asio::buffer_copy(buffer_.prepare(bytes.size()),
                                         asio::buffer(bytes.data(), bytes.size())));
    }
    void read(std::span<std::byte> to) {
        asio::buffer_copy(asio::buffer(to.data(), to.size()), buffer_.data());
        buffer_.consume(to.size());
    }
    template <class T>
    typename T::value_type number() {
        const auto value = T::load(static_cast<const std::byte*>(buffer_.data().data()));
        buffer_.consume(T::bytes);
        return value;
    }
    /// `read_until` looks into the buffer first, and finds what it looks for.
    std::size_t before_crlf() {
        NoStream stream;
        return asio::read_until(stream, buffer_, "\r\n") - 2;
    }
    void drop(std::size_t bytes) { buffer_.consume(bytes); }
    void reset() { buffer_.consume(buffer_.size()); }

private:
    struct NoStream {
        template <class Buffers>
        std::size_t read_some(const Buffers&, asio::error_code& error) {
            error = asio::error::eof;
            return 0;
        }
    };

    asio::streambuf buffer_;
};

}  // namespace leat::bench
