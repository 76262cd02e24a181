// Blocking work in an actor.
//
// A handler that blocks would hold up all actors of its thread. `offload` runs a function on a
// thread that may be blocked; the actor waits for its result as for the reply of an ask, with its
// exceptions and timeouts, and handles other messages meanwhile.

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "leat/core/offload.hpp"
#include "leat/core/system.hpp"

namespace {

using namespace leat;
using namespace std::chrono_literals;

struct Lines {
    int count;
};
struct CountLines {
    using Reply = Lines;
    std::string path;
};
struct Nap {
    using Reply = Done;
};

Lines count_lines(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error("cannot read " + path);
    }
    Lines lines{0};
    for (std::string line; std::getline(file, line);) {
        ++lines.count;
    }
    return lines;
}

class Librarian final : public StateActor<CountLines, Nap> {
public:
    Task<Lines> on(CountLines request) {
        const Lines lines = co_await offload(&count_lines, std::move(request.path));
        co_return lines;
    }
    Task<Done> on(Nap) {
        auto asleep = offload([] { usleep(50'000); }).within(1ms);
        const Done done = co_await asleep;
        co_return done;
    }
};

}  // namespace

int main() {
    const auto path = std::filesystem::temp_directory_path() / ("leat" + std::to_string(getpid()));
    std::ofstream(path) << "Grind,\ngrind\nand grind.\n";
    System system({.offload_threads_max = 2});
    const auto librarian = system.spawn<Librarian>();
    const auto lines = librarian.ask_blocking<CountLines>(5s, path.string());
    std::filesystem::remove(path);
    std::printf("lines: %d\n", lines ? lines->count : -1);
    const auto missing = librarian.ask_blocking<CountLines>(5s, "/nowhere");
    std::printf("%s\n", missing ? "found" : missing.error().message().c_str());
    const auto nap = librarian.ask_blocking<Nap>(5s);
    std::printf("%s\n", nap ? "awake" : nap.error().message().c_str());
}
