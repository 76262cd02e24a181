// A pipeline of actors with a barrier in it.
//
// Grain goes from the hopper through the mill to the packer. Each stage asks the next one in a
// coroutine, so that many sacks are under way at a time and no thread waits. In between, the mill
// changes its stones, for which the packer must close its sack: `is_barrier` keeps grain out of the
// mill until that call has ended, however long it waits.

#include <cstdio>

#include "leat/core/system.hpp"

namespace {

using namespace leat;

struct Flour {
    using Reply = Done;
    int sack;
    const char* stones;
};
struct Close {
    using Reply = Done;
};
struct Grain {
    using Reply = Done;
    int sack;
};
struct Change {
    using Reply = Done;
    const char* stones;
};
struct Pour {
    using Reply = Done;
};

struct Packer final : StateActor<Flour, Close> {
    Done on(const Flour& flour) {
        std::printf("sack %d, ground by %s\n", flour.sack, flour.stones);
        return {};
    }
    Done on(const Close&) { return {}; }
};

struct Mill final : StateActor<Grain, Change> {
    explicit Mill(Address<Flour, Close> next) : packer(std::move(next)) {}
    Task<Done> on(Grain grain) { co_return co_await packer.ask<Flour>(grain.sack, stones); }
    Task<Done> on(Change change) {
        stones = "no stones at all";
        const Done closed = co_await packer.ask<Close>();
        stones = change.stones;
        co_return closed;
    }
    bool is_barrier(const Change&) { return true; }
    Address<Flour, Close> packer;
    const char* stones = "old stones";
};

struct Hopper final : StateActor<Pour> {
    explicit Hopper(Address<Grain, Change> next) : mill(std::move(next)) {}
    Task<Done> on(Pour) {
        auto first = mill.ask<Grain>(1);
        auto changed = mill.ask<Change>("new stones");
        auto second = mill.ask<Grain>(2);
        co_await first;
        co_await changed;
        co_await second;
        co_return Done{};
    }
    Address<Grain, Change> mill;
};

}  // namespace

int main() {
    System system;
    const auto hopper = system.spawn<Hopper>(system.spawn<Mill>(system.spawn<Packer>()));
    return hopper.ask_blocking<Pour>(std::chrono::seconds(5)) ? 0 : 1;
}
