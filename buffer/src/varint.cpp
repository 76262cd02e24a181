#include "leat/buffer/varint.hpp"

#include "leat/buffer/cursor.hpp"

namespace leat {

void write_varint(ByteQueue& out, std::uint64_t number) {
    while (number >= 0x80) {
        out.write<u8>(static_cast<std::uint8_t>(number | 0x80U));
        number >>= 7U;
    }
    out.write<u8>(static_cast<std::uint8_t>(number));
}

Result<std::uint64_t> read_varint(ByteQueue& in) {
    std::uint64_t number = 0;
    unsigned shift = 0;
    for (ForwardCursor cursor(in); cursor.has_next(); shift += 7) {
        const std::uint64_t byte = cursor.next();
        // The tenth byte has room for the top bit alone.
        if (shift == 63 && byte > 1) {
            return Errc::number_out_of_range;
        }
        number |= (byte & 0x7FU) << shift;
        if (byte < 0x80) {
            in.skip(shift / 7 + 1);
            return number;
        }
    }
    return Errc::end_of_data;
}

void write_signed_varint(ByteQueue& out, std::int64_t number) {
    write_varint(out, to_zigzag(number));
}

Result<std::int64_t> read_signed_varint(ByteQueue& in) {
    const auto number = read_varint(in);
    if (!number) {
        return number.error();
    }
    return from_zigzag(*number);
}

}  // namespace leat
