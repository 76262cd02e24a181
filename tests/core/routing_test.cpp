#include "leat/core/routing.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "pool_member.hpp"

namespace leat {
namespace {

using namespace testing;

struct BadKey {
    [[nodiscard]] double routing_key() const { return 0; }
};
struct NoKey {};
class HalfKeyed final : public StateActor<Keyed, Work> {
public:
    Identity on(const Keyed&) { return own_identity(); }
    void on(const Work&) {}
};

static_assert(HasRoutingKey<Keyed>);
static_assert(!HasRoutingKey<BadKey>);
static_assert(!HasRoutingKey<NoKey>);

template <class A, Routing routing>
concept CanSpawnPool = requires(System& system) { system.spawn_pool<A, routing>(2); };
static_assert(CanSpawnPool<KeyedMember, Routing::consistent_hash>);
static_assert(!CanSpawnPool<HalfKeyed, Routing::consistent_hash>, "a message has no key");
static_assert(CanSpawnPool<HalfKeyed, Routing::round_robin>);
static_assert(CanSpawnPool<HalfKeyed, Routing::broadcast>);

static_assert(std::same_as<PoolAddress<Member, Routing::random>, RobinAddress<Identify, Work>>);
static_assert(
    std::same_as<PoolAddress<Member, Routing::broadcast>, BroadcastAddress<Identify, Work>>);

TEST(Routing, SendsNoticesInTurn) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member>(3, tally);
    for (int i = 0; i < 30; ++i) {
        pool.notice<Work>();
    }
    const auto counts = tally.wait_for(30);
    EXPECT_EQ(counts.size(), 3U);
    for (const auto& [house, count] : counts) {
        EXPECT_EQ(count, 10);
    }
}

TEST(Routing, SendsAsksInTurn) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member>(3, tally);
    std::vector<const House*> order;
    for (int i = 0; i < 9; ++i) {
        order.push_back(identify(pool));
    }
    EXPECT_EQ(std::set(order.begin(), order.end()).size(), 3U);
    for (std::size_t i = 3; i < order.size(); ++i) {
        EXPECT_EQ(order[i], order[i - 3]);
    }
}

struct Spread {
    /// Of the actors that answered: how many there were, and how many of them on the asker's
    /// thread.
    long houses;
    long local;
};
struct AskAround {
    using Reply = Spread;
    int asks;
};
/// Asks a pool and looks who answers.
class Curious final : public StateActor<AskAround, Identify> {
public:
    explicit Curious(Address<Identify> pool) : pool_(std::move(pool)) {}
    Identity on(const Identify&) { return own_identity(); }
    Task<Spread> on(AskAround around) {
        const Worker* const home = runtime::current_house()->worker;
        std::set<const House*> houses;
        std::set<const House*> local;
        for (int i = 0; i < around.asks; ++i) {
            const Identity who = co_await pool_.ask<Identify>();
            houses.insert(who.house);
            if (who.thread == home) {
                local.insert(who.house);
            }
        }
        co_return Spread{static_cast<long>(houses.size()), static_cast<long>(local.size())};
    }

private:
    Address<Identify> pool_;
};

TEST(Routing, KeepsAnAskBetweenPoolsOfOneActorPerThreadOnItsThread) {
    Tally tally;
    System system({.threads = 3});
    const auto answering = system.spawn_pool<Member>(PoolOptions::one_per_thread, tally);
    const auto asking = system.spawn_pool<Curious>(3, answering);
    for (int i = 0; i < 6; ++i) {
        const Spread spread = *asking.ask_blocking<AskAround>(patience, 12);
        EXPECT_EQ(spread.houses, 1);
        EXPECT_EQ(spread.local, 1);
    }
}

TEST(Routing, SpreadsTheAsksOfOthersOverThreads) {
    Tally tally;
    System system({.threads = 3});
    const auto one_each = system.spawn_pool<Member>(3, tally);
    const auto larger = system.spawn_pool<Member>(4, tally);

    const auto alone = system.spawn<Curious>(one_each);
    EXPECT_EQ(alone.ask_blocking<AskAround>(patience, 12)->houses, 3);
    const auto of_other_size = system.spawn_pool<Curious>(2, one_each);
    EXPECT_EQ(of_other_size.ask_blocking<AskAround>(patience, 12)->houses, 3);
    const auto one_each_to_larger = system.spawn_pool<Curious>(3, larger);
    EXPECT_EQ(one_each_to_larger.ask_blocking<AskAround>(patience, 12)->houses, 4);
    const auto local = system.spawn_with<Curious>({.asks_locally = true}, one_each);
    EXPECT_EQ(local.ask_blocking<AskAround>(patience, 12)->houses, 1);
}

