#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "leat/core/system.hpp"

namespace leat {

/// The arguments of the program, without its name.
struct Arguments {
    std::vector<std::string> values;
};

/// An actor that is the program: it gets the arguments as its first notice, and ends the program
/// when it is done.
///
///     class Hello final : public MainActor<> {
///     public:
///         void on(const Arguments& arguments) { finish(arguments.values.empty() ? 1 : 0); }
///     };
///
///     int main(int argc, char** argv) { return run_main<Hello>(argc, argv); }
template <class... Ms>
class MainActor : public StateActor<Arguments, Ms...> {
protected:
    /// Ends the program with this exit code, when the work that runs is done.
    void finish(int exit_code = 0) { this->system().finish(exit_code); }
};

/// Spawns the main actor of a system, as a service.
template <class A, class... Args>
typename A::AddressType spawn_main(System& system, int argc, char** argv, Args&&... args) {
    auto address = system.spawn_with<A>({.service = true}, std::forward<Args>(args)...);
    address.template notice<Arguments>(std::vector<std::string>(argv + (argc > 0), argv + argc));
    return address;
}

/// Runs a program that consists of a system with one main actor and what it spawns. The options
/// are those of the environment; bad ones are printed, and the exit code is 2.
template <class A>
int run_main(int argc, char** argv) {
    const Result<SystemOptions> options = with_environment({});
    if (!options) {
        std::fprintf(stderr, "%s\n", options.error().message().c_str());
        return 2;
    }
    System system(*options);
    const auto main_actor = spawn_main<A>(system, argc, argv);
    return system.run_until_signal();
}

}  // namespace leat
