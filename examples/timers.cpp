// The timers of an actor: the four triggers, and how to change or cancel one.
//
// Each timer has a number, and an attachment that comes back when it fires: here, what it is for.
// The next timer is armed when the one before has fired, so that the order is always the same.

#include <cstdio>
#include <latch>

#include "leat/core/system.hpp"

namespace {

using namespace leat;
using namespace std::chrono_literals;

enum Purpose : std::uint64_t { after_delay, each_period, at_time, at_time_and_each_period, moved };

class Clock final : public StateActor<> {
public:
    explicit Clock(std::latch& is_over) : is_over_(is_over) {}

protected:
    void after_mount() override { start_timer(5ms, after_delay); }

    void on_timer(TimerId id, std::uint64_t purpose) override {
        switch (purpose) {
            case after_delay:
                std::puts("once, after a delay");
                start_periodic_timer(5ms, 2ms, each_period);
                break;
            case each_period:
                std::printf("after a delay, then each period: %d\n", ++ticks_);
                if (ticks_ == 3) {
                    std::printf("cancelled: %s\n", cancel_timer(id) ? "yes" : "no");
                    start_timer_at(std::chrono::system_clock::now() + 5ms, at_time);
                }
                break;
            case at_time:
                std::puts("once, at a time");
                start_periodic_timer_at(std::chrono::system_clock::now() + 5ms, 2ms,
                                        at_time_and_each_period);
                break;
            case at_time_and_each_period:
                std::printf("at a time, then each period: %d\n", ++ticks_);
                if (ticks_ == 5) {
                    cancel_timer(id);
                    const TimerId late = start_timer(1h, moved);
                    update_timer(late, 5ms);
                }
                break;
            case moved:
                std::puts("an hour later, but moved");
                std::printf("cancelled: %s\n", cancel_timer(id) ? "yes" : "no, it is over");
                is_over_.count_down();
                break;
            default:
                break;
        }
    }

private:
    std::latch& is_over_;
    int ticks_ = 0;
};

}  // namespace

int main() {
    std::latch is_over(1);
    System system;
    const auto clock = system.spawn<Clock>(is_over);
    is_over.wait();
}
