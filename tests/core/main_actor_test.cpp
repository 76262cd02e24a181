#include "leat/core/main_actor.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>

namespace leat {
namespace {

class Echo final : public MainActor<> {
public:
    void on(const Arguments& arguments) {
        finish(arguments.values.empty() ? 7 : std::stoi(arguments.values[0]));
    }
};

TEST(MainActor, GetsTheArgumentsAndGivesTheExitCode) {
    char name[] = "echo";
    char code[] = "42";
    char* arguments[] = {name, code, nullptr};
    EXPECT_EQ(run_main<Echo>(2, arguments), 42);
    EXPECT_EQ(run_main<Echo>(1, arguments), 7);
}

class Doomed final : public MainActor<> {
public:
    void on(const Arguments&) { throw std::runtime_error("no way on"); }

protected:
    Supervision supervise(const std::exception_ptr&) override { return Supervision::escalate; }
};

TEST(MainActor, EndsTheProgramWithItsFailure) {
    char name[] = "doomed";
    char* arguments[] = {name, nullptr};
    EXPECT_EQ(run_main<Doomed>(1, arguments), System::exit_escalated);
}

class Terminated final : public MainActor<> {
public:
    void on(const Arguments&) { kill(getpid(), SIGTERM); }
};

TEST(MainActor, EndsBySignalWithCodeZero) {
    // The signal must find no other thread of the test program: all but the waiting one block it.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    char name[] = "terminated";
    char* arguments[] = {name, nullptr};
    EXPECT_EQ(run_main<Terminated>(1, arguments), 0);
}

TEST(MainActor, RefusesABadEnvironment) {
    setenv("LEAT_IO_RATIO", "0", 1);
    char name[] = "echo";
    char* arguments[] = {name, nullptr};
    EXPECT_EQ(run_main<Echo>(1, arguments), 2);
    unsetenv("LEAT_IO_RATIO");
}

}  // namespace
}  // namespace leat
