#include "leat/core/mailbox.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace std::chrono_literals;
using namespace testing;

struct Block {
    std::atomic<bool>* has_begun;
    std::atomic<bool>* is_free;
};
struct Note {
    int value;
};
struct Digits {
    using Reply = std::string;
};

/// Collects notes; can be held in a handler, so that its mailbox fills.
class Collector final : public StateActor<Block, Note, Ping, Digits> {
public:
    void on(const Block& block) {
        *block.has_begun = true;
        while (!*block.is_free) {
            std::this_thread::yield();
        }
    }
    void on(const Note& note) { digits_ += std::to_string(note.value); }
    Pong on(const Ping& ping) { return {ping.id}; }
    std::string on(const Digits&) { return digits_; }

private:
    std::string digits_;
};

class MailboxLimits : public ::testing::Test {
protected:
    auto hold(MailboxLimit limit) {
        auto collector = system_.spawn_with<Collector>({.mailbox = limit});
        collector.notice<Block>(&has_begun_, &is_free_);
        while (!has_begun_) {
            std::this_thread::yield();
        }
        return collector;
    }
    /// Lets the collector go and waits until its notes are handled.
    std::string digits_of(const Address<Block, Note, Ping, Digits>& collector, std::size_t count) {
        is_free_ = true;
        std::string digits;
        const auto until = std::chrono::steady_clock::now() + patience;
        while (digits.size() < count && std::chrono::steady_clock::now() < until) {
            digits = *collector.ask_blocking<Digits>(patience);
        }
        return digits;
    }

    System system_{{.threads = 1, .steal_floor = SystemOptions::no_stealing}};
    std::atomic<bool> has_begun_ = false;
    std::atomic<bool> is_free_ = false;
};

TEST_F(MailboxLimits, DropTheNewestAsDeadLetters) {
    const auto collector = hold({.messages_max = 3, .overflow = Overflow::drop_newest});
    for (int i = 0; i < 5; ++i) {
        collector.notice<Note>(i);
    }
    EXPECT_EQ(digits_of(collector, 3), "012");
    EXPECT_EQ(system_.metrics().dead_letters, 2U);
}

struct Burst {
    using Reply = Sum;
    int count;
};

/// Sends from the same thread, so that the mailbox itself, not the way to it, is full.
class Neighbour final : public StateActor<Burst> {
public:
    explicit Neighbour(Address<Note, Ping> to) : to_(std::move(to)) {}
    Task<Sum> on(Burst burst) {
        for (int i = 0; i < burst.count; ++i) {
            to_.notice<Note>(i);
        }
        std::vector<Future<Pong>> asked;
        for (int i = 0; i < burst.count; ++i) {
            asked.push_back(to_.ask<Ping>(i));
        }
        long answered = 0;
        for (Future<Pong>& future : asked) {
            try {
                (void)co_await future;
                ++answered;
            } catch (const AskError& error) {
                EXPECT_EQ(error.code(), Errc::mailbox_full);
            }
        }
        co_return Sum{answered};
    }

private:
    Address<Note, Ping> to_;
};

TEST_F(MailboxLimits, DropTheOldest) {
    const auto collector = system_.spawn_with<Collector>({.mailbox = {3, Overflow::drop_oldest}});
    const auto neighbour = system_.spawn<Neighbour>(collector);

    const auto answered = neighbour.ask_blocking<Burst>(patience, 5);

    EXPECT_EQ(answered->value, 3);
    EXPECT_EQ(digits_of(collector, 3), "234");
    EXPECT_EQ(system_.metrics().dead_letters, 2U);
}

TEST_F(MailboxLimits, FailAsksAndLetNoticesIn) {
    const auto collector = system_.spawn_with<Collector>({.mailbox = {3, Overflow::fail_ask}});
    const auto neighbour = system_.spawn<Neighbour>(collector);

    const auto answered = neighbour.ask_blocking<Burst>(patience, 5);

    EXPECT_EQ(answered->value, 3);
    EXPECT_EQ(digits_of(collector, 5), "01234");
    EXPECT_EQ(system_.metrics().dead_letters, 0U);
}

