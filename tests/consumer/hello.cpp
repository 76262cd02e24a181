#include <cstdio>
#include <leat/buffer/result.hpp>

leat::Result<int> half(int number) {
    if (number % 2 != 0) {
        return leat::Error(leat::Errc::malformed_number, "an odd one has no half");
    }
    return number / 2;
}

int main() {
    const auto result = half(8);
    if (!result) {
        std::puts(result.error().message().c_str());
        return 1;
    }
    std::printf("half of 8 is %d\n", *result);
}
