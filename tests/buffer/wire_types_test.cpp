#include "leat/buffer/wire_types.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace leat {
namespace {

template <class T>
std::vector<int> bytes_of(typename T::value_type value) {
    std::byte bytes[T::bytes];
    T::store(bytes, value);
    std::vector<int> numbers;
    for (const std::byte byte : bytes) {
        numbers.push_back(std::to_integer<int>(byte));
    }
    return numbers;
}

template <class T>
typename T::value_type round_trip(typename T::value_type value) {
    std::byte bytes[T::bytes];
    T::store(bytes, value);
    return T::load(bytes);
}

TEST(WireTypes, StoreInNetworkOrderByDefault) {
    EXPECT_EQ(bytes_of<u8>(0x12), (std::vector<int>{0x12}));
    EXPECT_EQ(bytes_of<u16>(0x1234), (std::vector<int>{0x12, 0x34}));
    EXPECT_EQ(bytes_of<u24>(0x123456), (std::vector<int>{0x12, 0x34, 0x56}));
    EXPECT_EQ(bytes_of<u32>(0x12345678), (std::vector<int>{0x12, 0x34, 0x56, 0x78}));
    EXPECT_EQ(bytes_of<u64>(0x0102030405060708), (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(bytes_of<f32>(1.0F), (std::vector<int>{0x3F, 0x80, 0, 0}));
}

TEST(WireTypes, StoreInLittleEndianWhenAsked) {
    EXPECT_EQ(bytes_of<u16_le>(0x1234), (std::vector<int>{0x34, 0x12}));
    EXPECT_EQ(bytes_of<u24_le>(0x123456), (std::vector<int>{0x56, 0x34, 0x12}));
    EXPECT_EQ(bytes_of<u32_le>(0x12345678), (std::vector<int>{0x78, 0x56, 0x34, 0x12}));
    EXPECT_EQ(bytes_of<u64_le>(0x0102030405060708), (std::vector<int>{8, 7, 6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(bytes_of<f64_le>(1.0), (std::vector<int>{0, 0, 0, 0, 0, 0, 0xF0, 0x3F}));
}

template <class T>
class EveryWireType : public testing::Test {};
using Names =
    testing::Types<u8, i8, u16, i16, u24, i24, u32, i32, u64, i64, f32, f64, u16_le, i16_le, u24_le,
                   i24_le, u32_le, i32_le, u64_le, i64_le, f32_le, f64_le>;
TYPED_TEST_SUITE(EveryWireType, Names);

TYPED_TEST(EveryWireType, LoadsWhatItStored) {
    using Value = typename TypeParam::value_type;
    using Limits = std::numeric_limits<Value>;
    for (const Value value : {Value{0}, Value{1}, Value{100}}) {
        EXPECT_EQ(round_trip<TypeParam>(value), value);
    }
    if constexpr (Limits::is_signed) {
        EXPECT_EQ(round_trip<TypeParam>(Value{-1}), Value{-1});
        EXPECT_EQ(round_trip<TypeParam>(Value{-100}), Value{-100});
    }
    if constexpr (TypeParam::bytes == sizeof(Value)) {
        EXPECT_EQ(round_trip<TypeParam>(Limits::lowest()), Limits::lowest());
        EXPECT_EQ(round_trip<TypeParam>(Limits::max()), Limits::max());
    }
}

TEST(WireTypes, KeepTheSignOfThreeBytes) {
    EXPECT_EQ(round_trip<i24>(-(1 << 23)), -(1 << 23));
    EXPECT_EQ(round_trip<i24>((1 << 23) - 1), (1 << 23) - 1);
    EXPECT_EQ(round_trip<u24_le>(0xFFFFFF), 0xFFFFFFU);
}

TEST(WireTypes, KeepEveryBitOfAFloat) {
    EXPECT_TRUE(std::isnan(round_trip<f64>(std::numeric_limits<double>::quiet_NaN())));
    EXPECT_TRUE(std::signbit(round_trip<f32_le>(-0.0F)));
}

TEST(WireTypes, MoveTheFieldsOfAHeaderInTheirOrder) {
    using Header = WireTuple<u8, u16_le, u24, i32>;
    EXPECT_EQ(Header::bytes, 10U);
    EXPECT_EQ(bytes_of<Header>({1, std::uint16_t{0x0302}, 0x040506, -2}),
              (std::vector<int>{1, 2, 3, 4, 5, 6, 0xFF, 0xFF, 0xFF, 0xFE}));
    const Header::value_type header{7, std::uint16_t{300}, 70'000, -1};
    EXPECT_EQ(round_trip<Header>(header), header);
}

TEST(WireTypesDeathTest, RefuseWhatDoesNotFitThreeBytes) {
    std::byte bytes[3];
    EXPECT_DEATH(u24::store(bytes, 0x1000000), "more than 24 bits");
    EXPECT_DEATH(i24::store(bytes, 1 << 23), "more than 24 bits");
    EXPECT_DEATH(i24_le::store(bytes, -(1 << 23) - 1), "more than 24 bits");
}

}  // namespace
}  // namespace leat
