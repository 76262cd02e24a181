#include "leat/core/batch_stack.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sample_actors.hpp"

namespace leat {
namespace {

using namespace testing;

/// A message that one actor sends to another, to be handled alone or with others.
struct Item {
    using Reply = Sum;
    int value;
};
struct Other {
    int value;
};
struct Report {
    using Reply = std::string;
};

/// Writes down what it gets: batches in brackets, single messages without.
class Batcher final : public StateActor<Item, Other, Report> {
public:
    static constexpr std::size_t batch_messages_max = 4;

    bool is_batched(const Item& item) { return item.value >= 0; }
    StackYield resume(BatchNoticeStack<Item>& stack) {
        text_ += "[";
        stack.for_each([this](const Item& item) { text_ += std::to_string(item.value); });
        text_ += "]";
        return stack.return_();
    }
    StackYield resume(BatchAskStack<Item>& stack) {
        const auto size = static_cast<long>(stack.size());
        return stack.return_each([size](const Item& item) {
            if (item.value == 13) {
                throw std::runtime_error("unlucky");
            }
            return Sum{item.value * 10 + size};
        });
    }
    Sum on(const Item& item) {
        text_ += std::to_string(item.value);
        return {item.value};
    }
    void on(const Other& other) { text_ += "o" + std::to_string(other.value); }
    std::string on(const Report&) { return text_; }

private:
    std::string text_;
};

struct Go {
    using Reply = std::string;
};

/// Sends all at once, from the thread of the batcher, so that it finds them together.
class Sender final : public StateActor<Go> {
public:
    explicit Sender(Address<Item, Other, Report> to) : to_(std::move(to)) {}

    Task<std::string> on(Go) {
        for (int i = 0; i < 6; ++i) {
            to_.notice<Item>(i);
        }
        to_.notice<Other>(6);
        to_.notice<Item>(7);
        to_.notice<Item>(-8);
        to_.notice<Item>(9);
        std::vector<Future<Sum>> asked;
        for (const int value : {1, 2, 13, 3}) {
            asked.push_back(to_.ask<Item>(value));
        }
        std::string answers;
        for (Future<Sum>& future : asked) {
            try {
                const Sum sum = co_await future;
                answers += std::to_string(sum.value) + " ";
            } catch (const std::exception& error) {
                answers += std::string(error.what()) + " ";
            }
        }
        co_return answers;
    }

private:
    Address<Item, Other, Report> to_;
};

TEST(BatchStack, TakesRunsOfMatchingMessagesAndLeavesTheOthersTheirPlace) {
    System system({.threads = 1});
    const auto batcher = system.spawn<Batcher>();
    const auto sender = system.spawn<Sender>(batcher);

    const auto text = sender.ask_blocking<Go>(patience);

    // Asks come before notices: one batch of four, of which the third fails with all behind it.
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, "14 24 unlucky unlucky ");
    while (system.metrics().messages < 12) {
        std::this_thread::yield();
    }
    EXPECT_EQ(*batcher.ask_blocking<Report>(patience), "[0123][45]o6[7]-8[9]");
}

/// Answers all asks of a batch with one reply, after it has asked another actor once.
class Cached final : public StateActor<Item> {
public:
    explicit Cached(Address<Ping> store) : store_(std::move(store)) {}

    StackYield resume(BatchAskStack<Item>& stack) {
        if (stack.is_start()) {
            return stack.suspend(FutureState<Pong>(store_.ask<Ping>(42)));
        }
        return stack.return_(Sum{stack.state<FutureState<Pong>>().future.get().id});
    }

private:
    Address<Ping> store_;
};

struct AskTwice {
    using Reply = Sum;
};
class Twice final : public StateActor<AskTwice> {
public:
    explicit Twice(Address<Item> to) : to_(std::move(to)) {}
    Task<Sum> on(AskTwice) {
        auto first = to_.ask<Item>(1);
        auto second = to_.ask<Item>(2);
        const Sum a = co_await first;
        const Sum b = co_await second;
        co_return Sum{a.value + b.value};
    }

private:
    Address<Item> to_;
};

TEST(BatchStack, SuspendsAndAnswersAllWithOneReply) {
    System system({.threads = 1});
    const auto cached = system.spawn<Cached>(system.spawn<PongActor>());
    const auto twice = system.spawn<Twice>(cached);

    const auto sum = twice.ask_blocking<AskTwice>(patience);

    ASSERT_TRUE(sum);
    EXPECT_EQ(sum->value, 84);
}

}  // namespace
}  // namespace leat
