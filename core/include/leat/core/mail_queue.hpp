#pragma once

#include <cstdint>

#include "leat/core/envelope.hpp"

namespace leat {

/// A first-in first-out list of letters, which it does not own: a ring, held by its last letter.
class MailQueue {
public:
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
        --size_;
        return first;
    }
    [[nodiscard]] bool is_empty() const { return last_ == nullptr; }
    [[nodiscard]] std::uint32_t size() const { return size_; }

private:
    void link(Letter& letter) {
        if (last_ == nullptr) {
            letter.next = &letter;
        } else {
            letter.next = last_->next;
            last_->next = &letter;
        }
        ++size_;
    }

    Letter* last_ = nullptr;
    std::uint32_t size_ = 0;
};

}  // namespace leat