TEST_F(MailboxLimits, FailAnAskFromOutsideAtOnce) {
    const auto collector = hold({.messages_max = 1, .overflow = Overflow::fail_ask});
    EXPECT_TRUE(collector.ask_blocking<Ping>(1ms, 1).error() == Errc::ask_timeout);
    EXPECT_TRUE(collector.ask_blocking<Ping>(patience, 2).error() == Errc::mailbox_full);
    is_free_ = true;
}

TEST_F(MailboxLimits, SlowASenderOutsideUntilThereIsRoom) {
    const auto collector =
        hold({.messages_max = 2, .overflow = Overflow::slow_sender, .slow_max = 20s});
    std::atomic<int> sent = 0;
    std::thread sender([&] {
        for (int i = 0; i < 5; ++i) {
            collector.notice<Note>(i);
            ++sent;
        }
    });
    while (sent < 2) {
        std::this_thread::yield();
    }
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(sent, 2);
    EXPECT_EQ(digits_of(collector, 5), "01234");
    sender.join();
}

TEST_F(MailboxLimits, DropWhatASlowedSenderSendsTooLate) {
    const auto collector =
        hold({.messages_max = 1, .overflow = Overflow::slow_sender, .slow_max = 1ms});
    collector.notice<Note>(1);
    collector.notice<Note>(2);
    EXPECT_EQ(system_.metrics().dead_letters, 1U);
    EXPECT_EQ(digits_of(collector, 1), "1");
}

struct Open {};

/// Takes numbers only when it is open.
class Door final : public StateActor<Open, Note, Ping, Digits> {
public:
    bool must_stash(const Note& note) {
        if (note.value == 66) {
            throw std::runtime_error("no such number");
        }
        return !is_open_;
    }
    bool must_stash(const Ping&) { return !is_open_; }
    void on(const Note& note) { digits_ += std::to_string(note.value); }
    Pong on(const Ping& ping) { return {ping.id}; }
    std::string on(const Digits&) { return digits_; }
    void on(const Open&) {
        is_open_ = true;
        unstash();
    }

private:
    bool is_open_ = false;
    std::string digits_;
};

TEST(Stash, GivesBackWhatWasPutAsideInItsOrder) {
    System system({.threads = 1});
    const auto door = system.spawn<Door>();
    for (int i = 1; i < 4; ++i) {
        door.notice<Note>(i);
    }
    EXPECT_TRUE(door.ask_blocking<Ping>(1ms, 1).error() == Errc::ask_timeout);
    EXPECT_EQ(*door.ask_blocking<Digits>(patience), "");
    std::thread asker([&] { EXPECT_EQ(door.ask_blocking<Ping>(patience, 5)->id, 5); });
    door.notice<Open>();
    door.notice<Note>(4);
    asker.join();
    std::string digits;
    while (digits.size() < 4) {
        digits = *door.ask_blocking<Digits>(patience);
    }
    EXPECT_EQ(digits, "1234");
}

TEST(Stash, IsTurnedAwayWhenTheActorEnds) {
    System system({.threads = 1});
    const auto door = system.spawn<Door>();
    Result<Pong> answer = Errc::ask_timeout;
    std::thread asker([&] { answer = door.ask_blocking<Ping>(patience, 5); });
    door.notice<Note>(1);
    while (system.metrics().messages < 2) {
        std::this_thread::yield();
    }
    door.stop();
    asker.join();
    EXPECT_TRUE(answer.error() == Errc::actor_stopped);
    while (system.metrics().dead_letters == 0) {
        std::this_thread::yield();
    }
}

TEST(Stash, SurvivesAPredicateThatThrows) {
    System system({.threads = 1});
    const auto door = system.spawn<Door>();
    door.notice<Note>(66);
    door.notice<Open>();
    door.notice<Note>(2);
    std::string digits;
    while (digits.empty()) {
        digits = *door.ask_blocking<Digits>(patience);
    }
    EXPECT_EQ(digits, "2");
    EXPECT_EQ(system.metrics().restarts, 1U);
}

}  // namespace
}  // namespace leat
