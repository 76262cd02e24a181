#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace leat {

/// A set of byte values, for searches: `constexpr auto blanks = ByteSet::of(" \t\r\n");`
class ByteSet {
public:
    /// A set of so few members is searched for on every machine as fast as a single byte; a larger
    /// one where the machine can look up bytes in a vector (x86-64 with SSSE3, ARM).
    static constexpr std::size_t few = 4;

    constexpr ByteSet() = default;

    /// Exactly the bytes of `members`.
    [[nodiscard]] static constexpr ByteSet of(std::string_view members) {
        ByteSet set;
        for (const char member : members) {
            set.add(static_cast<std::uint8_t>(member));
        }
        return set;
    }

    /// All bytes from `low` to `high`, both included.
    [[nodiscard]] static constexpr ByteSet range(std::uint8_t low, std::uint8_t high) {
        ByteSet set;
        for (unsigned byte = low; byte <= high; ++byte) {
            set.add(static_cast<std::uint8_t>(byte));
        }
        return set;
    }

    [[nodiscard]] constexpr bool contains(std::uint8_t byte) const { return has_[byte]; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }

    /// The first members that were added; as many as there are, at most `few`.
    [[nodiscard]] constexpr const std::array<std::uint8_t, few>& first_members() const {
        return first_members_;
    }

    /// The set as bits, for vector searches: bit `b >> 4 & 7` of row `b & 15` tells of byte `b`, in
    /// the first 16 rows for bytes below 128, in the last 16 for the others.
    [[nodiscard]] constexpr const std::array<std::uint8_t, 32>& rows() const { return rows_; }

    /// The bytes that are in either set.
    friend constexpr ByteSet operator|(ByteSet a, const ByteSet& b) {
        for (unsigned byte = 0; byte < 256; ++byte) {
            if (b.has_[byte]) {
                a.add(static_cast<std::uint8_t>(byte));
            }
        }
        return a;
    }

    /// The bytes that are not in this set.
    constexpr ByteSet operator~() const {
        ByteSet rest;
        for (unsigned byte = 0; byte < 256; ++byte) {
            if (!has_[byte]) {
                rest.add(static_cast<std::uint8_t>(byte));
            }
        }
        return rest;
    }

private:
    constexpr void add(std::uint8_t byte) {
        if (has_[byte]) {
            return;
        }
        has_[byte] = true;
        const unsigned half = byte < 128 ? 0 : 16;
        std::uint8_t& row = rows_[half + (byte & 15U)];
        row = static_cast<std::uint8_t>(row | 1U << (byte >> 4U & 7U));
        if (size_ < few) {
            first_members_[size_] = byte;
        }
        ++size_;
    }

    std::array<bool, 256> has_{};
    std::array<std::uint8_t, 32> rows_{};
    std::array<std::uint8_t, few> first_members_{};
    std::size_t size_ = 0;
};

}  // namespace leat
