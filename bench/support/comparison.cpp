#include "comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace leat::bench {
namespace {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string format(const char* pattern, double value) {
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), pattern, value);
    return text.data();
}

std::string for_people(double value) {
    return format(std::abs(value) >= 1000 ? "%.0f" : "%.3f", value);
}

std::string for_json(double value) {
    return std::isfinite(value) ? format("%.6g", value) : "null";
}

[[noreturn]] void refuse(const std::string& name, std::string_view argument) {
    std::fprintf(stderr,
                 "bench_%s: unknown argument '%.*s'; takes --quick, --json FILE, --only METRIC\n",
                 name.c_str(), static_cast<int>(argument.size()), argument.data());
    std::exit(2);
}

using Cells = std::array<std::string, 4>;

std::string line_of(const Cells& cells, const std::array<std::size_t, 4>& widths) {
    std::string line = "|";
    for (std::size_t i = 0; i < cells.size(); ++i) {
        line += " " + cells[i] + std::string(widths[i] - cells[i].size(), ' ') + " |";
    }
    return line + "\n";
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
            refuse(name_, argument);
        }
    }
}

void Comparison::metric(const std::string& id, const std::string& unit, Better better,
                        const std::function<double()>& leat, const std::vector<Contestant>& peers) {
    if (!wants(id)) {
        return;
    }
    std::fprintf(stderr, "%s ...\n", id.c_str());
    std::vector<double> ours;
    std::vector<Samples> theirs;
    leat();  // Warms caches and pools; not counted. So do the peers' first samples.
    for (const Contestant& peer : peers) {
        peer.sample();
        theirs.push_back({peer.name, {}});
    }
    for (int i = 0; i < samples(); ++i) {
        ours.push_back(leat());
        for (std::size_t peer = 0; peer < peers.size(); ++peer) {
            theirs[peer].values.push_back(peers[peer].sample());
        }
    }
    add(id, unit, better, ours, theirs);
}

void Comparison::add(const std::string& id, const std::string& unit, Better better,
                     const std::vector<double>& leat, const std::vector<Samples>& peers) {
    if (!wants(id)) {
        return;
    }
    const double mine = median(leat);
    if (peers.empty()) {
        rows_.push_back({id, unit, mine, "", 0, 0});
    }
    for (const Samples& peer : peers) {
        const double other = median(peer.values);
        const double ratio = better == Better::higher ? mine / other : other / mine;
        rows_.push_back({id, unit, mine, peer.name, other, ratio});
    }
}

std::string Comparison::table() const {
    std::vector<Cells> lines = {{"metric", "leat", "peer", "ratio"}};
    for (const Row& row : rows_) {
        const bool alone = row.peer.empty();
        lines.push_back({row.metric, for_people(row.leat) + " " + row.unit,
                         alone ? "-" : row.peer + " " + for_people(row.value) + " " + row.unit,
                         alone ? "-" : format("%.2f", row.ratio)});
    }
    std::array<std::size_t, 4> widths = {};
    for (const Cells& line : lines) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], line[i].size());
        }
    }
    Cells rules;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        rules[i] = std::string(widths[i], '-');
    }
    lines.insert(lines.begin() + 1, rules);
    std::string text;
    for (const Cells& line : lines) {
        text += line_of(line, widths);
    }
    return text;
}

std::string Comparison::json() const {
    std::string text = "{\"bench\": \"" + name_ + "\", \"rows\": [";
    const char* separator = "\n";
    for (const Row& row : rows_) {
        const bool alone = row.peer.empty();
        text += separator;
        text += "  {\"metric\": \"" + row.metric + "\", \"leat\": " + for_json(row.leat) +
                ", \"unit\": \"" + row.unit +
                "\", \"peer\": " + (alone ? "null" : "\"" + row.peer + "\"") +
                ", \"value\": " + (alone ? "null" : for_json(row.value)) +
                ", \"ratio\": " + (alone ? "null" : for_json(row.ratio)) + "}";
        separator = ",\n";
    }
    return text + "\n]}\n";
}

int Comparison::finish() const {
    if (rows_.empty()) {
        std::fprintf(stderr, "bench_%s: no metric '%s'\n", name_.c_str(), only_.c_str());
        return 1;
    }
    std::fputs(table().c_str(), stdout);
    if (json_path_.empty()) {
        return 0;
    }
    std::ofstream file(json_path_);
    file << json();
    file.close();
    if (!file) {
        std::fprintf(stderr, "bench_%s: cannot write '%s'\n", name_.c_str(), json_path_.c_str());
        return 1;
    }
    return 0;
}

}  // namespace leat::bench
