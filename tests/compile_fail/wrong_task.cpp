#include <leat/core/system.hpp>

struct Start {
    struct Reply {};
};
class Engine final : public leat::StateActor<Start> {
public:
    leat::Task<int> on(Start) { co_return 1; }
};

int main() {
    leat::System system;
    (void)system.spawn<Engine>();
}
