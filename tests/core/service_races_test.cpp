#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "sample_services.hpp"

/// Services that begin, are found and end on many threads at once.
namespace leat {
namespace {

using namespace shop;

template <class F>
void run_threads(int count, F f) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) {
        threads.emplace_back(f, i);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST(ServiceRaces, GiveAQualifierToOneOnly) {
    constexpr int rounds = 200;
    Census census;
    std::atomic<int> winners = 0;
    System system({.threads = 2});
    for (int round = 0; round < rounds; ++round) {
        const std::string qualifier = "round " + std::to_string(round);
        run_threads(3, [&](int number) {
            const auto made =
                system.spawn_service<MemoryStore>({.qualifier = qualifier}, number, &census);
            winners += made ? 1 : 0;
            EXPECT_TRUE(made || made.error() == Errc::service_taken);
        });
    }
    EXPECT_EQ(winners, rounds);
    EXPECT_EQ(census.alive, rounds);
}

TEST(ServiceRaces, GiveNoAddressOfAServiceThatIsGone) {
    constexpr int rounds = 500;
    Census census;
    std::atomic<int> writers = 2;
    System system({.threads = 2});
    run_threads(4, [&](int number) {
        const std::string qualifier = number % 2 == 0 ? "even" : "odd";
        if (number < 2) {
            for (int i = 0; i < rounds; ++i) {
                const auto made =
                    system.spawn_service<MemoryStore>({.qualifier = qualifier}, number, &census);
                if (made) {
                    made->stop();
                }
            }
            --writers;
            return;
        }
        while (writers != 0) {
            const auto found = system.autowire<Store>(qualifier);
            const auto value = found ? found->ask_blocking<Get>(patience) : Errc::service_missing;
            EXPECT_TRUE(value ? value->number == number % 2
                              : value.error() == Errc::service_missing ||
                                    value.error() == Errc::actor_stopped);
        }
    });
    EXPECT_GE(census.made, 2);
    const auto until = std::chrono::steady_clock::now() + patience;
    while (system.metrics().houses != 0 && std::chrono::steady_clock::now() < until) {
        std::this_thread::yield();
    }
    EXPECT_EQ(system.metrics().houses, 0U);
    EXPECT_EQ(census.alive, 0);
}

TEST(ServiceRaces, LeakNothingIntoAShutdown) {
    Census census;
    for (int round = 0; round < 30; ++round) {
        System system({.threads = 2});
        std::atomic<bool> has_begun = false;
        std::thread spawner([&] {
            while (true) {
                const auto made = system.spawn_service<MemoryStore>({}, round, &census);
                has_begun = true;
                if (!made) {
                    EXPECT_TRUE(made.error() == Errc::shutting_down);
                    return;
                }
                (void)system.autowire<Store>();
            }
        });
        while (!has_begun) {
            std::this_thread::yield();
        }
        (void)system.shutdown({});
        spawner.join();
    }
    EXPECT_GE(census.made, 1);
    EXPECT_EQ(census.alive, 0);
}

TEST(ServiceRaces, ShowAModuleAtOnce) {
    System system({.threads = 2});
    std::atomic<int> loaded = 0;
    std::thread loader([&] {
        for (int i = 0; i < 100; ++i) {
            const std::string qualifier = std::to_string(i);
            Module both;
            both.add<MemoryStore>({.qualifier = qualifier}, i);
            both.add<Constant>({.qualifier = qualifier}, i);
            EXPECT_TRUE(system.load_module(std::move(both)));
            ++loaded;
        }
    });
    for (int i = 0; i < 100;) {
        const std::string qualifier = std::to_string(i);
        if (system.autowire<MemoryStore>(qualifier)) {
            EXPECT_TRUE(system.autowire<Source>(qualifier).error() == Errc::service_ambiguous);
            ++i;
        }
    }
    loader.join();
    EXPECT_EQ(loaded, 100);
}

}  // namespace
}  // namespace leat
