#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leat {

/// A small file of the kernel, kept open and read anew each time.
class KernelFile {
public:
    /// Not open if there is no such file.
    explicit KernelFile(const std::string& path);
    ~KernelFile();
    KernelFile(KernelFile&& other) noexcept;
    KernelFile& operator=(KernelFile&&) = delete;

    [[nodiscard]] bool is_open() const { return fd_ >= 0; }
    /// The content, at most 8 KiB; "" if it cannot be read.
    [[nodiscard]] std::string read() const;
    /// The number that the file begins with; none if it begins otherwise ("max").
    [[nodiscard]] std::optional<std::int64_t> read_number() const;

private:
    int fd_;
};

/// Bytes in use, and how many may be.
struct MemoryUse {
    std::int64_t used_bytes = 0;
    std::int64_t limit_bytes = 0;  ///< 0 = not known.
};

/// Tells whether memory runs short. Has no thread: the runtime's watch thread calls `check`, and no
/// other thread uses it.
///
/// With a limit of the program's own, it compares the anonymous memory of the process; else that of
/// its cgroup (version 2 or 1) and of each parent that has a limit below the machine's memory; else
/// what the machine does not have available. File cache that the kernel can drop is not in use.
class MemoryGuard {
public:
    struct Settings {
        int busy_percent = 90;                      ///< Busy above this part of the limit,
        std::int64_t free_min_bytes = 100'000'000;  ///< or with less free; but see `is_short`.
        std::int64_t limit_bytes = 0;               ///< 0 = that of the cgroup or machine.
        std::string root = {};                      ///< The folder that stands for "/" in tests.
    };

    explicit MemoryGuard(Settings settings);

    /// Reads the memory in use anew; whether the system is busy. What cannot be read is not short.
    bool check();
    /// What the last `check` found: the place with the least left in proportion.
    [[nodiscard]] const MemoryUse& last() const { return last_; }

    /// Whether so much is busy. At most a quarter of the limit must be free, so that a process with
    /// 64 MB is not busy all its life.
    [[nodiscard]] bool is_short(const MemoryUse& use) const;

private:
    /// A cgroup with a memory controller.
    struct Group {
        KernelFile limit;
        KernelFile usage;
        KernelFile statistics;
    };
    /// The names of the files of a version of cgroups.
    struct Names;

    void find_groups();
    void add_groups(const std::string& mount, std::string_view path, const Names& names);
    [[nodiscard]] MemoryUse process_use() const;
    [[nodiscard]] MemoryUse machine_use() const;
    [[nodiscard]] std::optional<MemoryUse> group_use(const Group& group) const;

    Settings settings_;
    KernelFile machine_;
    KernelFile process_;
    std::vector<Group> groups_;
    std::string_view inactive_key_;  ///< In the statistics of the groups.
    std::int64_t machine_bytes_ = 0;
    MemoryUse last_;
};

}  // namespace leat
