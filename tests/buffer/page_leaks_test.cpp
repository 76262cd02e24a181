#include "leat/buffer/page_leaks.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "leat/buffer/adaptive_buffer.hpp"

namespace leat {
namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(PageLeaks, AreNoneWhenAllPagesAreBack) {
    {
        AdaptiveBuffer buffer("gone");
    }
    EXPECT_TRUE(page_leaks().empty());
    EXPECT_EQ(page_leaks().text(), "no page in use\n");
}

TEST(PageLeaks, CountPagesStillInUse) {
    AdaptiveBuffer buffer;
    buffer.fill(std::byte{}, 3 * page_capacity);
    AdaptiveBuffer external;
    external.extend(std::as_bytes(std::span("memory")), nullptr, nullptr);

    const PageLeakReport report = page_leaks();

    EXPECT_EQ(report.pages, 3U);
    EXPECT_EQ(report.external_pages, 1U);
    EXPECT_TRUE(contains(report.text(), "3 pages in use ("));
    EXPECT_TRUE(contains(report.text(), "1 external"));
}

TEST(PageLeaks, SeePagesOfThreadsThatEnded) {
    AdaptiveBuffer buffer;
    std::thread([&] { buffer.write("left behind"); }).join();
    EXPECT_EQ(page_leaks().pages, 1U);
    buffer.clear();
    EXPECT_EQ(page_leaks().pages, 0U);
}

TEST(PageLeaks, NameWhereThePagesWereTakenIfTracked) {
    AdaptiveBuffer labelled;
    AdaptiveBuffer plain;
    {
        const PageLabel label("channel 7");
        const PageLabel inner("handler of channel 7");
        labelled.fill(std::byte{}, 3 * page_capacity);
    }
    plain.write("x");

    const PageLeakReport report = page_leaks();

    EXPECT_EQ(PageLabel::current(), nullptr);
#if defined(LEAT_TRACK_PAGES)
    ASSERT_EQ(report.leaks.size(), 2U);
    EXPECT_EQ(report.leaks[0].pages, 3U);
    EXPECT_EQ(report.leaks[0].label, "handler of channel 7");
    EXPECT_EQ(report.leaks[1].label, "");
    EXPECT_FALSE(report.leaks[1].calls.empty());
    EXPECT_TRUE(contains(report.text(), "3 taken by handler of channel 7 at\n"));
#else
    EXPECT_TRUE(report.leaks.empty());
#endif
}

}  // namespace
}  // namespace leat
