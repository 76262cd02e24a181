#include "comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace leat::bench {
namespace {

constexpr int samples = 7;
constexpr int samples_quick = 5;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

std::string number(double value) {
    char text[32];
    const int decimals = std::abs(value) >= 1000 ? 0 : 3;
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

[[noreturn]] void usage(const std::string& name, std::string_view argument) {
    std::fprintf(stderr,
                 "bench_%s: unknown argument '%.*s'; takes --quick, --json FILE, --only ID\n",
                 name.c_str(), static_cast<int>(argument.size()), argument.data());
    std::exit(2);
}

}  // namespace

Comparison::Comparison(std::string name, int argc, char** argv) : name_(std::move(name)) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--quick") {
            quick_ = true;
        } else if (argument == "--json" && i + 1 < argc) {
            json_path_ = argv[++i];
        } else if (argument == "--only" && i + 1 < argc) {
            only_ = argv[++i];
        } else {
            usage(name_, argument);
        }
    }
}

void Comparison::metric(const std::string& id, const std::string& unit, Better better,
                        const std::function<double()>& leat, const std::vector<Contestant>& peers) {
    if (!only_.empty() && only_ != id) {
        return;
    }
    std::fprintf(stderr, "%s ...\n", id.c_str());
    std::vector<double> ours;
    std::vector<std::vector<double>> theirs(peers.size());
    leat();  // Warms caches and pools; not counted.
    for (int i = 0; i < (quick_ ? samples_quick : samples); ++i) {
        ours.push_back(leat());
        for (std::size_t peer = 0; peer < peers.size(); ++peer) {
            theirs[peer].push_back(peers[peer].sample());
        }
    }
    const double mine = median(ours);
    if (peers.empty()) {
        rows_.push_back({id, unit, mine, "-", 0, 0});
    }
    for (std::size_t peer = 0; peer < peers.size(); ++peer) {
        const double other = median(theirs[peer]);
        const double ratio = better == Better::higher ? mine / other : other / mine;
        rows_.push_back({id, unit, mine, peers[peer].name, other, ratio});
    }
}

int Comparison::finish() const {
    std::printf("| %-28s | %-8s | %14s | %-12s | %14s | %7s |\n", "metric", "unit", "leat", "peer",
                "value", "ratio");
    std::printf("|%.30s|%.10s|%.16s|%.14s|%.16s|%.9s|\n", "------------------------------",
                "----------", "----------------", "--------------", "----------------",
                "---------");
    for (const Row& row : rows_) {
        const bool alone = row.peer == "-";
        std::printf("| %-28s | %-8s | %14s | %-12s | %14s | %7s |\n", row.metric.c_str(),
                    row.unit.c_str(), number(row.leat).c_str(), row.peer.c_str(),
                    alone ? "-" : number(row.value).c_str(),
                    alone ? "-" : number(row.ratio).c_str());
    }
    return write_json() ? 0 : 1;
}

bool Comparison::write_json() const {
    if (json_path_.empty()) {
        return true;
    }
    std::FILE* file = std::fopen(json_path_.c_str(), "w");
    if (file == nullptr) {
        std::fprintf(stderr, "bench_%s: cannot write '%s'\n", name_.c_str(), json_path_.c_str());
        return false;
    }
    std::fprintf(file, "{\"bench\": \"%s\", \"rows\": [", name_.c_str());
    const char* separator = "\n";
    for (const Row& row : rows_) {
        std::fprintf(file, "%s  {\"metric\": \"%s\", \"leat\": %.6g, \"unit\": \"%s\"", separator,
                     row.metric.c_str(), row.leat, row.unit.c_str());
        if (row.peer != "-") {
            std::fprintf(file, ", \"peer\": \"%s\", \"value\": %.6g, \"ratio\": %.4g",
                         row.peer.c_str(), row.value, row.ratio);
        }
        std::fprintf(file, "}");
        separator = ",\n";
    }
    std::fprintf(file, "\n]}\n");
    return std::fclose(file) == 0;
}

}  // namespace leat::bench
