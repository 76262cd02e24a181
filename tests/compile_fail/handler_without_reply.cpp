#include <leat/core/system.hpp>

struct Start {
    using Reply = int;
};
class Engine final : public leat::StateActor<Start> {
public:
    leat::StackYield resume(leat::NoticeStack<Start>& stack) { return stack.return_(); }
};

int main() {
    leat::System system;
    (void)system.spawn<Engine>();
}
