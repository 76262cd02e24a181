#include "leat/core/id_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace leat {
namespace {

struct Node {
    std::uint64_t id = 0;
    Node* hash_next = nullptr;
};

TEST(IdTable, FindsWhatItTookNoteOf) {
    IdTable<Node> table;
    Node first;
    Node second;
    EXPECT_EQ(table.find(1), nullptr);
    EXPECT_EQ(table.slots(), 0U);
    table.push(first);
    table.push(second);
    EXPECT_NE(first.id, second.id);
    EXPECT_EQ(table.find(first.id), &first);
    EXPECT_EQ(table.pop(first.id), &first);
    EXPECT_EQ(table.pop(first.id), nullptr);
    EXPECT_EQ(table.pop_any(), &second);
    EXPECT_EQ(table.pop_any(), nullptr);
}

TEST(IdTable, GrowsAtTwoASlotAndShrinksWhenSparse) {
    IdTable<Node> table;
    std::vector<Node> nodes(1'000);
    for (Node& node : nodes) {
        table.push(node);
        EXPECT_LE(table.size(), 2 * table.slots());
    }
    EXPECT_EQ(table.slots(), 512U);
    for (const Node& node : nodes) {
        EXPECT_EQ(table.pop(node.id), &node);
    }
    EXPECT_EQ(table.slots(), 16U);
}

}  // namespace
}  // namespace leat
