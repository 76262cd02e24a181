#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>

namespace leat::testing {

/// The seed of this run of a random test: LEAT_TEST_SEED if that is set, else a new one.
inline std::uint64_t seed_of_this_run() {
    const char* chosen = std::getenv("LEAT_TEST_SEED");
    return chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : std::random_device{}();
}

/// Where a test that decides at random takes its decisions from: a seed, or the bytes that a fuzzer
/// made up, so that it can steer them. Bytes come to an end; then every choice is 0.
class Choices {
public:
    explicit Choices(std::uint64_t seed) : random_(seed) {}
    explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes), is_endless_(false) {}

    [[nodiscard]] bool has_more() const { return is_endless_ || !bytes_.empty(); }

    std::uint64_t bits() {
        if (is_endless_) {
            return random_();
        }
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) {
            value = value << 8U | next_byte();
        }
        return value;
    }

    /// A number from 0 to `limit` - 1. REQUIRES: `limit` is not 0.
    std::uint64_t below(std::uint64_t limit) {
        if (is_endless_) {
            return random_() % limit;
        }
        // No more bytes than are needed, so that few of them reach far.
        std::uint64_t value = 0;
        for (std::uint64_t reach = 1; reach < limit && reach < std::uint64_t{1} << 56U;
             reach <<= 8U) {
            value = value << 8U | next_byte();
        }
        return value % limit;
    }

    bool one_in(std::uint64_t chances) { return below(chances) == 0; }

private:
    std::uint8_t next_byte() {
        if (bytes_.empty()) {
            return 0;
        }
        const std::uint8_t byte = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return byte;
    }

    std::mt19937_64 random_;
    std::span<const std::uint8_t> bytes_;
    bool is_endless_ = true;
};

}  // namespace leat::testing
