#include "memory_guard.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace leat {
namespace {

constexpr std::size_t file_bytes_max = 8192;

std::optional<std::int64_t> parse_number(std::string_view text) {
    std::int64_t value = 0;
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc::result_out_of_range) {
        return std::numeric_limits<std::int64_t>::max();
    }
    return failure == std::errc{} ? std::optional(value) : std::nullopt;
}

/// Takes the text up to the separator, and that, off `rest`.
std::string_view take_until(std::string_view& rest, char separator) {
    const auto end = std::min(rest.find(separator), rest.size());
    const auto taken = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return taken;
}

/// The number behind `key` at the beginning of a line; 0 if there is none.
std::int64_t value_of(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const auto line = take_until(text, '\n');
        if (line.starts_with(key)) {
            return parse_number(line.substr(key.size())).value_or(0);
        }
    }
    return 0;
}

/// "memory" stands in "cpu,memory".
bool has_memory(std::string_view controllers) {
    while (!controllers.empty()) {
        if (take_until(controllers, ',') == "memory") {
            return true;
        }
    }
    return false;
}

double part(const MemoryUse& use) {
    return use.limit_bytes > 0
               ? static_cast<double>(use.used_bytes) / static_cast<double>(use.limit_bytes)
               : -1.0;
}

}  // namespace

KernelFile::KernelFile(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
}

KernelFile::~KernelFile() {
    if (is_open()) {
        ::close(fd_);
    }
}

KernelFile::KernelFile(KernelFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {
}

std::string KernelFile::read() const {
    std::array<char, file_bytes_max> bytes;
    const auto size = is_open() ? ::pread(fd_, bytes.data(), bytes.size(), 0) : -1;
    return size > 0 ? std::string(bytes.data(), static_cast<std::size_t>(size)) : std::string();
}

std::optional<std::int64_t> KernelFile::read_number() const {
    return parse_number(read());
}

struct MemoryGuard::Names {
    std::string_view limit;
    std::string_view usage;
    std::string_view inactive_key;
};

MemoryGuard::MemoryGuard(Settings settings)
    : settings_(std::move(settings)),
      machine_(settings_.root + "/proc/meminfo"),
      process_(settings_.root + "/proc/self/statm") {
    machine_bytes_ = machine_use().limit_bytes;
    if (settings_.limit_bytes == 0) {
        find_groups();
    }
}

void MemoryGuard::find_groups() {
    constexpr Names version_1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                 "total_inactive_file "};
    constexpr Names version_2 = {"memory.max", "memory.current", "inactive_file "};
    const std::string mount = settings_.root + "/sys/fs/cgroup";
    const std::string list = KernelFile(settings_.root + "/proc/self/cgroup").read();
    std::string_view path_2 = "/";
    for (std::string_view rest = list; !rest.empty();) {
        std::string_view path = take_until(rest, '\n');
        const auto number = take_until(path, ':');
        const auto controllers = take_until(path, ':');
        if (has_memory(controllers)) {
            add_groups(mount + "/memory", path, version_1);
            return;
        }
        if (number == "0" && controllers.empty()) {
            path_2 = path;
        }
    }
    add_groups(mount, path_2, version_2);
}

void MemoryGuard::add_groups(const std::string& mount, std::string_view path, const Names& names) {
    inactive_key_ = names.inactive_key;
    for (;;) {
        path = path.substr(0, path.find_last_not_of('/') + 1);
        const std::string folder = mount + std::string(path) + "/";
        Group group = {KernelFile(folder + std::string(names.limit)),
                       KernelFile(folder + std::string(names.usage)),
                       KernelFile(folder + "memory.stat")};
        if (group.limit.is_open() && group.usage.is_open()) {
            groups_.push_back(std::move(group));
        }
        if (path.empty()) {
            return;
        }
        path = path.substr(0, path.rfind('/') == path.npos ? 0 : path.rfind('/'));
    }
}

bool MemoryGuard::is_short(const MemoryUse& use) const {
    if (use.limit_bytes <= 0) {
        return false;
    }
    const auto free_min = std::min(settings_.free_min_bytes, use.limit_bytes / 4);
    return part(use) * 100 > settings_.busy_percent || use.limit_bytes - use.used_bytes < free_min;
}

bool MemoryGuard::check() {
    if (settings_.limit_bytes > 0) {
        last_ = process_use();
        return is_short(last_);
    }
    MemoryUse fullest;
    bool is_busy = false;
    for (const Group& group : groups_) {
        const auto use = group_use(group);
        if (use && part(*use) > part(fullest)) {
            fullest = *use;
        }
        is_busy = is_busy || (use && is_short(*use));
    }
    if (fullest.limit_bytes == 0) {
        fullest = machine_use();
        is_busy = is_short(fullest);
    }
    last_ = fullest;
    return is_busy;
}

/// The third field of statm are the pages shared with files.
MemoryUse MemoryGuard::process_use() const {
    const std::string text = process_.read();
    std::string_view rest = text;
    take_until(rest, ' ');
    const auto resident = parse_number(take_until(rest, ' ')).value_or(0);
    const auto shared = parse_number(take_until(rest, ' ')).value_or(0);
    return {(resident - shared) * ::sysconf(_SC_PAGESIZE), settings_.limit_bytes};
}

MemoryUse MemoryGuard::machine_use() const {
    constexpr std::int64_t unit = 1024;  // "kB" in meminfo.
    const std::string text = machine_.read();
    const auto total = value_of(text, "MemTotal:") * unit;
    return {total - value_of(text, "MemAvailable:") * unit, total};
}

std::optional<MemoryUse> MemoryGuard::group_use(const Group& group) const {
    const auto limit = group.limit.read_number();
    const auto usage = group.usage.read_number();
    const bool is_limited = limit && (machine_bytes_ == 0 || *limit < machine_bytes_);
    if (!is_limited || !usage) {
        return std::nullopt;
    }
    MemoryUse use = {*usage, *limit};
    // The statistics cost the kernel a sum over all processors, and can only lower the use.
    if (is_short(use)) {
        use.used_bytes -= std::min(*usage, value_of(group.statistics.read(), inactive_key_));
    }
    return use;
}

}  // namespace leat
