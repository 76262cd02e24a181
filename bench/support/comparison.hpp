#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace leat::bench {

/// Keeps the compiler from removing the computation of `value`.
template <class T>
inline void keep(const T& value) {
    asm volatile("" : : "r,m"(value) : "memory");
}

/// Seconds that `work` takes.
template <class Work>
double seconds(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// One contestant of a metric: its name, and a function that takes one sample.
struct Contestant {
    std::string name;
    std::function<double()> sample;
};

enum class Better { higher, lower };

/// A benchmark program: takes samples of leat and of its peers in turn, so that noise of the
/// machine hits all alike, and reports medians and ratios.
///
///     int main(int argc, char** argv) {
///         Comparison comparison("buffer", argc, argv);
///         const int rounds = comparison.quick() ? 1'000 : 100'000;
///         comparison.metric("page_alloc_free", "op/s", Better::higher,
///                           [&] { return rounds / seconds([&] { ... }); },
///                           {{"malloc", [&] { ... }}, {"freelist", [&] { ... }}});
///         return comparison.finish();
///     }
///
/// Takes `--quick` (fewer, shorter samples), `--json FILE` and `--only METRIC`. A ratio above 1
/// means that leat is better.
class Comparison {
public:
    Comparison(std::string name, int argc, char** argv);

    /// Whether to take small samples: a smoke test rather than a measurement.
    [[nodiscard]] bool quick() const { return quick_; }

    /// Samples leat and its peers in turn and adds a row for each peer. Without peers the row has
    /// leat's value only.
    void metric(const std::string& id, const std::string& unit, Better better,
                const std::function<double()>& leat, const std::vector<Contestant>& peers);

    /// Prints the table and writes the JSON file. Returns the exit code for `main`.
    [[nodiscard]] int finish() const;

private:
    struct Row {
        std::string metric;
        std::string unit;
        double leat;
        std::string peer;
        double value;
        double ratio;
    };

    [[nodiscard]] bool write_json() const;

    std::string name_;
    bool quick_ = false;
    std::string json_path_;
    std::string only_;
    std::vector<Row> rows_;
};

}  // namespace leat::bench
