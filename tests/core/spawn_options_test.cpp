#include "leat/core/spawn_options.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace testing;

struct Where {
    using Reply = std::thread::id;
};
class Located final : public StateActor<Where> {
public:
    std::thread::id on(const Where&) { return std::this_thread::get_id(); }
};

TEST(SpawnOptions, PlaceActorsInTurnOrWhereTheySay) {
    System system({.threads = 3, .steal_floor = SystemOptions::no_stealing});
    std::set<std::thread::id> in_turn;
    std::set<std::thread::id> on_one;
    for (int i = 0; i < 3; ++i) {
        in_turn.insert(*system.spawn<Located>().ask_blocking<Where>(patience));
        on_one.insert(*system.spawn_with<Located>({.thread = 1}).ask_blocking<Where>(patience));
    }
    EXPECT_EQ(in_turn.size(), 3U);
    EXPECT_EQ(on_one.size(), 1U);
}

}  // namespace
}  // namespace leat
