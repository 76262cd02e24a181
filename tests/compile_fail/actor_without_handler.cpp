#include <leat/core/system.hpp>

struct Start {};
class Idle final : public leat::StateActor<Start> {};

int main() {
    leat::System system;
    (void)system.spawn<Idle>();
}
