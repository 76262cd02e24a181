#include "leat/core/envelope.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

namespace leat {
namespace {

struct Parcel {
    explicit Parcel(std::shared_ptr<int> load) : content(std::move(load)) {}
    std::shared_ptr<int> content;
};
struct Refusing {
    Refusing() { throw std::runtime_error("no"); }
};

TEST(Envelope, BuildsAndDestroysItsMessage) {
    const auto load = std::make_shared<int>(7);
    Envelope& envelope = make_envelope<Parcel>(load);
    EXPECT_EQ(envelope.type, &message_type<Parcel>);
    EXPECT_EQ(*envelope.as<Parcel>().content, 7);
    EXPECT_EQ(load.use_count(), 2);
    destroy_message(envelope);
    EXPECT_EQ(load.use_count(), 1);
}

TEST(Envelope, PassesOnWhatAConstructorThrows) {
    EXPECT_THROW((void)make_envelope<Refusing>(), std::runtime_error);
}

}  // namespace
}  // namespace leat
