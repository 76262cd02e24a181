#include <leat/core/system.hpp>

struct Start {};
struct Stop {};
class Engine final : public leat::StateActor<Start> {
public:
    void on(const Start&) {}
};

int main() {
    leat::System system;
    system.spawn<Engine>().notice<Stop>();
}
