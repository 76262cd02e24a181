#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "timer_wheel.hpp"

namespace leat {
namespace {

/// What a wheel must do, by a sorted map.
class Model {
public:
    explicit Model(std::size_t nodes) : places_(nodes) {}

    void arm(std::size_t node, Tick expiry_tick, Tick current_tick) {
        cancel(node);
        const bool is_overdue = expiry_tick <= current_tick;
        // Inside of an advance, what is overdue waits until that has ended: behind every tick.
        const Tick late = is_advancing_ ? tick_never : current_tick;
        const Key key = {is_overdue && is_advancing_, is_overdue ? late : expiry_tick, ++armed_};
        order_.emplace(key, node);
        places_[node] = key;
    }

    bool cancel(std::size_t node) {
        if (!places_[node]) {
            return false;
        }
        order_.erase(*places_[node]);
        places_[node].reset();
        return true;
    }

    void begin_advance() { is_advancing_ = true; }

    /// The next node that fires up to `now_tick`.
    std::optional<std::size_t> pop(Tick now_tick) {
        if (order_.empty()) {
            return std::nullopt;
        }
        const auto [key, node] = *order_.begin();
        if (key.waits || key.tick > now_tick) {
            return std::nullopt;
        }
        cancel(node);
        return node;
    }

    void end_advance(Tick now_tick) {
        is_advancing_ = false;
        while (!order_.empty() && order_.rbegin()->first.waits) {
            auto waiting = order_.extract(std::prev(order_.end()));
            waiting.key().waits = false;
            waiting.key().tick = now_tick;
            places_[waiting.mapped()] = waiting.key();
            order_.insert(std::move(waiting));
        }
    }

    [[nodiscard]] Tick next_expiry() const {
        return order_.empty() ? tick_never : order_.begin()->first.tick;
    }

private:
    struct Key {
        bool waits;
        Tick tick;
        std::uint64_t armed;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    std::map<Key, std::size_t> order_;
    std::vector<std::optional<Key>> places_;
    std::uint64_t armed_ = 0;
    bool is_advancing_ = false;
};

/// Random operations on a wheel and its model at once.
class Trial {
public:
    explicit Trial(std::uint64_t seed) : random_(seed), nodes_(node_count), model_(node_count) {}
    ~Trial() { wheel_.clear(); }

    void step() {
        const auto choice = random_() % 100;
        if (choice < 50) {
            arm();
        } else if (choice < 75) {
            cancel();
        } else {
            advance();
        }
    }

private:
    static constexpr std::size_t node_count = 300;

    void arm() {
        const auto node = random_() % node_count;
        const Tick now = wheel_.current_tick();
        const Tick delay = random_() & ((Tick{1} << random_() % random_bits()) - 1);
        const bool is_past = random_() % 20 == 0;
        const Tick deadline = is_past ? now - std::min(now, delay) : now + delay;
        wheel_.arm(nodes_[node], deadline);
        model_.arm(node, deadline, now);
    }

    /// Mostly short delays, so that many fire; at times very long ones.
    std::uint64_t random_bits() { return random_() % 50 == 0 ? 50 : 16; }

    void cancel() {
        const auto node = random_() % node_count;
        ASSERT_EQ(wheel_.cancel(nodes_[node]), model_.cancel(node));
    }

    void advance() {
        const Tick now = wheel_.current_tick() + (random_() & ((Tick{1} << random_() % 14) - 1));
        ASSERT_LE(wheel_.next_expiry(), std::max(model_.next_expiry(), wheel_.current_tick()));
        model_.begin_advance();
        wheel_.advance(now, [&](TimerNode& node) { expire(node, now); });
        ASSERT_EQ(model_.pop(now), std::nullopt) << "a timer is late";
        model_.end_advance(now);
        ASSERT_EQ(wheel_.current_tick(), now);
        ASSERT_EQ(wheel_.is_empty(), model_.next_expiry() == tick_never);
    }

    void expire(TimerNode& node, Tick now) {
        ASSERT_EQ(model_.pop(now), static_cast<std::size_t>(&node - nodes_.data()));
        ASSERT_LE(node.expiry_tick(), now) << "a timer is early";
        switch (random_() % 4) {
            case 0:
                arm();
                break;
            case 1:
                cancel();
                break;
            default:
                break;
        }
    }

    std::mt19937_64 random_;
    std::vector<TimerNode> nodes_;
    TimerWheel wheel_;
    Model model_;
};

std::uint64_t seed_of_this_run() {
    const char* chosen = std::getenv("LEAT_TEST_SEED");
    return chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : std::random_device{}();
}

TEST(TimerWheel, DoesWhatASortedMapDoesInAMillionRandomOperations) {
    const auto seed = seed_of_this_run();
    SCOPED_TRACE("replay with LEAT_TEST_SEED=" + std::to_string(seed));
    std::printf("LEAT_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
    Trial trial(seed);
    for (int step = 0; step < 1'000'000 && !testing::Test::HasFatalFailure(); ++step) {
        trial.step();
    }
}

}  // namespace
}  // namespace leat
