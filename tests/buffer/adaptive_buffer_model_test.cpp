#include <gtest/gtest.h>

#include <cstdio>
#include <exception>

#include "buffer_model.hpp"

namespace leat {
namespace {

/// Operations of a run. Builds that track pages are those with sanitizers, without optimisation or
/// with coverage: there, each takes many times as long.
#if defined(LEAT_TRACK_PAGES)
constexpr int operations = 50'000;
#else
constexpr int operations = 1'000'000;
#endif
/// Then it starts anew with empty buffers.
constexpr int operations_per_model = 10'000;

TEST(AdaptiveBuffer, DoesWhatAStringDoesInAMillionRandomOperations) {
    const auto seed = testing::seed_of_this_run();
    std::printf("LEAT_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
    testing::Choices choices(seed);
    try {
        for (int done = 0; done < operations; done += operations_per_model) {
            testing::BufferModel model(choices);
            for (int step = 0; step < operations_per_model; ++step) {
                model.step();
            }
            model.finish();
        }
    } catch (const std::exception& difference) {
        FAIL() << difference.what() << "\nreplay with LEAT_TEST_SEED=" << seed;
    }
}

}  // namespace
}  // namespace leat
