#include <leat/core/system.hpp>

struct Start {};
class Engine final : public leat::StateActor<Start> {
public:
    void on(const Start&) {}
};

int main() {
    leat::System system;
    (void)system.spawn<Engine>().ask_blocking<Start>(std::chrono::seconds(1));
}
