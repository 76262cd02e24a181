#include "leat/buffer/use_check.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <type_traits>

#include "leat/buffer/adaptive_buffer.hpp"

namespace leat {
namespace {

TEST(UseCheck, LetsOneThreadUseTheObjectInsideOfAUse) {
    UseCheck check;
    const UseCheck::Scope outer(check);
    const UseCheck::Scope inner(check);
}

TEST(UseCheck, LetsThreadsUseTheObjectOneAfterTheOther) {
    UseCheck check;
    {
        const UseCheck::Scope use(check);
    }
    std::thread([&] { const UseCheck::Scope use(check); }).join();
    const UseCheck::Scope use(check);
}

#if defined(LEAT_TRACK_PAGES)
/// Stays inside of a use until the process ends.
void stay(void* is_inside) {
    static_cast<std::atomic<bool>*>(is_inside)->store(true);
    for (;;) {
        std::this_thread::yield();
    }
}

void write_while_another_thread_reads() {
    std::atomic<bool> is_inside = false;
    AdaptiveBuffer buffer;
    buffer.extend(std::as_bytes(std::span("external")), &stay, &is_inside);
    buffer.write("more");
    std::thread reader([&] { buffer.skip(sizeof "external"); });
    while (!is_inside.load()) {
        std::this_thread::yield();
    }
    buffer.write("!");
    reader.join();
}

TEST(UseCheckDeathTest, FindsTwoThreadsInOneBuffer) {
    EXPECT_DEATH(write_while_another_thread_reads(), "object used by two threads at a time");
}
#else
TEST(UseCheck, TakesNoRoomUnlessPagesAreTracked) {
    EXPECT_TRUE(std::is_empty_v<UseCheck>);
    EXPECT_LE(sizeof(AdaptiveBuffer), 96U);
}
#endif

}  // namespace
}  // namespace leat
