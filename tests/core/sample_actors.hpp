#pragma once

#include <chrono>

#include "leat/core/system.hpp"

namespace leat::testing {

/// Longer than any reply should take, also on a loaded machine.
inline constexpr std::chrono::seconds patience{20};

struct Pong {
    int id;
};
struct Ping {
    using Reply = Pong;
    int id;
};
struct Sum {
    long value;
};
struct AskMany {
    using Reply = Sum;
    int count;
};
struct Count {
    using Reply = Sum;
};

class PongActor final : public StateActor<Ping> {
public:
    Pong on(const Ping& ping) { return {ping.id}; }
};

/// Sums up what another actor answers, as a coroutine.
class Summer final : public StateActor<AskMany> {
public:
    explicit Summer(Address<Ping> pong) : pong_(std::move(pong)) {}

    Task<Sum> on(AskMany many) {
        long sum = 0;
        for (int i = 0; i < many.count; ++i) {
            const Pong pong = co_await pong_.ask<Ping>(i);
            sum += pong.id;
        }
        co_return Sum{sum};
    }

private:
    Address<Ping> pong_;
};

}  // namespace leat::testing
