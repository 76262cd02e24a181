#include "leat/core/promise.hpp"

#include <gtest/gtest.h>

namespace leat {
namespace {

TEST(FutureDispatcher, FindsThePromiseOfAReply) {
    FutureDispatcher dispatcher;
    Promise promise;
    dispatcher.push(promise);
    EXPECT_EQ(dispatcher.pop(promise.id), &promise);
    EXPECT_EQ(dispatcher.size(), 0U);
}

}  // namespace
}  // namespace leat
