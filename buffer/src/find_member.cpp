#include <array>
#include <cstring>

#include "find.hpp"

#if defined(__x86_64__)
#include <tmmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// A byte is looked up in the rows of its set (see `ByteSet::rows`), 16 bytes at a time, by the
// instruction that takes each byte of a vector for the index of a byte in another. An index with
// its top bit set gives 0; so one half of the rows answers for the bytes below 128, the other half
// for the others, and the answers are put together.

namespace leat {
namespace {

constexpr std::size_t lanes = 16;
/// The bit of a row by the upper half of a byte.
constexpr std::array<std::uint8_t, lanes> row_bits = {1, 2, 4, 8, 16, 32, 64, 128,
                                                      1, 2, 4, 8, 16, 32, 64, 128};

#if defined(__x86_64__)

__attribute__((target("ssse3"))) __m128i load(const std::uint8_t* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

/// A place before which no byte matches: that of the first that does, or where less than 16 bytes
/// are left.
__attribute__((target("ssse3"))) std::size_t skip_by_lanes(const std::uint8_t* from,
                                                           std::size_t size, const ByteSet& set,
                                                           bool wanted) {
    const __m128i lower = load(set.rows().data());
    const __m128i upper = load(set.rows().data() + lanes);
    const __m128i bits = load(row_bits.data());
    const __m128i top_bit = _mm_set1_epi8(-128);
    const __m128i half = _mm_set1_epi8(0x0F);
    const unsigned flip = wanted ? 0xFFFF : 0;
    std::size_t at = 0;
    for (; size - at >= lanes; at += lanes) {
        const __m128i bytes = load(from + at);
        const __m128i row = _mm_or_si128(_mm_shuffle_epi8(lower, bytes),
                                         _mm_shuffle_epi8(upper, _mm_xor_si128(bytes, top_bit)));
        const __m128i bit = _mm_shuffle_epi8(bits, _mm_and_si128(_mm_srli_epi16(bytes, 4), half));
        const __m128i is_other = _mm_cmpeq_epi8(_mm_and_si128(row, bit), _mm_setzero_si128());
        const unsigned matches = static_cast<unsigned>(_mm_movemask_epi8(is_other)) ^ flip;
        if (matches != 0) {
            return at + static_cast<std::size_t>(__builtin_ctz(matches));
        }
    }
    return at;
}

bool can_look_up() {
    return __builtin_cpu_supports("ssse3") != 0;
}

#elif defined(__aarch64__)

std::size_t skip_by_lanes(const std::uint8_t* from, std::size_t size, const ByteSet& set,
                          bool wanted) {
    const uint8x16_t lower = vld1q_u8(set.rows().data());
    const uint8x16_t upper = vld1q_u8(set.rows().data() + lanes);
    const uint8x16_t bits = vld1q_u8(row_bits.data());
    const uint8x16_t flip = vdupq_n_u8(wanted ? 0 : 0xFF);
    std::size_t at = 0;
    for (; size - at >= lanes; at += lanes) {
        const uint8x16_t bytes = vld1q_u8(from + at);
        const uint8x16_t index = vandq_u8(bytes, vdupq_n_u8(0x8F));
        const uint8x16_t row = vorrq_u8(vqtbl1q_u8(lower, index),
                                        vqtbl1q_u8(upper, veorq_u8(index, vdupq_n_u8(0x80))));
        const uint8x16_t bit = vqtbl1q_u8(bits, vshrq_n_u8(bytes, 4));
        if (vmaxvq_u8(veorq_u8(vtstq_u8(row, bit), flip)) != 0) {
            return at;
        }
    }
    return at;
}

bool can_look_up() {
    return true;
}

#else

std::size_t skip_by_lanes(const std::uint8_t*, std::size_t, const ByteSet&, bool) {
    return 0;
}

bool can_look_up() {
    return false;
}

#endif

}  // namespace

std::size_t find_member(std::span<const std::byte> bytes, const ByteSet& set, bool wanted) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t at = can_look_up() ? skip_by_lanes(from, bytes.size(), set, wanted) : 0;
    for (; at < bytes.size(); ++at) {
        if (set.contains(from[at]) == wanted) {
            return at;
        }
    }
    return not_found;
}

}  // namespace leat
