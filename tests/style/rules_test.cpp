#include "rules.hpp"

#include <gtest/gtest.h>

#include "sample_tree.hpp"

namespace leat::style {
namespace {

using Texts = std::vector<std::string>;

std::string repeat(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

TEST(StyleRules, FindNothingInAGoodTree) {
    EXPECT_EQ(SampleTree().offences(), Texts());
}

TEST(StyleRules, ListEveryOffence) {
    const SampleTree tree;
    tree.write("buffer/src/page.cpp",
               "// TO"
               "DO: grow\nint a;  // FIX"
               "ME, it leaks\n");
    tree.write("bench/pages.cpp",
               "// Enough for"
               " now.\nint main() {}\n");
    EXPECT_EQ(tree.offences(), (Texts{"bench/pages.cpp:1: unfinished: 'for"
                                      " now'",
                                      "buffer/src/page.cpp:1: unfinished: 'TO"
                                      "DO'",
                                      "buffer/src/page.cpp:2: unfinished: 'FIX"
                                      "ME'"}));
}

TEST(StyleRules, RefuseLongFilesAndLines) {
    const SampleTree tree;
    tree.write("buffer/src/page.cpp", repeat("int a;\n", 400) + "// " + repeat("x", 98) + "\n");
    EXPECT_EQ(tree.offences(),
              (Texts{"buffer/src/page.cpp:401: file of 401 lines, at most 400",
                     "buffer/src/page.cpp:401: line of 101 columns, at most 100"}));
}

TEST(StyleRules, CountColumnsNotBytes) {
    const SampleTree tree;
    tree.write("buffer/src/page.cpp", "// " + repeat("\u00e9", 97) + "\n");
    EXPECT_EQ(tree.offences(), Texts());
}

TEST(StyleRules, WantPragmaOnce) {
    const SampleTree tree;
    tree.write("buffer/include/leat/buffer/page.hpp", "struct Page {};\n");
    tree.write("buffer/src/chain.hpp", "struct Chain {};\n");
    EXPECT_EQ(tree.offences(), (Texts{"buffer/include/leat/buffer/page.hpp:1: no '#pragma once'",
                                      "buffer/src/chain.hpp:1: no '#pragma once'"}));
}

TEST(StyleRules, RefuseCodeInComments) {
    const SampleTree tree;
    tree.write("buffer/src/page.cpp",
               "// page.release();\n"
               "// int count = 3;\n"
               "// if (count > 3) {\n"
               "// }\n"
               "// #include <vector>\n"
               "// return count;\n"
               "// Prose that ends in a word; and another;\n"
               "// See `pop();`\n"
               "//     page.release();\n"
               "/// page.release();\n"
               "int a = 3;  // page.release();\n");
    const auto offences = tree.offences();
    ASSERT_EQ(offences.size(), 6U);
    EXPECT_EQ(offences.front(), "buffer/src/page.cpp:1: code in a comment");
    EXPECT_EQ(offences.back(), "buffer/src/page.cpp:6: code in a comment");
}

TEST(StyleRules, KeepThirdPartiesOutOfPublicHeaders) {
    for (const std::string header :
         {"asio.hpp", "openssl/ssl.h", "zlib.h", "llhttp.h", "liburing.h", "nghttp2/nghttp2.h",
          "zstd.h", "brotli/encode.h", "spdlog/spdlog.h", "fmt/format.h", "ares.h", "libdeflate.h",
          "event2/buffer.h", "caf/all.hpp", "gtest/gtest.h", "benchmark/benchmark.h"}) {
        const SampleTree tree;
        tree.write("buffer/include/leat/buffer/page.hpp",
                   "#pragma once\n#include <" + header + ">\n");
        tree.write("buffer/src/page.cpp", "#include <" + header + ">\n");
        EXPECT_EQ(tree.offences(),
                  Texts{"buffer/include/leat/buffer/page.hpp:2: public header includes '" + header +
                        "', which users may not have"});
    }
}

TEST(StyleRules, KeepPrivateFilesOutOfPublicHeaders) {
    const SampleTree tree;
    tree.write("buffer/src/chain.hpp", "#pragma once\n");
    tree.write("buffer/src/page.cpp", "#include \"chain.hpp\"\n");
    tree.write("buffer/include/leat/buffer/page.hpp", "#pragma once\n#include \"chain.hpp\"\n");
    EXPECT_EQ(tree.offences(),
              Texts{"buffer/include/leat/buffer/page.hpp:2: public header includes "
                    "'chain.hpp', which users may not have"});
}

TEST(StyleRules, RefuseUpwardIncludes) {
    const SampleTree tree;
    tree.write("buffer/src/page.cpp",
               "#include \"leat/core/actor.hpp\"\n"
               "/*\n#include \"leat/http/router.hpp\"\n*/\n"
               "#include <leat/http/router.hpp>\n");
    tree.write("examples/hello.cpp",
               "#include \"leat/http/router.hpp\"\n\nint main() {\n    std::puts(\"hi\");\n}\n");
    EXPECT_EQ(tree.offences(),
              (Texts{"buffer/src/page.cpp:1: upward include: 'buffer' may not see 'core'",
                     "buffer/src/page.cpp:5: upward include: 'buffer' may not see 'http'"}));
}

TEST(StyleRules, RefuseIncludesAroundTheIncludePath) {
    const SampleTree tree;
    tree.write("buffer/src/chain.hpp", "#pragma once\n");
    tree.write("tests/buffer/page_test.cpp",
               "#include \"chain.hpp\"\n"
               "#include \"../../buffer/src/chain.hpp\"\n"
               "#include \"mailbox.hpp\"\n");
    tree.write("bench/pages.cpp", "#include \"chain.hpp\"\n");
    EXPECT_EQ(tree.offences(),
              (Texts{"bench/pages.cpp:1: 'chain.hpp' is not of this module",
                     "tests/buffer/page_test.cpp:2: include by '..' goes around the include path",
                     "tests/buffer/page_test.cpp:3: 'mailbox.hpp' is not of this module"}));
}

TEST(StyleRules, RefuseAModuleThatTheArchitectureDoesNotHave) {
    const SampleTree tree;
    tree.write("utils/CMakeLists.txt", "leat_module(utils HEADERS misc.hpp)\n");
    tree.write("utils/include/leat/utils/misc.hpp",
               "#pragma once\n#include \"leat/buffer/page.hpp\"\n");
    tree.write("tests/utils/misc_test.cpp", "");
    tree.write("tests/CMakeLists.txt", "buffer/page_test.cpp utils/misc_test.cpp\n");
    EXPECT_EQ(tree.offences(), Texts{"utils/include/leat/utils/misc.hpp:2: 'utils' is no module of "
                                     "the architecture"});
}

TEST(StyleRules, WantATestForEachPublicHeader) {
    const SampleTree tree;
    tree.remove("tests/buffer/page_test.cpp");
    EXPECT_EQ(tree.offences(),
              Texts{"buffer/include/leat/buffer/page.hpp:1: public header without its test "
                    "tests/buffer/page_test.cpp"});
}

TEST(StyleRules, WantEachFileInCMake) {
    const SampleTree tree;
    tree.write("buffer/src/spare.cpp", "");
    tree.write("buffer/include/leat/buffer/fwd.hpp", "#pragma once\n");
    tree.write("bench/spare.cpp", "");
    tree.write("examples/spare.cpp", "");
    tree.write("tests/buffer/buffer.cpp", "");
    EXPECT_EQ(tree.offences(),
              (Texts{"bench/spare.cpp:1: not in a CMakeLists.txt",
                     "buffer/include/leat/buffer/fwd.hpp:1: not in a CMakeLists.txt",
                     "buffer/src/spare.cpp:1: not in a CMakeLists.txt",
                     "examples/spare.cpp:1: not in a CMakeLists.txt",
                     "tests/buffer/buffer.cpp:1: not in a CMakeLists.txt"}));
}

TEST(StyleRules, WantReadmeSamplesToBePrograms) {
    const SampleTree tree;
    tree.write("README.md", "# sample\n\n```cpp\nint main() {\n    return 3;\n}\n```\n");
    EXPECT_EQ(tree.offences(), Texts{"README.md:3: sample that stands in no program of ours"});
}

}  // namespace
}  // namespace leat::style
