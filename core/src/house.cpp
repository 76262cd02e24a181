#include "leat/core/house.hpp"

#include "house_extras.hpp"

namespace leat {

House::~House() {
    if (extras != nullptr) {
        pool_delete(extras);
    }
    if (EndList* const list = end_list.load(std::memory_order_acquire)) {
        list->drop();
    }
}

HouseExtras& extras_of(House& house) {
    if (house.extras == nullptr) {
        house.extras = pool_new<HouseExtras>();
    }
    return *house.extras;
}

}  // namespace leat
