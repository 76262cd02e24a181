#pragma once

#include "leat/core/house.hpp"

namespace leat {

/// A first-in first-out list of ready houses, linked through them.
class HouseQueue {
public:
    void push(House& house) {
        house.next_ready = nullptr;
        (last_ != nullptr ? last_->next_ready : first_) = &house;
        last_ = &house;
    }
    /// Null when empty.
    House* pop() {
        House* const house = first_;
        if (house != nullptr) {
            first_ = house->next_ready;
            if (first_ == nullptr) {
                last_ = nullptr;
            }
        }
        return house;
    }
    [[nodiscard]] bool is_empty() const { return first_ == nullptr; }

private:
    House* first_ = nullptr;
    House* last_ = nullptr;
};

}  // namespace leat
