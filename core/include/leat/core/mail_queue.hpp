#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "leat/core/envelope.hpp"

namespace leat {

/// A first-in first-out list of letters, which it does not own: a ring, held by its last letter.
/// Guarded by its user; only the size may be read by any thread, and is a moment old there.
class MailQueue {
public:
    MailQueue() = default;
    MailQueue(const MailQueue&) = delete;
    MailQueue& operator=(const MailQueue&) = delete;

    void push(Letter& letter) {
        link(letter);
        last_ = &letter;
    }
    void push_front(Letter& letter) {
        link(letter);
        if (last_ == nullptr) {
            last_ = &letter;
        }
    }
    /// Puts all letters of `other` before those here; `other` is empty then.
    void prepend(MailQueue& other) {
        if (other.last_ == nullptr) {
            return;
        }
        if (last_ == nullptr) {
            last_ = other.last_;
        } else {
            std::swap(other.last_->next, last_->next);
        }
        other.last_ = nullptr;
        set_size(size() + other.size());
        other.set_size(0);
    }
    /// REQUIRES: not empty.
    [[nodiscard]] Letter& front() const { return *last_->next; }
    /// REQUIRES: not empty.
    Letter& pop() {
        Letter& first = *last_->next;
        if (&first == last_) {
            last_ = nullptr;
        } else {
            last_->next = first.next;
        }
        set_size(size() - 1);
        return first;
    }
    [[nodiscard]] bool is_empty() const { return last_ == nullptr; }
    [[nodiscard]] std::uint32_t size() const { return size_.load(std::memory_order_relaxed); }

private:
    void link(Letter& letter) {
        if (last_ == nullptr) {
            letter.next = &letter;
        } else {
            letter.next = last_->next;
            last_->next = &letter;
        }
        set_size(size() + 1);
    }
    /// One writer at a time: a load and a store, so that others may look.
    void set_size(std::uint32_t size) { size_.store(size, std::memory_order_relaxed); }

    Letter* last_ = nullptr;
    std::atomic<std::uint32_t> size_ = 0;
};

}  // namespace leat
