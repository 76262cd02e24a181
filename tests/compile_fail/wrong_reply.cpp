#include <leat/core/system.hpp>

struct Start {
    struct Reply {};
};
class Engine final : public leat::StateActor<Start> {
public:
    int on(const Start&) { return 1; }
};

int main() {
    leat::System system;
    (void)system.spawn<Engine>();
}
