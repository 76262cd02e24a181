#include "memory_guard.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace leat {
namespace {

constexpr std::int64_t mega = 1'000'000;
constexpr std::int64_t giga = 1'000 * mega;

/// A folder that looks like the root of a machine.
class MemoryGuardTest : public testing::Test {
protected:
    void SetUp() override {
        root_ =
            std::filesystem::temp_directory_path() / ("leat_memory_" + std::to_string(::getpid()));
        std::filesystem::create_directories(root_);
        set_machine(64 * giga, 60 * giga);
    }
    void TearDown() override { std::filesystem::remove_all(root_); }

    /// Writes in place, as the guard keeps its files open.
    void set(const std::string& path, const std::string& content) {
        const auto file = root_ / path;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << content;
    }
    void set_machine(std::int64_t total, std::int64_t available) {
        set("proc/meminfo", "MemTotal:       " + std::to_string(total / 1024) +
                                " kB\nMemFree:            1 kB\nMemAvailable:   " +
                                std::to_string(available / 1024) + " kB\n");
    }
    void set_group_2(const std::string& path, const std::string& limit, std::int64_t usage,
                     std::int64_t inactive = 0) {
        set("sys/fs/cgroup/" + path + "memory.max", limit + "\n");
        set("sys/fs/cgroup/" + path + "memory.current", std::to_string(usage) + "\n");
        set("sys/fs/cgroup/" + path + "memory.stat",
            "anon 1\nactive_file 12\ninactive_file " + std::to_string(inactive) + "\n");
    }
    void set_group_1(const std::string& path, const std::string& limit, std::int64_t usage,
                     std::int64_t inactive = 0) {
        const std::string folder = "sys/fs/cgroup/memory/" + path;
        set(folder + "memory.limit_in_bytes", limit + "\n");
        set(folder + "memory.usage_in_bytes", std::to_string(usage) + "\n");
        set(folder + "memory.stat",
            "inactive_file 1\ntotal_inactive_file " + std::to_string(inactive) + "\n");
    }
    MemoryGuard guard(MemoryGuard::Settings settings = {}) {
        settings.root = root_.string();
        return MemoryGuard(settings);
    }

private:
    std::filesystem::path root_;
};

TEST_F(MemoryGuardTest, ComparesWithTheMachineWithoutACgroup) {
    auto guarding = guard();
    EXPECT_FALSE(guarding.check());
    EXPECT_NEAR(static_cast<double>(guarding.last().used_bytes), 4e9, 1e6);

    set_machine(64 * giga, 6 * giga);
    EXPECT_TRUE(guarding.check());
    set_machine(64 * giga, 7 * giga);
    EXPECT_FALSE(guarding.check());
}

TEST_F(MemoryGuardTest, IsBusyAboveThePercentageAndNotAtIt) {
    set_group_2("", "10000000000", 9 * giga);
    auto guarding = guard();
    EXPECT_FALSE(guarding.check());
    set_group_2("", "10000000000", 9 * giga + 1);
    EXPECT_TRUE(guarding.check());
    set_group_2("", "10000000000", 9 * giga - 1);
    EXPECT_FALSE(guarding.check()) << "no hysteresis";
    EXPECT_EQ(guarding.last().limit_bytes, 10 * giga);
}

TEST_F(MemoryGuardTest, IsBusyWithTooLittleFree) {
    set_group_2("", "500000000", 400 * mega);
    auto guarding = guard();
    EXPECT_FALSE(guarding.check());
    set_group_2("", "500000000", 400 * mega + 1);
    EXPECT_TRUE(guarding.check());
}

TEST_F(MemoryGuardTest, ASmallLimitIsNotBusyForEver) {
    set_group_2("", "64000000", 48 * mega);
    auto guarding = guard();
    EXPECT_FALSE(guarding.check());
    set_group_2("", "64000000", 48 * mega + 1);
    EXPECT_TRUE(guarding.check());
}

TEST_F(MemoryGuardTest, DoesNotCountFileCacheThatCanBeDropped) {
    set_group_2("", "10000000000", 9900 * mega, 5 * giga);
    auto guarding = guard();
    EXPECT_FALSE(guarding.check());
    EXPECT_EQ(guarding.last().used_bytes, 4900 * mega);
    set_group_2("", "10000000000", 9900 * mega, 100 * mega);
    EXPECT_TRUE(guarding.check());
}

TEST_F(MemoryGuardTest, ComparesWithTheMachineIfTheCgroupHasNoLimit) {
    set_group_2("", "max", 20 * giga);
    auto guarding = guard();
    EXPECT_FALSE(guarding.check());
    EXPECT_NEAR(static_cast<double>(guarding.last().limit_bytes), 64e9, 1e6);
    set_group_2("", "1000000000", 950 * mega);
    EXPECT_TRUE(guarding.check()) << "a limit set later counts";
}

TEST_F(MemoryGuardTest, ComparesWithEachParentThatHasALimit) {
    set("proc/self/cgroup", "0::/shop.slice/web.service\n");
    set_group_2("shop.slice/web.service/", "max", 1 * giga);
    set_group_2("shop.slice/", "4000000000", 2 * giga);
    auto guarding = guard();
    EXPECT_FALSE(guarding.check());
    EXPECT_EQ(guarding.last().limit_bytes, 4 * giga);
    set_group_2("shop.slice/", "4000000000", 3900 * mega);
    EXPECT_TRUE(guarding.check());
}

TEST_F(MemoryGuardTest, FindsTheMountOfAContainerWhosePathIsTheHosts) {
    set("proc/self/cgroup", "0::/docker/0123456789abcdef\n");
    set_group_2("", "1000000000", 950 * mega);
    EXPECT_TRUE(guard().check());
}

TEST_F(MemoryGuardTest, ReadsVersion1) {
    set("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/shop\n0::/unified\n");
    set_group_1("shop/", "1000000000", 950 * mega);
    set_group_1("", "9223372036854771712", 50 * giga);
    auto guarding = guard();
    EXPECT_TRUE(guarding.check());
    EXPECT_EQ(guarding.last().limit_bytes, giga);
    set_group_1("shop/", "1000000000", 950 * mega, 300 * mega);
    EXPECT_FALSE(guarding.check());
    set_group_1("shop/", "9223372036854771712", 10 * giga);
    EXPECT_FALSE(guarding.check()) << "the value that means no limit";
    EXPECT_NEAR(static_cast<double>(guarding.last().limit_bytes), 64e9, 1e6);
}

TEST_F(MemoryGuardTest, ALimitOfTheProgramIsForTheProcess) {
    set_group_2("", "1000000000", 950 * mega);
    const auto page = sysconf(_SC_PAGESIZE);
    set("proc/self/statm", "900000 30000 5000 7 0 9 0\n");
    auto guarding = guard({.limit_bytes = 25'000 * page * 2});
    EXPECT_FALSE(guarding.check());
    EXPECT_EQ(guarding.last().used_bytes, 25'000 * page);
    set("proc/self/statm", "900000 54000 5000 7 0 9 0\n");
    EXPECT_TRUE(guarding.check());
}

TEST_F(MemoryGuardTest, ObeysItsSettings) {
    set_group_2("", "10000000000", 6 * giga);
    EXPECT_TRUE(guard({.busy_percent = 50}).check());
    EXPECT_FALSE(guard({.busy_percent = 100, .free_min_bytes = 0}).check());
    EXPECT_FALSE(guard({.free_min_bytes = 5 * giga}).check()) << "at most a quarter must be free";
    set_group_2("", "10000000000", 8 * giga);
    EXPECT_TRUE(guard({.free_min_bytes = 5 * giga}).check());
}

TEST_F(MemoryGuardTest, WhatCannotBeReadIsNotShort) {
    MemoryGuard nothing({.root = "/no/such/folder"});
    EXPECT_FALSE(nothing.check());
    MemoryGuard no_process({.limit_bytes = giga, .root = "/no/such/folder"});
    EXPECT_FALSE(no_process.check());

    set_group_2("", "", 0);
    set("sys/fs/cgroup/memory.current", "garbage");
    set("proc/meminfo", "nonsense\n");
    EXPECT_FALSE(guard().check());
}

TEST(MemoryGuard, ReadsThisMachine) {
    MemoryGuard system({});
    system.check();
    EXPECT_GT(system.last().used_bytes, 0);
    EXPECT_GT(system.last().limit_bytes, system.last().used_bytes);

    MemoryGuard process({.limit_bytes = 1000 * giga});
    EXPECT_FALSE(process.check());
    EXPECT_GT(process.last().used_bytes, 100'000);
}

}  // namespace
}  // namespace leat
