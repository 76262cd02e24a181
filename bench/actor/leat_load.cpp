#include <atomic>
#include <future>
#include <utility>
#include <vector>

#include "leat/core/system.hpp"
#include "leat_side.hpp"
#include "workload.hpp"

namespace leat::bench {
namespace {

struct Work {};
struct Pong {
    int left;
};
struct Ping {
    using Reply = Pong;
    int left;
};
struct Question {
    using Reply = Pong;
    int left;
};

class BusyActor final : public StateActor<Work> {
public:
    explicit BusyActor(const std::atomic<bool>& stopping) : stopping_(stopping) {}

    void after_mount() override { self().notice<Work>(); }
    void on(const Work&) {
        work_for(busy_work);
        if (!stopping_.load(std::memory_order_relaxed)) {
            self().notice<Work>();
        }
    }

private:
    const std::atomic<bool>& stopping_;
};

class Ponger final : public StateActor<Ping> {
public:
    Pong on(const Ping& ping) { return {ping.left}; }
};

class PatientAsker final : public StateActor<Question> {
public:
    PatientAsker(Address<Ping> ponger, std::promise<double>& latency)
        : ponger_(std::move(ponger)), latency_(latency) {}

    Task<Pong> on(Question question) {
        const auto asked = Clock::now();
        const Pong pong = co_await ponger_.ask<Ping>(question.left);
        latencies_.push_back(microseconds_since(asked));
        expect(pong.left == question.left);
        if (pong.left > 1) {
            start_timer(ask_pause, static_cast<std::uint64_t>(pong.left - 1));
        } else {
            latency_.set_value(percentile_99(latencies_));
        }
        co_return pong;
    }
    void on_timer(TimerId, std::uint64_t left) override {
        self().notice<Question>(static_cast<int>(left));
    }

private:
    Address<Ping> ponger_;
    std::promise<double>& latency_;
    std::vector<double> latencies_;
};

}  // namespace

double leat_ask_under_load(int asks) {
    std::atomic<bool> stopping{false};
    std::promise<double> latency;
    // A busy actor has its next message as soon as it is done with one: the limit of CAF's side.
    System system({.threads = 1, .house_messages_max = 1});
    std::vector<Address<Work>> busy;
    for (int i = 0; i < busy_actors; ++i) {
        busy.push_back(system.spawn<BusyActor>(stopping));
    }
    const auto asker = system.spawn<PatientAsker>(system.spawn<Ponger>(), latency);
    asker.notice<Question>(asks);
    const double result = latency.get_future().get();
    stopping = true;
    return result;
}

}  // namespace leat::bench
