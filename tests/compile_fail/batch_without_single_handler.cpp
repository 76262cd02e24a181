#include <leat/core/system.hpp>

struct Start {};
class Engine final : public leat::StateActor<Start> {
public:
    bool is_batched(const Start&) { return false; }
    leat::StackYield resume(leat::BatchNoticeStack<Start>& stack) { return stack.return_(); }
};

int main() {
    leat::System system;
    (void)system.spawn<Engine>();
}
