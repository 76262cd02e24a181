#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "rules.hpp"

namespace leat::style {

/// A small tree in a folder of its own that keeps every rule, to be spoilt by a test. Removes the
/// folder at its end.
class SampleTree {
public:
    SampleTree() : root_(std::filesystem::path(testing::TempDir()) / unique_name()) {
        write("buffer/CMakeLists.txt",
              "leat_module(buffer\n    HEADERS page.hpp\n    SOURCES page.cpp)  # spare.cpp\n");
        write("buffer/include/leat/buffer/page.hpp",
              "#pragma once\n\n#include <sys/uio.h>\n\n#include <span>\n");
        write("buffer/src/page.cpp", "#include \"leat/buffer/page.hpp\"\n");
        write("bench/CMakeLists.txt", "leat_bench(pages leat::buffer)\n");
        write("bench/pages.cpp", "int main() {}\n");
        write("examples/CMakeLists.txt", "leat_example(hello leat::buffer)\n");
        write("examples/hello.cpp",
              "#include <cstdio>\n\nint main() {\n    std::puts(\"hi\");\n}\n");
        write("tests/CMakeLists.txt", "leat_test(buffer SOURCES buffer/page_test.cpp)\n");
        write("tests/buffer/page_test.cpp", "#include \"leat/buffer/page.hpp\"\n");
        write("README.md", "# sample\n```cpp\nint main() {\n    std::puts(\"hi\");\n}\n```\n");
    }
    ~SampleTree() { std::filesystem::remove_all(root_); }
    SampleTree(const SampleTree&) = delete;
    SampleTree& operator=(const SampleTree&) = delete;

    void write(const std::string& path, std::string_view text) const {
        std::filesystem::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path, std::ios::binary) << text;
    }
    void remove(const std::string& path) const { std::filesystem::remove(root_ / path); }

    /// Every offence as "file:line: what".
    [[nodiscard]] std::vector<std::string> offences() const {
        std::vector<std::string> texts;
        for (const Offence& offence : check(load_tree(root_))) {
            texts.push_back(to_string(offence));
        }
        return texts;
    }

private:
    static std::string unique_name() {
        return "leat_style_" + std::to_string(::getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name();
    }

    std::filesystem::path root_;
};

}  // namespace leat::style
