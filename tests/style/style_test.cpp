#include <gtest/gtest.h>

#include "rules.hpp"

namespace leat::style {
namespace {

TEST(Style, HoldsInTheWholeTree) {
    const SourceTree tree = load_tree(LEAT_SOURCE_DIR);
    ASSERT_FALSE(tree.sources.empty());

    std::string found;
    for (const Offence& offence : check(tree)) {
        found += to_string(offence) + "\n";
    }

    EXPECT_TRUE(found.empty()) << found;
}

}  // namespace
}  // namespace leat::style
