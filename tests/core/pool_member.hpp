#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>

#include "sample_actors.hpp"

namespace leat::testing {

/// How many messages each house has handled. Any thread may count.
class Tally {
public:
    void count() {
        const std::scoped_lock lock(mutex_);
        ++counts_[runtime::current_house()];
        ++total_;
    }
    [[nodiscard]] std::map<const House*, int> counts() const {
        const std::scoped_lock lock(mutex_);
        return counts_;
    }
    /// The counts once there are so many in all.
    [[nodiscard]] std::map<const House*, int> wait_for(int total) const {
        const auto until = std::chrono::steady_clock::now() + patience;
        while (total_ < total && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return counts();
    }

private:
    mutable std::mutex mutex_;
    std::map<const House*, int> counts_;
    std::atomic<int> total_{0};
};

/// Which actor answers.
struct Identity {
    const House* house;
    const Worker* thread;
};
struct Identify {
    using Reply = Identity;
};
struct Work {};
struct Keyed {
    using Reply = Identity;
    std::uint64_t key;
    [[nodiscard]] std::uint64_t routing_key() const { return key; }
};

inline Identity own_identity() {
    const House& house = *runtime::current_house();
    return {&house, house.worker};
}

/// An actor of a pool.
class Member final : public StateActor<Identify, Work> {
public:
    explicit Member(Tally& tally) : tally_(tally) {}
    Identity on(const Identify&) { return own_identity(); }
    void on(const Work&) { tally_.count(); }

private:
    Tally& tally_;
};

class KeyedMember final : public StateActor<Keyed> {
public:
    Identity on(const Keyed&) { return own_identity(); }
};

inline const House* identify(const Address<Identify>& address) {
    return address.ask_blocking<Identify>(patience)->house;
}

/// Waits until the system has that many houses.
inline bool wait_for_houses(const System& system, std::uint64_t houses) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (system.metrics().houses != houses && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return system.metrics().houses == houses;
}

/// REQUIRES, as of those below: somebody has an address of that house.
inline bool wait_for_end(const House& house) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!house.has_ended && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return house.has_ended;
}

inline void stop_and_wait(const House& house) {
    runtime::stop(const_cast<House&>(house));
    wait_for_end(house);
}

/// Stops the member of a pool that an ask reaches.
inline const House* stop_one(const Address<Identify>& pool) {
    const House* const leaving = identify(pool);
    stop_and_wait(*leaving);
    return leaving;
}

}  // namespace leat::testing
