#include "leat/core/message.hpp"

#include <gtest/gtest.h>

namespace leat {
namespace {

struct Notice {};
struct Ask {
    using Reply = Notice;
};

TEST(Message, IsAnAskIfItNamesAReply) {
    static_assert(AskMessage<Ask>);
    static_assert(!AskMessage<Notice>);
    EXPECT_EQ(type_name<int>(), "int");
    EXPECT_NE(type_name<Ask>().find("Ask"), std::string_view::npos);
}

}  // namespace
}  // namespace leat
