#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>

#include "leat/buffer/adaptive_buffer.hpp"

/// The sides of the benchmarks on byte queues. Each has the same functions, so that one workload
/// runs on all of them; none is asked for more bytes than it holds.
namespace leat::bench {

class LeatQueue {
public:
    void write(std::span<const std::byte> bytes) { buffer_.write(bytes); }
    void read(std::span<std::byte> to) { buffer_.read(to); }
    template <class T>
    typename T::value_type number() {
        return buffer_.read<T>();
    }
    /// Bytes before the first CR LF. REQUIRES: there is one.
    [[nodiscard]] std::size_t before_crlf() const { return *buffer_.bytes_before("\r\n"); }
    void drop(std::size_t bytes) { buffer_.skip(bytes); }
    void reset() { buffer_.clear(); }

private:
    AdaptiveBuffer buffer_;
};

/// One array that is large enough for all, without any check: the limit of what can be done.
class FlatQueue {
public:
    void write(std::span<const std::byte> bytes) {
        std::memcpy(end_, bytes.data(), bytes.size());
        end_ += bytes.size();
    }
    void read(std::span<std::byte> to) {
        std::memcpy(to.data(), begin_, to.size());
        drop(to.size());
    }
    template <class T>
    typename T::value_type number() {
        const std::byte* from = begin_;
        begin_ += T::bytes;
        return T::load(from);
    }
    [[nodiscard]] std::size_t before_crlf() const {
        for (const std::byte* at = begin_;; ++at) {
            at = static_cast<const std::byte*>(
                std::memchr(at, '\r', static_cast<std::size_t>(end_ - at)));
            if (at[1] == std::byte{'\n'}) {
                return static_cast<std::size_t>(at - begin_);
            }
        }
    }
    void drop(std::size_t bytes) { begin_ += bytes; }
    /// Starts again at the front: the workloads call it when all was read.
    void reset() { begin_ = end_ = memory_.get(); }

private:
    static constexpr std::size_t capacity = std::size_t{2} << 20U;

    std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(capacity);
    std::byte* begin_ = memory_.get();
    std::byte* end_ = memory_.get();
};

}  // namespace leat::bench
