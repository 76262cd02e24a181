#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "leat/core/log.hpp"

namespace leat {

/// A formatted line in the queue.
struct LogLine {
    std::chrono::system_clock::time_point time;
    LogLevel level = LogLevel::info;
    std::uint64_t thread = 0;
    const LoggerNode* logger = nullptr;
    std::string message;  ///< Keeps its memory from line to line, up to a bound.
};

/// A bounded queue of lines from many threads to one, without a lock: a ring of slots, each with
/// the turn at which it may next be filled (= its position) or emptied (= position + 1).
class LogQueue {
public:
    LogQueue() { reset(); }

    /// Forgets all lines. REQUIRES: no other thread uses the queue.
    void reset() {
        head_ = 0;
        tail_.store(0, std::memory_order_relaxed);
        for (std::size_t index = 0; index < slots_.size(); ++index) {
            slots_[index].turn.store(index, std::memory_order_relaxed);
        }
    }

    /// Calls `fill(LogLine&)`, which must not throw; false if the queue is full. Any thread.
    template <class Fill>
    bool try_push(Fill&& fill) {
        std::uint64_t position = tail_.load(std::memory_order_relaxed);
        for (;;) {
            Slot& slot = slot_at(position);
            // Acquires what the consumer released: the slot is empty.
            const auto ahead =
                static_cast<std::int64_t>(slot.turn.load(std::memory_order_acquire) - position);
            if (ahead < 0) {
                return false;
            }
            if (ahead > 0) {
                position = tail_.load(std::memory_order_relaxed);
            } else if (tail_.compare_exchange_weak(position, position + 1,
                                                   std::memory_order_relaxed)) {
                fill(slot.line);
                // Acquired in `try_pop`. Sequentially consistent: the producer then looks whether
                // the consumer sleeps, which looks here before it does.
                slot.turn.store(position + 1, std::memory_order_seq_cst);
                return true;
            }
        }
    }

    /// Calls `use(LogLine&)`; false if the queue is empty. The consumer only.
    template <class Use>
    bool try_pop(Use&& use) {
        if (is_empty()) {
            return false;
        }
        Slot& slot = slot_at(head_);
        use(slot.line);
        // Acquired in `try_push`.
        slot.turn.store(head_ + slots_.size(), std::memory_order_release);
        ++head_;
        return true;
    }

    /// Whether the next line is not there yet. The consumer only.
    [[nodiscard]] bool is_empty() {
        return slot_at(head_).turn.load(std::memory_order_seq_cst) != head_ + 1;
    }
    /// Whether a push would likely fail. Any thread.
    [[nodiscard]] bool is_full() {
        const std::uint64_t position = tail_.load(std::memory_order_relaxed);
        return static_cast<std::int64_t>(slot_at(position).turn.load(std::memory_order_relaxed) -
                                         position) < 0;
    }
    /// Lines pushed, or about to be. Any thread.
    [[nodiscard]] std::uint64_t pushed() const { return tail_.load(std::memory_order_relaxed); }
    /// Lines popped. The consumer only.
    [[nodiscard]] std::uint64_t popped() const { return head_; }

private:
    struct Slot {
        std::atomic<std::uint64_t> turn;
        LogLine line;
    };
    static_assert(std::has_single_bit(log_queue_lines_max));

    Slot& slot_at(std::uint64_t position) { return slots_[position % log_queue_lines_max]; }

    alignas(64) std::atomic<std::uint64_t> tail_ = 0;
    alignas(64) std::uint64_t head_ = 0;
    alignas(64) std::array<Slot, log_queue_lines_max> slots_;
};

}  // namespace leat
