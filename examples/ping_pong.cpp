// Two actors and a question: the shortest program with actors.
//
// PongActor answers at once, with a plain value. PingActor asks in a coroutine: between the
// question and the answer its thread does other work, and no lock is needed anywhere.

#include <cstdio>

#include "leat/core/system.hpp"

namespace {

struct Pong {
    int id;
};
struct Ping {
    using Reply = Pong;
    int id;
};
struct Finished {
    int answers;
};
struct Start {
    using Reply = Finished;
    int rounds;
};

class PongActor final : public leat::StateActor<Ping> {
public:
    Pong on(const Ping& ping) { return {ping.id}; }
};

class PingActor final : public leat::StateActor<Start> {
public:
    explicit PingActor(leat::Address<Ping> pong) : pong_(std::move(pong)) {}

    leat::Task<Finished> on(Start start) {
        int answers = 0;
        for (int i = 1; i <= start.rounds; ++i) {
            const Pong pong = co_await pong_.ask<Ping>(i);
            std::printf("ping %d, pong %d\n", i, pong.id);
            ++answers;
        }
        co_return Finished{answers};
    }

private:
    leat::Address<Ping> pong_;
};

}  // namespace

int main() {
    leat::System system;
    const auto pong = system.spawn<PongActor>();
    const auto ping = system.spawn<PingActor>(pong);
    const auto finished = ping.ask_blocking<Start>(std::chrono::seconds(5), 3);
    if (!finished) {
        std::fprintf(stderr, "ping_pong: %s\n", finished.error().message().c_str());
        return 1;
    }
    std::printf("%d answers\n", finished->answers);
}
