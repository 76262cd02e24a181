#include <gtest/gtest.h>

#include "code_view.hpp"
#include "sample_tree.hpp"

namespace leat::style {
namespace {

using Texts = std::vector<std::string>;

std::string with_body(const std::string& head, int lines) {
    std::string text = head + " {\n";
    for (int i = 0; i < lines; ++i) {
        text += "    work({1, 2});\n";
    }
    return text + "}\n";
}

Texts offences_of(const std::string& code) {
    const SampleTree tree;
    tree.write("buffer/src/page.cpp", code);
    return tree.offences();
}

TEST(CodeView, BlanksCommentsAndTexts) {
    EXPECT_EQ(code_view("a // b\nc /* d\n e */ f"), "a     \nc     \n      f");
    EXPECT_EQ(code_view("f(\"x\\\"{\", '{', 1'000'000)"), "f(      ,    , 1'000'000)");
    EXPECT_EQ(code_view("R\"(a\n\")\" b"), "    \n    b");
    EXPECT_EQ(code_view("\"open\nnext"), "     \nnext");
}

TEST(CodeView, BlanksDirectivesWithTheirContinuation) {
    EXPECT_EQ(without_directives("a\n#define X {\\\n {\nb\n"), "a\n            \n  \nb\n");
}

TEST(StyleRules, RefuseLongFunctions) {
    EXPECT_EQ(offences_of(with_body("void f()", 48)), Texts());
    EXPECT_EQ(offences_of("int a;\n\n" + with_body("void f()", 49)),
              Texts{"buffer/src/page.cpp:3: function of 51 lines, at most 50"});
}

TEST(StyleRules, FindLongFunctionsOfAllForms) {
    for (const std::string head :
         {"bool operator==(const A& a, const A& b) noexcept", "TEST(Suite, Name)",
          "template <class T, template <class> class U> U<T> f(T value)",
          "A::A(int b) : b_(b), c_{b}, d_{}", "const auto f = [](int a)",
          "auto f(int a) -> std::vector<int>"}) {
        EXPECT_EQ(offences_of("namespace leat {\n" + with_body(head, 49) + "}\n"),
                  Texts{"buffer/src/page.cpp:2: function of 51 lines, at most 50"})
            << head;
    }
}

TEST(StyleRules, FindLongFunctionsInsideOfClasses) {
    EXPECT_EQ(
        offences_of("namespace leat {\ntemplate <class T>\nclass A : public B<T> {\npublic:\n" +
                    with_body("void f()", 49) + "};\n}\n"),
        Texts{"buffer/src/page.cpp:5: function of 51 lines, at most 50"});
}

TEST(StyleRules, LetTypesAndTablesBeLong) {
    for (const std::string head :
         {"namespace leat", "namespace", "struct A final : B", "enum class A : int",
          "constexpr std::array<int, 3> table =", "template <class T> struct A", "int table[] ="}) {
        EXPECT_EQ(offences_of(with_body(head, 60)), Texts()) << head;
    }
}

TEST(StyleRules, RefuseSharedOwners) {
    const Texts offences = offences_of(
        "std::shared_ptr<int> a;  // Not shared_ptr in a comment.\n"
        "std::weak_ptr<int> b;\n");
    EXPECT_EQ(
        offences,
        (Texts{"buffer/src/page.cpp:1: shared_ptr: an object has one owner, shown by its type",
               "buffer/src/page.cpp:2: weak_ptr: an object has one owner, shown by its type"}));
}

TEST(StyleRules, RefuseSlowToolsOnTheFastPath) {
    const SampleTree tree;
    const std::string code =
        "std::function<void()> a;\n"
        "auto b = dynamic_cast<B*>(c);\n"
        "bool d = std::any_of(e, f, g);\n"
        "std::any h;  // At start-up: off the fast path.\n";
    tree.write("buffer/src/page.cpp", code);
    tree.write("bench/pages.cpp", code);
    const auto offences = tree.offences();
    ASSERT_EQ(offences.size(), 2U);
    EXPECT_TRUE(offences[0].starts_with("buffer/src/page.cpp:1: std::function on the fast path"));
    EXPECT_TRUE(offences[1].starts_with("buffer/src/page.cpp:2: dynamic_cast on the fast path"));
}

}  // namespace
}  // namespace leat::style
