#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "leat/core/pool.hpp"

namespace leat {

/// A hash table from a number, which it gives out, to a node that has `id` and `hash_next`.
///
/// Chains are threaded through the nodes, so that an entry costs no memory beyond its slot. The
/// table doubles at two entries a slot; it halves when it is at least four times its first size and
/// less than half full. Before the first entry it has no slot at all. Does not own its nodes.
template <class Node>
class IdTable {
public:
    static constexpr std::uint32_t first_slots = 8;

    IdTable() = default;
    IdTable(const IdTable&) = delete;
    IdTable& operator=(const IdTable&) = delete;
    ~IdTable() { pool_release(table_); }

    /// Gives the node a fresh id, never zero, and takes note of it.
    void push(Node& node) {
        if (size_ >= 2 * slots_) [[unlikely]] {
            resize(slots_ == 0 ? first_slots : 2 * slots_);
        }
        node.id = ++last_id_;
        Node*& slot = table_[node.id & (slots_ - 1)];
        node.hash_next = slot;
        slot = &node;
        ++size_;
    }

    /// The node of that id; null when there is none.
    [[nodiscard]] Node* find(std::uint64_t id) const { return size_ == 0 ? nullptr : *link_to(id); }

    /// The same, and forgets it.
    Node* pop(std::uint64_t id) {
        if (size_ == 0) {
            return nullptr;
        }
        Node** const link = link_to(id);
        Node* const found = *link;
        if (found != nullptr) {
            *link = found->hash_next;
            --size_;
            shrink_if_sparse();
        }
        return found;
    }

    /// Forgets any one node and returns it; null when there is none left.
    Node* pop_any() {
        for (std::uint32_t i = 0; size_ > 0; ++i) {
            if (table_[i] != nullptr) {
                return pop(table_[i]->id);
            }
        }
        return nullptr;
    }

    [[nodiscard]] std::uint32_t size() const { return size_; }
    [[nodiscard]] std::uint32_t slots() const { return slots_; }

private:
    [[nodiscard]] Node** link_to(std::uint64_t id) const {
        Node** link = &table_[id & (slots_ - 1)];
        while (*link != nullptr && (*link)->id != id) {
            link = &(*link)->hash_next;
        }
        return link;
    }
    void shrink_if_sparse() {
        if (slots_ >= 4 * first_slots && size_ < slots_ / 2) [[unlikely]] {
            resize(slots_ / 2);
        }
    }
    void resize(std::uint32_t slots) {
        auto** const table = static_cast<Node**>(pool_allocate(slots * sizeof(Node*)));
        std::fill_n(table, slots, nullptr);
        for (std::uint32_t i = 0; i < slots_; ++i) {
            for (Node* node = table_[i]; node != nullptr;) {
                Node*& slot = table[node->id & (slots - 1)];
                Node* const rest = std::exchange(node->hash_next, slot);
                slot = node;
                node = rest;
            }
        }
        pool_release(std::exchange(table_, table));
        slots_ = slots;
    }

    Node** table_ = nullptr;
    std::uint32_t slots_ = 0;
    std::uint32_t size_ = 0;
    std::uint64_t last_id_ = 0;
};

}  // namespace leat
