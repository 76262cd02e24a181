#include "leat/core/failure.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "leat/core/envelope.hpp"

namespace leat {
namespace {

TEST(Failure, RaisesTheExceptionOfAHandlerAsItIs) {
    const Failure failure(std::make_exception_ptr(std::runtime_error("broken")));
    EXPECT_THROW(failure.raise(), std::runtime_error);
    EXPECT_EQ(failure.error().detail(), "broken");
    const Failure strange(std::make_exception_ptr(3));
    EXPECT_TRUE(strange.error() == Errc::handler_failed);
}

TEST(Failure, RaisesACodeOfOursAsAnAskError) {
    const Failure failure(Errc::ask_timeout);
    EXPECT_TRUE(failure.error() == Errc::ask_timeout);
    try {
        failure.raise();
    } catch (const AskError& error) {
        EXPECT_EQ(error.code(), Errc::ask_timeout);
        EXPECT_STREQ(error.what(), "no reply in time");
    }
}

}  // namespace
}  // namespace leat
