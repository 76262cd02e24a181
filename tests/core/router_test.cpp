#include "router.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "pool_member.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

using MemberAddress = Address<Identify, Work>;

/// The pools of each routing that takes both asks and notices of a `Member`.
std::vector<MemberAddress> pools_of_all_routings(System& system, int size, Tally& tally) {
    return {system.spawn_pool<Member>(size, tally),
            system.spawn_pool<Member, Routing::random>(size, tally),
            system.spawn_pool<Member, Routing::least_mailbox>(size, tally)};
}

TEST(Router, GoesOnWithTheOthersWhenOneHasEnded) {
    Tally tally;
    System system({.threads = 2});
    for (const MemberAddress& pool : pools_of_all_routings(system, 3, tally)) {
        const House* const ended = stop_one(pool);
        std::map<const House*, int> answers;
        for (int i = 0; i < 60; ++i) {
            ++answers[identify(pool)];
        }
        EXPECT_EQ(answers.size(), 2U);
        EXPECT_FALSE(answers.contains(ended));
    }
}

TEST(Router, SharesTheTurnsOfTheDeadAmongAllOthers) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member>(3, tally);
    stop_one(pool);
    std::map<const House*, int> answers;
    for (int i = 0; i < 60; ++i) {
        ++answers[identify(pool)];
    }
    for (const auto& [house, count] : answers) {
        EXPECT_EQ(count, 30);
    }
}

TEST(Router, IsLikeADeadActorWhenAllHaveEnded) {
    Tally tally;
    System system({.threads = 2});
    std::uint64_t dead_letters = 0;
    for (const MemberAddress& pool : pools_of_all_routings(system, 3, tally)) {
        const std::set<const House*> ended{stop_one(pool), stop_one(pool), stop_one(pool)};
        EXPECT_EQ(ended.size(), 3U);

        const auto reply = pool.ask_blocking<Identify>(patience);
        ASSERT_FALSE(reply);
        EXPECT_TRUE(reply.error() == Errc::actor_stopped);
        pool.notice<Work>();
        ++dead_letters;
        while (system.metrics().dead_letters != dead_letters) {
            std::this_thread::yield();
        }
    }
}

struct AskAll {
    using Reply = Sum;
};
/// Asks a pool of which the actor on its own thread may have ended.
class Colleague final : public StateActor<AskAll> {
public:
    explicit Colleague(Address<Identify> pool) : pool_(std::move(pool)) {}
    Task<Sum> on(AskAll) {
        std::set<const House*> houses;
        for (int i = 0; i < 12; ++i) {
            const Identity who = co_await pool_.ask<Identify>();
            houses.insert(who.house);
        }
        co_return Sum{static_cast<long>(houses.size())};
    }

private:
    Address<Identify> pool_;
};

TEST(Router, SendsALocalAskElsewhereWhenTheLocalActorHasEnded) {
    Tally tally;
    System system({.threads = 3});
    const auto pool = system.spawn_pool<Member>(3, tally);
    const auto asking = system.spawn_pool<Colleague>(3, pool);
    stop_one(pool);
    std::multiset<long> answering;
    for (int i = 0; i < 3; ++i) {
        answering.insert(asking.ask_blocking<AskAll>(patience)->value);
    }
    EXPECT_EQ(answering, (std::multiset<long>{1, 1, 2}));
}

TEST(Router, StopsAllMembers) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member>(4, tally);
    const std::set<const House*> members{identify(pool), identify(pool), identify(pool),
                                         identify(pool)};
    ASSERT_EQ(members.size(), 4U);
    pool.stop();
    for (const House* const member : members) {
        EXPECT_TRUE(wait_for_end(*member));
    }
}

