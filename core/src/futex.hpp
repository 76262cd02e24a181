#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace leat {

/// Sleeps while the word has the value, until it is woken or the time is over; may wake in vain.
void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t value,
                std::chrono::nanoseconds timeout);
/// Wakes one thread that sleeps on the word.
void futex_wake(const std::atomic<std::uint32_t>& word);

}  // namespace leat
