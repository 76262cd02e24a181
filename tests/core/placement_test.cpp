#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "pool_member.hpp"

namespace leat {
namespace {

using namespace testing;

/// Does no IO, but is placed as if it did.
class Connected final : public StateActor<Identify> {
public:
    using IoActor = void;
    Identity on(const Identify&) { return own_identity(); }
};
class Plain final : public StateActor<Identify> {
public:
    Identity on(const Identify&) { return own_identity(); }
};
static_assert(detail::is_io_actor<Connected> && !detail::is_io_actor<Plain>);

const Worker* thread_of(const Address<Identify>& address) {
    return address.ask_blocking<Identify>(patience)->thread;
}

TEST(Placement, PutsActorsOnTheThreadsInTurn) {
    System system({.threads = 3});
    std::vector<const Worker*> threads;
    for (int i = 0; i < 9; ++i) {
        threads.push_back(thread_of(system.spawn<Plain>()));
    }
    EXPECT_EQ(std::set(threads.begin(), threads.end()).size(), 3U);
    for (std::size_t i = 3; i < threads.size(); ++i) {
        EXPECT_EQ(threads[i], threads[i - 3]);
    }
}

TEST(Placement, HasTurnsOfTheirOwnForActorsThatDoIo) {
    System system({.threads = 2});
    std::set<const Worker*> plain;
    std::set<const Worker*> connected;
    for (int i = 0; i < 4; ++i) {
        // By a common turn, all of one kind would lie on one thread.
        plain.insert(thread_of(system.spawn<Plain>()));
        connected.insert(thread_of(system.spawn<Connected>()));
    }
    EXPECT_EQ(plain.size(), 2U);
    EXPECT_EQ(connected.size(), 2U);
}

/// The numbers of actors of a pool on those threads that have some.
std::multiset<std::size_t> spread_of(const Address<Identify>& pool, int size) {
    std::map<const Worker*, std::set<const House*>> houses;
    for (int i = 0; i < size; ++i) {
        const Identity who = *pool.ask_blocking<Identify>(patience);
        houses[who.thread].insert(who.house);
    }
    std::multiset<std::size_t> spread;
    for (const auto& [thread, of_thread] : houses) {
        spread.insert(of_thread.size());
    }
    return spread;
}
using Spread = std::multiset<std::size_t>;

TEST(Placement, PutsOneActorOfAPoolOnEachThread) {
    System system({.threads = 3});
    (void)system.spawn<Plain>();
    const auto by_number = system.spawn_pool<Plain>(3);
    EXPECT_EQ(spread_of(by_number, 3), (Spread{1, 1, 1}));
    const auto by_name = system.spawn_pool<Plain>(PoolOptions::one_per_thread);
    EXPECT_EQ(spread_of(by_name, 3), (Spread{1, 1, 1}));
    EXPECT_EQ(system.metrics().houses, 6U);
}

TEST(Placement, SpreadsAnyOtherPoolOverTheThreads) {
    System system({.threads = 3});
    EXPECT_EQ(spread_of(system.spawn_pool<Plain>(2), 2), (Spread{1, 1}));
    EXPECT_EQ(spread_of(system.spawn_pool<Plain>(7), 7), (Spread{2, 2, 3}));
    const auto on_one = system.spawn_pool_with<Plain>({.size = 3, .each = {.thread = 1}});
    EXPECT_EQ(spread_of(on_one, 3), (Spread{3}));
}

TEST(Placement, MakesAPoolOfOneAnActor) {
    System system({.threads = 2});
    const auto one = system.spawn_pool<Plain>(1);
    EXPECT_FALSE(one.recipient().is_router());
    EXPECT_TRUE(system.spawn_pool<Plain>(2).recipient().is_router());
    EXPECT_TRUE(one.ask_blocking<Identify>(patience));
}

class Named final : public StateActor<Count> {
public:
    Named(std::string name, int& made) : name_(std::move(name)) {
        if (made++ == 2) {
            throw std::runtime_error("the third is one too many");
        }
    }
    Sum on(const Count&) { return {static_cast<long>(name_.size())}; }

private:
    std::string name_;
};

TEST(Placement, CopiesTheArgumentsForEachActor) {
    int made = 0;
    System system({.threads = 1});
    const auto pool = system.spawn_pool<Named>(2, std::string(100, 'x'), made);
    EXPECT_EQ(pool.ask_blocking<Count>(patience)->value, 100);
    EXPECT_EQ(pool.ask_blocking<Count>(patience)->value, 100);
    EXPECT_EQ(made, 2);
}

TEST(Placement, LeavesNothingOfAPoolWhoseActorCannotBeMade) {
    System system({.threads = 2});
    for (const bool service : {false, true}) {
        int made = 0;
        EXPECT_THROW((void)system.spawn_pool_with<Named>({.size = 5, .each = {.service = service}},
                                                         "name", made),
                     std::runtime_error);
        EXPECT_EQ(made, 3);
        EXPECT_TRUE(wait_for_houses(system, 0));
    }
}

TEST(Placement, KeepsAPoolOfServicesWithoutAnAddress) {
    Tally tally;
    System system({.threads = 2});
    (void)system.spawn_pool_with<Member>({.size = 3, .each = {.service = true}}, tally);
    (void)system.spawn_pool<Member>(3, tally);
    EXPECT_TRUE(wait_for_houses(system, 3));
}

TEST(PlacementDeathTest, RefusesAPoolOfNegativeSize) {
    EXPECT_DEATH(
        {
            System system({.threads = 1});
            (void)system.spawn_pool<Plain>(-1);
        },
        "a pool of a negative number of actors");
}

}  // namespace
}  // namespace leat