TEST(Router, EndsItsMembersWithItsLastAddress) {
    Tally tally;
    System system({.threads = 2});
    for (int round = 0; round < 100; ++round) {
        for (const MemberAddress& pool : pools_of_all_routings(system, 3, tally)) {
            const MemberAddress copy = pool;
            copy.notice<Work>();
        }
        system.spawn_pool<Member, Routing::broadcast>(3, tally).notice<Work>();
        (void)system.spawn_pool<KeyedMember, Routing::consistent_hash>(3);
    }
    EXPECT_TRUE(wait_for_houses(system, 0));
    EXPECT_EQ(system.metrics().dead_letters, 0U);
    int handled = 0;
    for (const auto& [house, count] : tally.counts()) {
        handled += count;
    }
    EXPECT_EQ(handled, 100 * (3 + 3));
}

TEST(Router, LetsItsAddressesOutliveTheSystem) {
    Tally tally;
    auto system = std::make_unique<System>(SystemOptions{.threads = 2});
    const auto pools = pools_of_all_routings(*system, 3, tally);
    system.reset();
    for (const MemberAddress& pool : pools) {
        pool.notice<Work>();
        const auto reply = pool.ask_blocking<Identify>(patience);
        ASSERT_FALSE(reply);
        EXPECT_TRUE(reply.error() == Errc::shutting_down);
    }
}

TEST(Router, ServesAddressesOfFewerMessages) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member>(2, tally);
    const Address<Work> worker = pool;
    worker.notice<Work>();
    worker.notice<Work>();
    EXPECT_EQ(tally.wait_for(2).size(), 2U);
    EXPECT_TRUE(worker == Address<Work>(pool));
    EXPECT_FALSE(worker == Address<Work>(system.spawn_pool<Member>(2, tally)));
    EXPECT_FALSE(MemberAddress(*const_cast<House*>(identify(pool))) == pool);
}

/// Watches a pool, and gives the watch up if it is told to.
class Watcher final : public StateActor<Count, Work> {
public:
    Watcher(MemberAddress pool, bool is_patient)
        : pool_(std::move(pool)), is_patient_(is_patient) {}
    Sum on(const Count&) { return {ends_}; }
    void on(const Work&) {}

protected:
    void after_mount() override {
        watch_ = watch(pool_);
        if (!is_patient_) {
            EXPECT_TRUE(unwatch(watch_));
            EXPECT_FALSE(unwatch(watch_));
        }
    }
    void on_ended(WatchId id, EndReason reason) override {
        EXPECT_EQ(id, watch_);
        EXPECT_EQ(reason, EndReason::stopped);
        ++ends_;
    }

private:
    MemberAddress pool_;
    const bool is_patient_;
    WatchId watch_{};
    long ends_ = 0;
};

TEST(Router, TellsOfItsEndWhenAllMembersHaveEnded) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member>(3, tally);
    const auto watcher = system.spawn<Watcher>(pool, true);
    const auto impatient = system.spawn<Watcher>(pool, false);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(watcher.ask_blocking<Count>(patience)->value, 0);
        stop_one(pool);
    }
    for (const auto& late : {watcher, system.spawn<Watcher>(pool, true)}) {
        const auto until = std::chrono::steady_clock::now() + patience;
        while (late.ask_blocking<Count>(patience)->value == 0 &&
               std::chrono::steady_clock::now() < until) {
        }
        EXPECT_EQ(late.ask_blocking<Count>(patience)->value, 1);
    }
    EXPECT_EQ(impatient.ask_blocking<Count>(patience)->value, 0);
}

TEST(Router, IsNotKeptByAWatch) {
    Tally tally;
    System system({.threads = 2});
    {
        const auto pool = system.spawn_pool<Member>(3, tally);
        for (int i = 0; i < 20; ++i) {
            (void)system.spawn<Watcher>(pool, i % 2 == 0);
        }
    }
    EXPECT_TRUE(wait_for_houses(system, 0));
}

/// Has a pool of its own.
class Foreman final : public StateActor<Identify> {
public:
    explicit Foreman(Tally& tally) : tally_(tally) {}
    Task<Identity> on(Identify) { co_return co_await workers_->ask<Identify>(); }

protected:
    void after_mount() override { workers_ = spawn_pool<Member>(3, tally_); }

private:
    Tally& tally_;
    std::optional<MemberAddress> workers_;
};

