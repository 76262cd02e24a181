#include "leat/core/broadcast_address.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "pool_member.hpp"

namespace leat {
namespace {

using namespace testing;

struct MoveOnly {
    std::unique_ptr<int> number;
};
class Taker final : public StateActor<MoveOnly, Work> {
public:
    explicit Taker(Tally& tally) : tally_(tally) {}
    void on(const MoveOnly&) { tally_.count(); }
    void on(const Work&) { tally_.count(); }

private:
    Tally& tally_;
};

struct Other {};
using Everyone = BroadcastAddress<Identify, Work, Other>;
template <class AnyAddress, class M>
concept CanNotice = requires(const AnyAddress& address) { address.template notice<M>(); };
template <class AnyAddress, class M>
concept CanAsk = requires(const AnyAddress& address) { address.template ask<M>(); };
template <class AnyAddress, class M>
concept CanAskBlocking =
    requires(const AnyAddress& address) { address.template ask_blocking<M>(patience); };

static_assert(CanNotice<Everyone, Work> && CanNotice<Everyone, Identify>);
static_assert(!CanNotice<Everyone, Count>, "not a message of this address");
static_assert(CanAsk<Address<Identify>, Identify> && CanAskBlocking<Address<Identify>, Identify>);
static_assert(!CanAsk<Everyone, Identify> && !CanAskBlocking<Everyone, Identify>);
static_assert(CanNotice<BroadcastAddress<MoveOnly, Work>, Work>);
static_assert(!CanNotice<BroadcastAddress<MoveOnly, Work>, MoveOnly>, "cannot be copied");

static_assert(std::is_convertible_v<Everyone, BroadcastAddress<Other, Work>>);
static_assert(!std::is_convertible_v<BroadcastAddress<Work>, Everyone>);
static_assert(std::is_convertible_v<Everyone, Address<Work, Other>>);
static_assert(!std::is_convertible_v<Everyone, Address<Identify>>, "it could be asked");
static_assert(!std::is_convertible_v<BroadcastAddress<MoveOnly>, Address<MoveOnly>>);
static_assert(!std::is_convertible_v<Address<Work>, BroadcastAddress<Work>>);

TEST(BroadcastAddress, SendsACopyToEachActor) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member, Routing::broadcast>(5, tally);
    pool.notice<Work>();
    pool.notice<Work>();
    const auto counts = tally.wait_for(10);
    EXPECT_EQ(counts.size(), 5U);
    for (const auto& [house, count] : counts) {
        EXPECT_EQ(count, 2);
    }
}

TEST(BroadcastAddress, IsAnAddressOfItsNotices) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Taker, Routing::broadcast>(3, tally);
    const Address<Work> one_way = pool;
    one_way.notice<Work>();
    EXPECT_EQ(tally.wait_for(3).size(), 3U);
    const BroadcastAddress<Work> fewer = pool;
    EXPECT_TRUE(Address<Work>(fewer) == one_way);
    EXPECT_FALSE(
        (fewer == BroadcastAddress<Work>(system.spawn_pool<Taker, Routing::broadcast>(3, tally))));
}

TEST(BroadcastAddress, LeavesOutActorsThatHaveEnded) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Member, Routing::broadcast>(3, tally);
    pool.notice<Work>();
    const auto counts = tally.wait_for(3);
    ASSERT_EQ(counts.size(), 3U);
    for (const auto& [house, count] : counts) {
        stop_and_wait(*house);
        pool.notice<Work>();
    }
    EXPECT_EQ(tally.wait_for(6).size(), 3U);
    // The last one went to nobody, and is one dead letter.
    while (system.metrics().dead_letters != 1) {
        std::this_thread::yield();
    }
    EXPECT_EQ(tally.wait_for(6).size(), 3U);
}

/// A message of which there can be only a few.
struct Rare {
    explicit Rare(std::atomic<int>& copies_left) : left(&copies_left) {}
    Rare(Rare&&) = default;
    Rare(const Rare& other) : left(other.left) {
        if (--*left < 0) {
            throw std::runtime_error("no more copies");
        }
    }
    std::atomic<int>* left;
};
class Collector final : public StateActor<Rare> {
public:
    explicit Collector(Tally& tally) : tally_(tally) {}
    void on(const Rare&) { tally_.count(); }

private:
    Tally& tally_;
};

TEST(BroadcastAddress, SendsNothingWhenACopyThrows) {
    Tally tally;
    std::atomic<int> copies_left = 2;
    System system({.threads = 2});
    const auto pool = system.spawn_pool<Collector, Routing::broadcast>(4, tally);
    EXPECT_THROW(pool.notice<Rare>(copies_left), std::runtime_error);
    copies_left = 3;
    pool.notice<Rare>(copies_left);
    for (const auto& [house, count] : tally.wait_for(4)) {
        EXPECT_EQ(count, 1);
    }
}

TEST(BroadcastAddress, StopsAllActors) {
    Tally tally;
    System system({.threads = 2});
    const auto pool = system.spawn_pool_with<Member, Routing::broadcast>(
        {.size = 3, .each = {.service = true}}, tally);
    pool.notice<Work>();
    const auto counts = tally.wait_for(3);
    ASSERT_EQ(counts.size(), 3U);
    pool.stop();
    for (const auto& [house, count] : counts) {
        EXPECT_TRUE(wait_for_end(*house));
    }
}

}  // namespace
}  // namespace leat
