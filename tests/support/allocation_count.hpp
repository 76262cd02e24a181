#pragma once

#include <cstdint>

namespace leat::testing {

/// Heap allocations of the whole process since the object was made, by whichever thread and
/// function: malloc and its kin, and so `new`.
///
///     warm_up();
///     const AllocationCount allocations;
///     work();
///     EXPECT_EQ(allocations.count(), 0U);
///
/// A program that uses it has allocation_count.cpp among its sources. Under a sanitizer, whose
/// allocator takes the place of malloc, it counts by the sanitizer's hooks; those of
/// ThreadSanitizer do not tell of aligned memory.
class AllocationCount {
public:
    AllocationCount() : before_(total()) {}

    static const bool sees_aligned;

    [[nodiscard]] std::uint64_t count() const { return total() - before_; }

private:
    static std::uint64_t total();

    std::uint64_t before_;
};

}  // namespace leat::testing
