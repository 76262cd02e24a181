#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
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

/// Samples of one contestant that were taken already.
struct Samples {
    std::string name;
    std::vector<double> values;
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

    /// Samples leat and its peers in turn and adds a row for each peer, or one without a peer.
    void metric(const std::string& id, const std::string& unit, Better better,
                const std::function<double()>& leat, const std::vector<Contestant>& peers);

    /// The same for samples that the caller took, in turn and `samples()` of each: for programs
    /// that learn several metrics from one run.
    void add(const std::string& id, const std::string& unit, Better better,
             const std::vector<double>& leat, const std::vector<Samples>& peers);

    /// Prints the table and writes the JSON file. Returns the exit code for `main`.
    [[nodiscard]] int finish() const;

    /// Whether to take small samples: a smoke test rather than a measurement.
    [[nodiscard]] bool quick() const { return quick_; }
    /// How many samples make a median.
    [[nodiscard]] int samples() const { return quick_ ? 5 : 7; }
    /// Whether the metric was asked for.
    [[nodiscard]] bool wants(std::string_view id) const { return only_.empty() || only_ == id; }
    /// `metric | leat | peer | ratio`, a line for each row.
    [[nodiscard]] std::string table() const;
    /// `{"bench": name, "rows": [...]}`; where there is no peer, its values are null.
    [[nodiscard]] std::string json() const;

private:
    struct Row {
        std::string metric;
        std::string unit;
        double leat;
        std::string peer;  ///< "" if there is none; then `value` and `ratio` mean nothing.
        double value;
        double ratio;
    };

    std::string name_;
    bool quick_ = false;
    std::string json_path_;
    std::string only_;
    std::vector<Row> rows_;
};

}  // namespace leat::bench
