#include "leat/core/metrics.hpp"

#include <numeric>

namespace leat {

std::uint64_t RunTimes::samples() const {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::chrono::nanoseconds RunTimes::quantile(double part) const {
    const auto wanted = static_cast<double>(samples()) * part;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < buckets; ++i) {
        seen += counts[i];
        if (seen > 0 && static_cast<double>(seen) >= wanted) {
            return std::chrono::nanoseconds(std::int64_t{1} << i);
        }
    }
    return {};
}

}  // namespace leat
