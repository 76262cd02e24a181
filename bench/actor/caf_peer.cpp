#include "caf_peer.hpp"

#include <atomic>
#include <caf/all.hpp>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include "fanin.hpp"
#include "resident.hpp"
#include "workload.hpp"

namespace leat::bench {
namespace {

/// The default policy, work stealing, is as fast as sharing or faster, except for creation.
struct Config : caf::actor_system_config {
    explicit Config(int threads) { set("scheduler.max-threads", threads); }
};

using Result = std::promise<double>;

// ---- Asks. A typed answerer and `then` were faster than a dynamic one and `await`.

using Ponger = caf::typed_actor<caf::replies_to<int>::with<int>>;

Ponger::behavior_type make_ponger(Ponger::pointer) {
    return {[](int id) { return id; }};
}

class Pinger final : public caf::event_based_actor {
public:
    Pinger(caf::actor_config& config, Ponger ponger, Result& rate)
        : event_based_actor(config), ponger_(std::move(ponger)), rate_(rate) {}

    caf::behavior make_behavior() override {
        return {[this](int rounds) {
            rounds_ = left_ = rounds;
            start_ = Clock::now();
            ask();
        }};
    }

private:
    void ask() {
        request(ponger_, caf::infinite, left_).then([this](int) {
            if (--left_ > 0) {
                ask();
            } else {
                rate_.set_value(rounds_ / seconds_since(start_));
            }
        });
    }

    Ponger ponger_;
    Result& rate_;
    Clock::time_point start_;
    int rounds_ = 0;
    int left_ = 0;
};

double ask_rate(int rounds, int threads) {
    Config config(threads);
    caf::actor_system system(config);
    Result rate;
    caf::anon_send(system.spawn<Pinger>(system.spawn(make_ponger), rate), rounds);
    return rate.get_future().get();
}

// ---- Notices.

class FaninReceiver final : public caf::event_based_actor {
public:
    FaninReceiver(caf::actor_config& config, FaninProgress& progress, int messages, Result& rate)
        : event_based_actor(config), progress_(progress), left_(messages), rate_(rate) {}

    caf::behavior make_behavior() override {
        return {[this](int producer) {
            progress_.count(producer);
            if (--left_ == 0) {
                rate_.set_value(0);
            }
        }};
    }

private:
    FaninProgress& progress_;
    int left_;
    Result& rate_;
};

class NoticeReceiver final : public caf::event_based_actor {
public:
    using event_based_actor::event_based_actor;

    caf::behavior make_behavior() override {
        return {[this](int) {
            if (++received_ % notice_burst == 0) {
                send(caf::actor_cast<caf::actor>(current_sender()), caf::ok_atom::value);
            }
        }};
    }

private:
    int received_ = 0;
};

class NoticeSender final : public caf::event_based_actor {
public:
    NoticeSender(caf::actor_config& config, caf::actor receiver, Result& rate)
        : event_based_actor(config), receiver_(std::move(receiver)), rate_(rate) {}

    caf::behavior make_behavior() override {
        return {[this](int bursts) {
                    bursts_ = left_ = bursts;
                    start_ = Clock::now();
                    send_burst();
                },
                [this](caf::ok_atom) {
                    if (--left_ > 0) {
                        send_burst();
                    } else {
                        rate_.set_value(1.0 * bursts_ * notice_burst / seconds_since(start_));
                    }
                }};
    }

private:
    void send_burst() {
        for (int i = 0; i < notice_burst; ++i) {
            send(receiver_, i);
        }
    }

    caf::actor receiver_;
    Result& rate_;
    Clock::time_point start_;
    int bursts_ = 0;
    int left_ = 0;
};

// ---- Creation.

struct Census {
    int expected = 0;
    int ready = 0;  // The scheduler thread's.
    std::promise<void> all_ready{};
    // Added to where a cell ends, read by the creating thread; orders nothing else.
    std::atomic<int> gone{0};
};

class Cell final : public caf::event_based_actor {
public:
    Cell(caf::actor_config& config, Census& census) : event_based_actor(config), census_(census) {}
    ~Cell() override { census_.gone.fetch_add(1, std::memory_order_relaxed); }

    caf::behavior make_behavior() override {
        if (++census_.ready == census_.expected) {
            census_.all_ready.set_value();
        }
        return {[this](int value) { value_ += value; }};
    }

private:
    Census& census_;
    int value_ = 0;
};

struct Creation {
    double rate;
    double bytes;
};

// From outside: creation by an actor was never faster when tried, and often slower.
Creation create(int actors) {
    Config config(1);
    config.set("scheduler.policy", caf::atom("sharing"));
    caf::actor_system system(config);
    Census census{.expected = actors};
    const double bytes_before = resident_bytes();
    const auto start = Clock::now();
    std::vector<caf::actor> cells;
    cells.reserve(static_cast<std::size_t>(actors));
    for (int i = 0; i < actors; ++i) {
        cells.push_back(system.spawn<Cell>(census));
    }
    census.all_ready.get_future().get();
    const double bytes = resident_bytes() - bytes_before;
    cells.clear();
    while (census.gone.load(std::memory_order_relaxed) < actors) {
        std::this_thread::yield();
    }
    return {.rate = actors / seconds_since(start), .bytes = bytes / actors};
}

// ---- Skynet: a leaf tells its parent its number, a node the sum of its children.

class SkynetNode final : public caf::event_based_actor {
public:
    SkynetNode(caf::actor_config& config, caf::actor parent, long first, int leaves)
        : event_based_actor(config), parent_(std::move(parent)), first_(first), leaves_(leaves) {}

