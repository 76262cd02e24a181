// A service that fails, and what becomes of it.
//
// A failure in an ask goes to the asker, and the actor goes on. A failure in a notice has nobody to
// go to: the actor is restarted, by its own hooks and with its mailbox as it is, but not more often
// than `restart_limit` allows within a window of time. After that it is stopped.

#include <cstdio>
#include <stdexcept>

#include "leat/core/system.hpp"

namespace {

using namespace leat;

constexpr std::chrono::seconds patience(5);

struct State {
    int level;
    int restarts;
};
struct Rise {
    using Reply = State;
    int by;
};
struct Look {
    using Reply = State;
};

class Gauge final : public StateActor<Rise, Look> {
public:
    State on(const Rise& rise) {
        level_ += rise.by;
        if (level_ > 100) {
            throw std::runtime_error("flood");
        }
        return {level_, restarts_};
    }
    State on(const Look&) { return {level_, restarts_}; }

protected:
    void restart() override {
        level_ = 0;
        ++restarts_;
    }
    RestartLimit restart_limit() const override {
        return {.restarts_max = 2, .window = std::chrono::hours(1)};
    }

private:
    int level_ = 0;
    int restarts_ = 0;
};

void print(const char* what, const Result<State>& state) {
    if (state) {
        std::printf("%s: level %d, %d restarts\n", what, state->level, state->restarts);
    } else {
        std::printf("%s: %s\n", what, state.error().message().c_str());
    }
}

}  // namespace

int main() {
    System system;
    const auto gauge = system.spawn_with<Gauge>({.service = true});
    print("asked", gauge.ask_blocking<Rise>(patience, 60));
    print("asked", gauge.ask_blocking<Rise>(patience, 60));
    for (int failures = 1; failures <= 3; ++failures) {
        gauge.notice<Rise>(200);
        Result<State> state = gauge.ask_blocking<Look>(patience);
        while (state && state->restarts < failures) {  // An ask may overtake a notice.
            state = gauge.ask_blocking<Look>(patience);
        }
        print("noticed", state);
    }
}
