#include <chrono>
#include <utility>

#include "leat/core/system.hpp"
#include "leat_side.hpp"
#include "workload.hpp"

namespace leat::bench {
namespace {

struct Pong {
    int id;
};
struct Ping {
    using Reply = Pong;
    int id;
};
struct Rate {
    double per_second;
};
struct Start {
    using Reply = Rate;
    int rounds;
};

class PlainPonger final : public StateActor<Ping> {
public:
    Pong on(const Ping& ping) { return {ping.id}; }
};

class CoroutinePonger final : public StateActor<Ping> {
public:
    Task<Pong> on(Ping ping) { co_return Pong{ping.id}; }
};

class StackPonger final : public StateActor<Ping> {
public:
    StackYield resume(AskStack<Ping>& stack) { return stack.return_({stack.ask().id}); }
};

class CoroutinePinger final : public StateActor<Start> {
public:
    explicit CoroutinePinger(Address<Ping> ponger) : ponger_(std::move(ponger)) {}

    Task<Rate> on(Start start) {
        const auto begin = Clock::now();
        for (int left = start.rounds; left > 0; --left) {
            const Pong pong = co_await ponger_.ask<Ping>(left);
            expect(pong.id == left);
        }
        co_return Rate{start.rounds / seconds_since(begin)};
    }

private:
    Address<Ping> ponger_;
};

class StackPinger final : public StateActor<Start> {
public:
    explicit StackPinger(Address<Ping> ponger) : ponger_(std::move(ponger)) {}

    StackYield resume(AskStack<Start>& stack) {
        if (stack.is_start()) {
            begin_ = Clock::now();
            left_ = stack.ask().rounds;
        } else {
            expect(stack.state<FutureState<Pong>>().future.get().id == left_);
            --left_;
        }
        if (left_ == 0) {
            return stack.return_({stack.ask().rounds / seconds_since(begin_)});
        }
        return stack.suspend(FutureState<Pong>(ponger_.ask<Ping>(left_)));
    }

private:
    Address<Ping> ponger_;
    Clock::time_point begin_;
    int left_ = 0;
};

/// The asker lives on the first thread, the answerer on the last.
template <class Pinger, class Ponger>
double ask_rate(int rounds, int threads) {
    System system({.threads = threads});
    const auto ponger = system.spawn_with<Ponger>({.thread = threads - 1});
    const auto pinger = system.spawn_with<Pinger>({.thread = 0}, ponger);
    const auto rate = pinger.template ask_blocking<Start>(std::chrono::hours(1), rounds);
    expect(rate.has_value());
    return rate->per_second;
}

}  // namespace

double leat_ask_same_thread(int rounds) {
    return ask_rate<CoroutinePinger, PlainPonger>(rounds, 1);
}

double leat_ask_same_thread_coroutine(int rounds) {
    return ask_rate<CoroutinePinger, CoroutinePonger>(rounds, 1);
}

double leat_ask_same_thread_stack(int rounds) {
    return ask_rate<StackPinger, StackPonger>(rounds, 1);
}

double leat_ask_cross_thread(int rounds) {
    return ask_rate<CoroutinePinger, PlainPonger>(rounds, 2);
}

}  // namespace leat::bench