    caf::behavior make_behavior() override {
        if (leaves_ == 1) {
            send(parent_, first_);
            return {};
        }
        const int share = leaves_ / skynet_children;
        const auto self = caf::actor_cast<caf::actor>(this);
        for (int i = 0; i < skynet_children; ++i) {
            spawn<SkynetNode>(self, first_ + i * share, share);
        }
        return {[this](long part) { add(part); }};
    }

private:
    void add(long part) {
        sum_ += part;
        if (++answers_ == skynet_children) {
            send(parent_, sum_);
            quit();
        }
    }

    caf::actor parent_;
    long first_;
    int leaves_;
    int answers_ = 0;
    long sum_ = 0;
};

// ---- Load.

class BusyActor final : public caf::event_based_actor {
public:
    BusyActor(caf::actor_config& config, const std::atomic<bool>& stopping)
        : event_based_actor(config), stopping_(stopping) {}

    caf::behavior make_behavior() override {
        send(this, 0);
        return {[this](int) {
            work_for(busy_work);
            if (!stopping_.load(std::memory_order_relaxed)) {
                send(this, 0);
            }
        }};
    }

private:
    const std::atomic<bool>& stopping_;
};

class PatientAsker final : public caf::event_based_actor {
public:
    PatientAsker(caf::actor_config& config, Ponger ponger, Result& latency)
        : event_based_actor(config), ponger_(std::move(ponger)), latency_(latency) {}

    caf::behavior make_behavior() override {
        return {[this](int asks) {
            asked_ = Clock::now();
            request(ponger_, caf::infinite, asks).then([this](int left) { record(left); });
        }};
    }

private:
    void record(int left) {
        latencies_.push_back(microseconds_since(asked_));
        if (left > 1) {
            delayed_send(this, ask_pause, left - 1);
        } else {
            latency_.set_value(percentile_99(latencies_));
        }
    }

    Ponger ponger_;
    Result& latency_;
    Clock::time_point asked_;
    std::vector<double> latencies_;
};

}  // namespace

double caf_ask_same_thread(int rounds) {
    return ask_rate(rounds, 1);
}

// Two detached actors, each with a thread of its own, do over 10 times fewer. Two scheduler threads
// are free to run both actors on one of them.
double caf_ask_cross_thread(int rounds) {
    return ask_rate(rounds, 2);
}

double caf_fanin_notice(int messages_per_producer) {
    Config config(1);
    caf::actor_system system(config);
    const int messages = messages_per_producer * fanin_producers;
    FaninProgress progress;
    Result done;
    const auto receiver = system.spawn<FaninReceiver>(progress, messages, done);
    const auto start = Clock::now();
    const auto send = [&](int producer) { caf::anon_send(receiver, producer); };
    const auto producers = start_producers(progress, messages_per_producer, send);
    done.get_future().get();
    return messages / seconds_since(start);
}

double caf_notice_same_thread(int bursts) {
    Config config(1);
    caf::actor_system system(config);
    Result rate;
    caf::anon_send(system.spawn<NoticeSender>(system.spawn<NoticeReceiver>(), rate), bursts);
    return rate.get_future().get();
}

double caf_spawn(int actors) {
    return create(actors).rate;
}

double caf_bytes_per_actor(int actors) {
    return create(actors).bytes;
}

double caf_skynet(int leaves, int threads) {
    Config config(threads);
    caf::actor_system system(config);
    caf::scoped_actor self(system);
    const auto start = Clock::now();
    system.spawn<SkynetNode>(caf::actor_cast<caf::actor>(self), 0, leaves);
    self->receive([&](long sum) { expect(sum == 1L * leaves * (leaves - 1) / 2); });
    return seconds_since(start);
}

double caf_ask_under_load(int asks) {
    Config config(1);
    // Without a limit the first busy actor would keep the thread for good.
    config.set("scheduler.max-throughput", 1);
    std::atomic<bool> stopping{false};
    caf::actor_system system(config);
    Result latency;
    for (int i = 0; i < busy_actors; ++i) {
        system.spawn<BusyActor>(stopping);
    }
    caf::anon_send(system.spawn<PatientAsker>(system.spawn(make_ponger), latency), asks);
    const double result = latency.get_future().get();
    stopping = true;
    return result;
}

}  // namespace leat::bench
