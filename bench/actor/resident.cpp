#include "resident.hpp"

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace leat::bench {
namespace {

[[noreturn]] void give_up(const char* what) {
    std::perror(what);
    std::exit(1);
}

}  // namespace

double resident_bytes() {
    long total = 0;
    long resident = 0;
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr || std::fscanf(file, "%ld %ld", &total, &resident) != 2) {
        give_up("/proc/self/statm");
    }
    std::fclose(file);
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double in_child_process(const std::function<double()>& measure) {
    int ends[2];
    if (pipe(ends) != 0) {
        give_up("pipe");
    }
    const pid_t child = fork();
    if (child == -1) {
        give_up("fork");
    }
    double value = 0;
    if (child == 0) {
        malloc_trim(0);  // What the parent freed would else be taken again without being seen.
        value = measure();
        _exit(write(ends[1], &value, sizeof value) == sizeof value ? 0 : 1);
    }
    close(ends[1]);
    if (read(ends[0], &value, sizeof value) != sizeof value) {
        give_up("the child process failed");
    }
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return value;
}

}  // namespace leat::bench
