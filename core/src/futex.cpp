#include "futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

namespace leat {

void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t value,
                std::chrono::nanoseconds timeout) {
    constexpr std::chrono::nanoseconds longest = std::chrono::hours(24);
    const auto wait = std::clamp(timeout, std::chrono::nanoseconds::zero(), longest);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(wait);
    const timespec relative{static_cast<std::time_t>(seconds.count()),
                            static_cast<long>((wait - seconds).count())};
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &relative, nullptr, 0);
}

void futex_wake(const std::atomic<std::uint32_t>& word) {
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace leat
