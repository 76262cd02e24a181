// Any sequence of operations on buffers: they must hold what strings hold.
#include "buffer_model.hpp"
#include "fuzz_target.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    leat::testing::Choices choices(std::span(data, size));
    leat::testing::BufferModel model(choices);
    while (choices.has_more()) {
        model.step();
    }
    model.finish();
    return 0;
}