TEST(Routing, TreatsAnActorOfAnotherSystemAsAnOutsider) {
    Tally tally;
    System answering_system({.threads = 2});
    System asking_system({.threads = 3});
    const auto answering = answering_system.spawn_pool<Member>(2, tally);
    const auto asking = asking_system.spawn_pool<Curious>(3, answering);
    for (int i = 0; i < 3; ++i) {
        const Spread spread = *asking.ask_blocking<AskAround>(patience, 12);
        EXPECT_EQ(spread.houses, 2);
        EXPECT_EQ(spread.local, 0);
    }
}

TEST(Routing, GivesRandomlyToEachAboutAsMuch) {
    constexpr int messages = 8'000;
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member, Routing::random>(4, tally);
    for (int i = 0; i < messages; ++i) {
        pool.notice<Work>();
    }
    const auto counts = tally.wait_for(messages);
    EXPECT_EQ(counts.size(), 4U);
    for (const auto& [house, count] : counts) {
        EXPECT_NEAR(count, messages / 4, messages / 20);
    }
}

struct Block {
    std::atomic<bool>* has_begun;
    std::atomic<bool>* is_free;
};
class Blockable final : public StateActor<Block, Work> {
public:
    explicit Blockable(Tally& tally) : tally_(tally) {}
    void on(const Block& block) {
        *block.has_begun = true;
        block.has_begun->notify_all();
        block.is_free->wait(false);
    }
    void on(const Work&) { tally_.count(); }

private:
    Tally& tally_;
};

TEST(Routing, LeavesOutTheActorWithTheFullestMailbox) {
    constexpr int messages = 1'000;
    Tally tally;
    std::atomic<bool> has_begun = false;
    std::atomic<bool> is_free = false;
    System system({.threads = 2, .steal_floor = SystemOptions::no_stealing});
    const auto pool = system.spawn_pool<Blockable, Routing::least_mailbox>(2, tally);
    pool.notice<Block>(&has_begun, &is_free);
    has_begun.wait(false);

    // One member is stuck. It gets a message only as long as no more wait for it than for the
    // other, for which there are never many.
    constexpr int waiting_max = 40;
    for (int i = 0; i < messages; ++i) {
        pool.notice<Work>();
        if (i % 10 == 0) {
            (void)tally.wait_for(i - waiting_max);
        }
    }
    const auto counts = tally.wait_for(messages - waiting_max);
    is_free = true;
    is_free.notify_all();

    ASSERT_EQ(counts.size(), 1U);
    EXPECT_GE(counts.begin()->second, messages - waiting_max);
}

TEST(Routing, SharesEvenlyBetweenEmptyMailboxes) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member, Routing::least_mailbox>(4, tally);
    std::map<const House*, int> answers;
    for (int i = 0; i < 40; ++i) {
        ++answers[identify(pool)];
    }
    EXPECT_EQ(answers.size(), 4U);
    for (const auto& [house, count] : answers) {
        EXPECT_EQ(count, 10);
    }
}

TEST(Routing, SendsEqualKeysToOneActor) {
    System system({.threads = 2});
    const auto pool = system.spawn_pool<KeyedMember, Routing::consistent_hash>(4);
    std::set<const House*> houses;
    for (std::uint64_t key = 0; key < 100; ++key) {
        const House* const first = pool.ask_blocking<Keyed>(patience, key)->house;
        EXPECT_EQ(pool.ask_blocking<Keyed>(patience, key)->house, first);
        houses.insert(first);
    }
    EXPECT_EQ(houses.size(), 4U);
}

TEST(Routing, LeavesKeysWhereTheyAreWhenAnActorStops) {
    System system({.threads = 2});
    const auto pool = system.spawn_pool<KeyedMember, Routing::consistent_hash>(4);
    std::vector<const House*> before;
    for (std::uint64_t key = 0; key < 200; ++key) {
        before.push_back(pool.ask_blocking<Keyed>(patience, key)->house);
    }
    const House* const stopped = before[0];
    stop_and_wait(*stopped);

    for (std::uint64_t key = 0; key < 200; ++key) {
        const House* const now = pool.ask_blocking<Keyed>(patience, key)->house;
        EXPECT_TRUE(before[key] == stopped ? now != stopped : now == before[key]) << key;
    }
}

struct ThrowingKey {
    using Reply = Identity;
    [[nodiscard]] std::uint64_t routing_key() const { throw std::runtime_error("no key"); }
};
class NeverReached final : public StateActor<ThrowingKey> {
public:
    Identity on(const ThrowingKey&) { return own_identity(); }
};

TEST(Routing, PassesOnWhatAKeyThrows) {
    System system({.threads = 2});
    const auto pool = system.spawn_pool<NeverReached, Routing::consistent_hash>(2);
    EXPECT_THROW(pool.notice<ThrowingKey>(), std::runtime_error);
    EXPECT_THROW((void)pool.ask_blocking<ThrowingKey>(patience), std::runtime_error);
    EXPECT_EQ(system.metrics().dead_letters, 0U);
}

}  // namespace
}  // namespace leat
