#include <map>
#include <vector>

#include "bare_peers.hpp"
#include "comparison.hpp"
#include "workload.hpp"

namespace leat::bench {
namespace {

struct Callback {
    void (*function)(void*);
    void* argument;
};

using Timers = std::multimap<Clock::time_point, Callback>;

}  // namespace

double multimap_timer_arm_cancel(int pairs) {
    Timers timers;
    TimerDelays delays;
    const auto now = Clock::now();
    const auto arm = [&] {
        return timers.emplace(now + delays.next(), Callback{[](void*) {}, &timers});
    };
    std::vector<Timers::iterator> armed(timers_pending);
    for (auto& timer : armed) {
        timer = arm();
    }
    std::size_t oldest = 0;
    return pairs / seconds([&] {
               for (int i = 0; i < pairs; ++i) {
                   timers.erase(armed[oldest]);
                   armed[oldest] = arm();
                   oldest = oldest + 1 == armed.size() ? 0 : oldest + 1;
               }
           });
}

}  // namespace leat::bench
