#include "leat/buffer/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace leat {
namespace {

Result<int> half(int number) {
    if (number % 2 != 0) {
        return Error(Errc::malformed_number, "odd");
    }
    return number / 2;
}

TEST(Result, HoldsAValue) {
    const auto result = half(8);
    ASSERT_TRUE(result);
    EXPECT_EQ(*result, 4);
    EXPECT_EQ(result.value_or(9), 4);
}

TEST(Result, HoldsAnError) {
    const auto result = half(7);
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error() == Errc::malformed_number);
    EXPECT_EQ(result.value_or(9), 9);
}

TEST(Result, TakesMoveOnlyValues) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
    const std::unique_ptr<int> taken = *std::move(result);
    EXPECT_EQ(*taken, 3);
}

TEST(Result, ReachesMembersByArrow) {
    Result<std::string> result = std::string("abc");
    EXPECT_EQ(result->size(), 3U);
}

TEST(Result, OfVoidIsSuccessOrError) {
    EXPECT_TRUE(Result<void>());
    const Result<void> failed = Errc::end_of_data;
    ASSERT_FALSE(failed);
    EXPECT_TRUE(failed.error() == Errc::end_of_data);
}

TEST(ResultDeathTest, RefusesToReadWhatIsNotThere) {
    const auto good = half(8);
    const auto bad = half(7);
    EXPECT_DEATH((void)bad.value(), "holds an error; test it first: not a number: odd");
    EXPECT_DEATH((void)good.error(), "holds a value");
    EXPECT_DEATH((void)Result<void>().error(), "succeeded");
}

}  // namespace
}  // namespace leat
