// Counts the words of its input with two pools of actors.
//
//     printf 'to be or not to be' | pool
//
// Lines go to splitters, one on each thread, in turn: any of them can split any line. Words go to
// counters by the hash of the word: a word always meets the same counter, which therefore needs no
// lock and shares no map. Who sends holds plain addresses and does not see that they are pools.

#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "leat/core/system.hpp"

namespace {

struct Add {
    using Reply = int;  // How often the word has been added.
    std::string word;
    int times;

    std::uint64_t routing_key() const { return std::hash<std::string>()(word); }
};
using Words = std::vector<std::string>;
struct Line {
    using Reply = Words;
    std::string text;
};
using Counts = std::map<std::string, int>;
struct Text {
    using Reply = Counts;
    std::vector<std::string> lines;
};

class Counter final : public leat::StateActor<Add> {
public:
    int on(const Add& add) { return counts_[add.word] += add.times; }

private:
    Counts counts_;
};

class Splitter final : public leat::StateActor<Line> {
public:
    explicit Splitter(leat::Address<Add> counters) : counters_(std::move(counters)) {}

    leat::Task<Words> on(Line line) {
        Words words;
        std::istringstream text(line.text);
        for (std::string word; text >> word;) {
            (void)co_await counters_.ask<Add>(word, 1);
            words.push_back(word);
        }
        co_return words;
    }

private:
    leat::Address<Add> counters_;
};

class Reader final : public leat::StateActor<Text> {
public:
    Reader(leat::Address<Line> splitters, leat::Address<Add> counters)
        : splitters_(std::move(splitters)), counters_(std::move(counters)) {}

    leat::Task<Counts> on(Text text) {
        std::vector<leat::Future<Words>> replies;  // All lines are on their way at once.
        for (const std::string& line : text.lines) {
            replies.push_back(splitters_.ask<Line>(line));
        }
        Counts counts;
        for (auto& reply : replies) {
            const Words words = co_await reply;
            for (const std::string& word : words) {
                counts[word] = 0;
            }
        }
        for (auto& [word, count] : counts) {
            count = co_await counters_.ask<Add>(word, 0);
        }
        co_return counts;
    }

private:
    leat::Address<Line> splitters_;
    leat::Address<Add> counters_;
};

}  // namespace

int main() {
    Text text;
    for (std::string line; std::getline(std::cin, line);) {
        text.lines.push_back(line);
    }
    leat::System system;
    const auto counters = system.spawn_pool<Counter, leat::Routing::consistent_hash>(4);
    const auto splitters = system.spawn_pool<Splitter>(leat::PoolOptions::one_per_thread, counters);
    const auto reader = system.spawn<Reader>(splitters, counters);
    const auto counts = reader.ask_blocking<Text>(std::chrono::seconds(10), std::move(text));
    if (!counts) {
        std::fprintf(stderr, "pool: %s\n", counts.error().message().c_str());
        return 1;
    }
    for (const auto& [word, count] : *counts) {
        std::printf("%4d  %s\n", count, word.c_str());
    }
}
