// The actor runtime against the C++ Actor Framework and against bare limits: what a thread, a queue
// or a container can do without any library. `actor/workload.hpp` says what each workload is.
#include <algorithm>

#include "actor/bare_peers.hpp"
#include "actor/caf_peer.hpp"
#include "actor/leat_side.hpp"
#include "actor/resident.hpp"
#include "comparison.hpp"

namespace leat::bench {
namespace {

/// How much each sample does.
struct Sizes {
    int rounds = 2'000'000;
    int cross_rounds = 500'000;
    int messages_per_producer = 2'000'000;
    int bursts = 4'000;
    int actors = 1'000'000;
    int leaves = 1'000'000;
    int timers = 2'000'000;
    int asks_under_load = 300;
};

constexpr Sizes quick_sizes{.rounds = 200'000,
                            .cross_rounds = 10'000,
                            .messages_per_producer = 200'000,
                            .bursts = 400,
                            .actors = 100'000,
                            .leaves = 100'000,
                            .timers = 200'000,
                            .asks_under_load = 10};

/// A sample: `function(size)`.
std::function<double()> sample(double (*function)(int), int size) {
    return [=] { return function(size); };
}

/// First of all: the memory that other workloads leave idle in pools would be taken again unseen.
void compare_memory(Comparison& comparison, const Sizes& sizes) {
    const auto in_child = [&](double (*function)(int)) {
        return [=] { return in_child_process(sample(function, sizes.actors)); };
    };
    comparison.metric("bytes_per_actor", "bytes", Better::lower, in_child(leat_bytes_per_actor),
                      {{"caf", in_child(caf_bytes_per_actor)}});
}

void compare_asks(Comparison& comparison, const Sizes& sizes) {
    const Contestant deque{"deque", sample(deque_ask_same_thread, sizes.rounds)};
    comparison.metric("ask_same_thread", "asks/s", Better::higher,
                      sample(leat_ask_same_thread, sizes.rounds),
                      {{"caf", sample(caf_ask_same_thread, sizes.rounds)}, deque});
    comparison.metric("ask_same_thread_coroutine", "asks/s", Better::higher,
                      sample(leat_ask_same_thread_coroutine, sizes.rounds), {deque});
    comparison.metric("ask_same_thread_stack", "asks/s", Better::higher,
                      sample(leat_ask_same_thread_stack, sizes.rounds), {deque});
    comparison.metric("ask_cross_thread", "asks/s", Better::higher,
                      sample(leat_ask_cross_thread, sizes.cross_rounds),
                      {{"caf", sample(caf_ask_cross_thread, sizes.cross_rounds)},
                       {"mpsc", sample(mpsc_ask_cross_thread, sizes.cross_rounds)}});
    comparison.metric("ask_under_load", "us", Better::lower,
                      sample(leat_ask_under_load, sizes.asks_under_load),
                      {{"caf", sample(caf_ask_under_load, sizes.asks_under_load)}});
}

void compare_notices(Comparison& comparison, const Sizes& sizes) {
    comparison.metric("fanin_notice", "messages/s", Better::higher,
                      sample(leat_fanin_notice, sizes.messages_per_producer),
                      {{"caf", sample(caf_fanin_notice, sizes.messages_per_producer)},
                       {"mpsc", sample(mpsc_fanin_notice, sizes.messages_per_producer)}});
    comparison.metric("notice_same_thread", "messages/s", Better::higher,
                      sample(leat_notice_same_thread, sizes.bursts),
                      {{"caf", sample(caf_notice_same_thread, sizes.bursts)}});
}

/// Of one thread and two, whichever does better on each side.
double better_skynet(double (*skynet)(int, int), int leaves) {
    return std::min(skynet(leaves, 1), skynet(leaves, 2));
}

void compare_creation(Comparison& comparison, const Sizes& sizes) {
    comparison.metric("spawn_million", "actors/s", Better::higher, sample(leat_spawn, sizes.actors),
                      {{"caf", sample(caf_spawn, sizes.actors)}});
    comparison.metric("skynet_million", "s", Better::lower,
                      [&] { return better_skynet(leat_skynet, sizes.leaves); },
                      {{"caf", [&] { return better_skynet(caf_skynet, sizes.leaves); }}});
}

int compare(Comparison& comparison) {
    const Sizes sizes = comparison.quick() ? quick_sizes : Sizes{};
    compare_memory(comparison, sizes);
    compare_asks(comparison, sizes);
    compare_notices(comparison, sizes);
    compare_creation(comparison, sizes);
    comparison.metric("timer_arm_cancel", "pairs/s", Better::higher,
                      sample(leat_timer_arm_cancel, sizes.timers),
                      {{"multimap", sample(multimap_timer_arm_cancel, sizes.timers)}});
    return comparison.finish();
}

}  // namespace
}  // namespace leat::bench

int main(int argc, char** argv) {
    leat::bench::Comparison comparison("actor", argc, argv);
    return leat::bench::compare(comparison);
}
