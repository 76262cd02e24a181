#include "leat/core/house.hpp"

#include <gtest/gtest.h>

namespace leat {
namespace {

TEST(House, FitsAnActorOfModestSize) {
    // With the head of its block and 80 bytes of actor, an actor takes 384 bytes.
    EXPECT_LE(sizeof(House) + 16 + 80, 384U);
}

}  // namespace
}  // namespace leat
