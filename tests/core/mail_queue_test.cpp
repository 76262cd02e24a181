#include "leat/core/mail_queue.hpp"

#include <gtest/gtest.h>

namespace leat {
namespace {

TEST(MailQueue, IsFirstInFirstOut) {
    MailQueue queue;
    Letter letters[3];
    EXPECT_TRUE(queue.is_empty());
    for (Letter& letter : letters) {
        queue.push(letter);
    }
    EXPECT_EQ(queue.size(), 3U);
    EXPECT_EQ(&queue.front(), &letters[0]);
    for (Letter& letter : letters) {
        EXPECT_EQ(&queue.pop(), &letter);
    }
    EXPECT_TRUE(queue.is_empty());
}

TEST(MailQueue, TakesALetterToItsFrontAlsoWhenEmpty) {
    MailQueue queue;
    Letter first;
    Letter second;
    Letter third;
    queue.push_front(second);
    queue.push(third);
    queue.push_front(first);
    EXPECT_EQ(&queue.pop(), &first);
    EXPECT_EQ(&queue.pop(), &second);
    EXPECT_EQ(&queue.pop(), &third);
    EXPECT_EQ(queue.size(), 0U);
}

}  // namespace
}  // namespace leat