TEST(Router, EndsThePoolOfAnActorWithIt) {
    Tally tally;
    System system({.threads = 2});
    const auto foreman = system.spawn<Foreman>(tally);
    const Identity worker = *foreman.ask_blocking<Identify>(patience);
    const MemberAddress keeper(*const_cast<House*>(worker.house));
    EXPECT_EQ(system.metrics().houses, 4U);
    foreman.stop();
    EXPECT_TRUE(wait_for_end(*worker.house));
}

/// What came of the messages to a pool.
struct Outcomes {
    std::atomic<long> asked{0};
    std::atomic<long> answered{0};
    std::atomic<long> failed{0};
    std::atomic<long> noticed{0};
    std::atomic<long> handled{0};
};

/// Leaves its pool with every sixteenth notice.
class Fleeting final : public StateActor<Identify, Work> {
public:
    explicit Fleeting(Outcomes& outcomes) : outcomes_(outcomes) {}
    Identity on(const Identify&) { return own_identity(); }
    void on(const Work&) {
        ++outcomes_.handled;
        if (++handled_ == 16) {
            stop();
        }
    }

private:
    Outcomes& outcomes_;
    int handled_ = 0;
};
using FleetingAddress = Address<Identify, Work>;

struct Bother {
    using Reply = Sum;
    int rounds;
};
class Nuisance final : public StateActor<Bother> {
public:
    Nuisance(FleetingAddress pool, Outcomes& outcomes)
        : pool_(std::move(pool)), outcomes_(outcomes) {}
    Task<Sum> on(Bother bother) {
        for (int i = 0; i < bother.rounds; ++i) {
            ++outcomes_.noticed;
            pool_.notice<Work>();
            ++outcomes_.asked;
            try {
                const Identity who = co_await pool_.ask<Identify>();
                outcomes_.answered += who.house != nullptr ? 1 : 0;
            } catch (const AskError&) {
                ++outcomes_.failed;
            }
        }
        co_return Sum{bother.rounds};
    }

private:
    FleetingAddress pool_;
    Outcomes& outcomes_;
};

/// Sends from outside, and has actors send, until the members have left.
void bother(const FleetingAddress& pool, const Address<Bother>& nuisance, Outcomes& outcomes) {
    constexpr int rounds = 100;
    nuisance.notice<Bother>(rounds);
    for (int i = 0; i < rounds; ++i) {
        ++outcomes.noticed;
        pool.notice<Work>();
        ++outcomes.asked;
        const auto reply = pool.ask_blocking<Identify>(patience);
        EXPECT_TRUE(reply || reply.error() == Errc::actor_stopped);
        ++(reply ? outcomes.answered : outcomes.failed);
    }
    EXPECT_EQ(nuisance.ask_blocking<Bother>(patience, rounds)->value, rounds);
}

TEST(RouterStress, LosesNothingWhileMembersStop) {
    constexpr int threads = 3;
    Outcomes outcomes;
    System system({.threads = 3, .steal_floor = 0, .steal_aggression = 0});
    for (int round = 0; round < 6; ++round) {
        std::vector<FleetingAddress> pools{
            system.spawn_pool<Fleeting>(3 + round, outcomes),
            system.spawn_pool<Fleeting, Routing::random>(40, outcomes),
            system.spawn_pool<Fleeting, Routing::least_mailbox>(8, outcomes)};
        for (const FleetingAddress& pool : pools) {
            const auto nuisances = system.spawn_pool<Nuisance>(3, pool, outcomes);
            std::vector<std::thread> senders;
            for (int i = 0; i < threads; ++i) {
                senders.emplace_back([=, &outcomes] { bother(pool, nuisances, outcomes); });
            }
            for (std::thread& sender : senders) {
                sender.join();
            }
        }
    }
    EXPECT_TRUE(wait_for_houses(system, 0));
    EXPECT_EQ(outcomes.asked, outcomes.answered + outcomes.failed);
    EXPECT_GT(outcomes.failed, 0);
    EXPECT_GT(outcomes.answered, 0);
    EXPECT_EQ(outcomes.noticed,
              outcomes.handled + static_cast<long>(system.metrics().dead_letters));
}

}  // namespace
}  // namespace leat
