// What leat costs its users at compile time: seconds and peak memory of the compiler for a program
// that includes one public header, and for each example. The peer `std` is a program that includes
// <string> and <vector>.
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <compile_inputs.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "comparison.hpp"

namespace leat::bench {
namespace {

namespace fs = std::filesystem;

/// A source to compile, and what compiling it took.
struct Program {
    std::string name;
    fs::path source;
    std::vector<double> seconds = {};
    std::vector<double> mib = {};
};

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "bench_compile: %s\n", what.c_str());
    std::exit(1);
}

/// Runs the command to its end and gives the peak memory in MiB of its largest process.
double run(std::vector<std::string> command) {
    std::vector<char*> arguments;
    for (std::string& word : command) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) {
        die("cannot start " + command[0]);
    }
    int status = 0;
    rusage usage = {};
    if (::wait4(child, &status, 0, &usage) != child || status != 0) {
        die("could not compile " + command.back());
    }
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

void sample(Program& program) {
    auto command = compile_command;
    command.insert(command.end(), {"-c", "-o", "/dev/null", program.source.string()});
    double mib = 0;
    program.seconds.push_back(seconds([&] { mib = run(std::move(command)); }));
    program.mib.push_back(mib);
}

/// "leat/buffer/page.hpp" is known as "buffer_page".
std::string id_of(const std::string& header) {
    std::string id = fs::path(header.substr(5)).replace_extension().string();
    std::replace(id.begin(), id.end(), '/', '_');
    return id;
}

Program program_of(const fs::path& folder, const std::string& id, const std::string& includes) {
    const fs::path source = folder / (id + ".cpp");
    std::ofstream(source) << includes << "int main() {}\n";
    return {id, source};
}

std::vector<Program> all_programs(const fs::path& folder) {
    std::vector<Program> programs;
    for (const std::string& header : headers) {
        programs.push_back(program_of(folder, id_of(header), "#include <" + header + ">\n"));
    }
    for (const std::string& example : examples) {
        programs.push_back({"example_" + fs::path(example).stem().string(), example});
    }
    return programs;
}

fs::path make_temporary_folder() {
    const auto path = fs::temp_directory_path() / ("leat_compile_" + std::to_string(::getpid()));
    fs::create_directory(path);
    return path;
}

int compare(Comparison& comparison, const fs::path& folder) {
    auto programs = all_programs(folder);
    std::erase_if(programs, [&](const Program& program) {
        return !comparison.wants(program.name + "_seconds") &&
               !comparison.wants(program.name + "_mib");
    });
    Program standard = program_of(folder, "std", "#include <string>\n#include <vector>\n");
    Program warm_up = standard;
    sample(warm_up);
    for (int round = 1; round <= comparison.samples(); ++round) {
        std::fprintf(stderr, "round %d of %d ...\n", round, comparison.samples());
        sample(standard);
        std::for_each(programs.begin(), programs.end(), sample);
    }
    for (const Program& program : programs) {
        comparison.add(program.name + "_seconds", "s", Better::lower, program.seconds,
                       {{"std", standard.seconds}});
        comparison.add(program.name + "_mib", "MiB", Better::lower, program.mib,
                       {{"std", standard.mib}});
    }
    return comparison.finish();
}

}  // namespace
}  // namespace leat::bench

int main(int argc, char** argv) {
    leat::bench::Comparison comparison("compile", argc, argv);
    const auto folder = leat::bench::make_temporary_folder();
    const int code = leat::bench::compare(comparison, folder);
    std::filesystem::remove_all(folder);
    return code;
}
