#include "leat/buffer/error.hpp"

#include <gtest/gtest.h>

namespace leat {
namespace {

TEST(Error, TellsTheCodesMessageAlone) {
    EXPECT_EQ(Error(Errc::end_of_data).message(), "not enough data");
}

TEST(Error, TellsTheDetailBehindTheMessage) {
    const Error error(Errc::limit_exceeded, "line of 9000 bytes, at most 8192");
    EXPECT_EQ(error.message(), "limit exceeded: line of 9000 bytes, at most 8192");
    EXPECT_EQ(error.detail(), "line of 9000 bytes, at most 8192");
}

TEST(Error, ComparesWithItsCode) {
    EXPECT_TRUE(Error(Errc::end_of_data) == Errc::end_of_data);
    EXPECT_FALSE(Error(Errc::end_of_data) == Errc::malformed_date);
}

TEST(Error, CarriesCodesOfTheSystem) {
    const Error error(std::make_error_code(std::errc::address_in_use), "port 80");
    EXPECT_EQ(error.code(), std::errc::address_in_use);
    EXPECT_NE(error.message().find("port 80"), std::string::npos);
}

TEST(Errc, EachHasAMessageOfItsOwn) {
    EXPECT_STREQ(error_category().name(), "leat");
    for (int code = 1; code <= static_cast<int>(Errc::service_taken); ++code) {
        EXPECT_EQ(error_category().message(code).find("unknown"), std::string::npos) << code;
    }
    EXPECT_EQ(error_category().message(9999), "unknown error 9999");
}

TEST(Errc, ConvertsToAnErrorCode) {
    const std::error_code code = Errc::malformed_number;
    EXPECT_EQ(&code.category(), &error_category());
    EXPECT_EQ(code.value(), static_cast<int>(Errc::malformed_number));
}

}  // namespace
}  // namespace leat
