#include <future>
#include <vector>

#include "leat/core/system.hpp"
#include "leat_side.hpp"
#include "workload.hpp"

namespace leat::bench {
namespace {

struct Start {
    int pairs;
};

class TimerActor final : public StateActor<Start> {
public:
    explicit TimerActor(std::promise<double>& rate) : rate_(rate) {}

    void on(const Start& start) {
        TimerDelays delays;
        std::vector<TimerId> armed(timers_pending);
        for (TimerId& timer : armed) {
            timer = start_timer(delays.next());
        }
        std::size_t oldest = 0;
        const auto begin = Clock::now();
        for (int i = 0; i < start.pairs; ++i) {
            expect(cancel_timer(armed[oldest]));
            armed[oldest] = start_timer(delays.next());
            oldest = oldest + 1 == armed.size() ? 0 : oldest + 1;
        }
        rate_.set_value(start.pairs / seconds_since(begin));
    }

private:
    std::promise<double>& rate_;
};

}  // namespace

double leat_timer_arm_cancel(int pairs) {
    std::promise<double> rate;
    System system({.threads = 1});
    system.spawn<TimerActor>(rate).notice<Start>(pairs);
    return rate.get_future().get();
}

}  // namespace leat::bench
