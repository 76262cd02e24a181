#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>
#include <vector>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

std::chrono::nanoseconds cpu_time() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto of = [](const timeval& time) {
        return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    };
    return of(use.ru_utime) + of(use.ru_stime);
}

/// The bar is a part in a thousand of one core; a sanitizer makes what little there is dearer.
TEST(Idle, ASystemOfManyActorsUsesNoProcessorTime) {
    System system({.threads = 4});
    std::vector<Address<Ping>> actors;
    for (int i = 0; i < 10'000; ++i) {
        actors.push_back(system.spawn<PongActor>());
    }
    for (const auto& actor : actors) {
        actor.notice<Ping>(1);
    }
    EXPECT_TRUE(actors.back().ask_blocking<Ping>(patience, 1));
    while (system.metrics().messages < 10'001) {
        std::this_thread::sleep_for(1ms);
    }
    std::this_thread::sleep_for(100ms);

    const auto before = cpu_time();
    std::this_thread::sleep_for(5s);
    const auto used = cpu_time() - before;

    EXPECT_LT(used, 5ms) << "microseconds: "
                         << std::chrono::duration_cast<std::chrono::microseconds>(used).count();
}

}  // namespace
}  // namespace leat
