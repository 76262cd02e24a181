#pragma once

#include <atomic>
#include <cstdint>

namespace leat {

/// The control block behind an address: the `House` of one actor, or the `Router` of a pool of
/// them. Counts its addresses.
///
/// Who takes the count of a house to zero tells the owner of the actor, once, until the owner has
/// taken note. Who takes that of a router to zero frees it.
class Recipient {
public:
    Recipient(const Recipient&) = delete;
    Recipient& operator=(const Recipient&) = delete;

    /// Relaxed: who adds has an address already, or runs the actor, so nothing is published here.
    void add_address() noexcept { word_.fetch_add(unit, std::memory_order_relaxed); }
    void drop_address() noexcept {
        if (drop_and_mark()) {
            tell_owner();
        }
    }
    /// Acquires what other threads did with their addresses, released in `drop_address`.
    [[nodiscard]] bool has_addresses() const noexcept {
        return word_.load(std::memory_order_acquire) >= unit;
    }
    /// No address, and no note of that is on its way: nobody else knows this object.
    [[nodiscard]] bool is_unused() const noexcept {
        return word_.load(std::memory_order_acquire) == 0;
    }
    /// The note has arrived; from now on a count that falls to zero tells the owner again. True
    /// when there is no address: then nobody else knows this object.
    bool note_taken() noexcept {
        return (word_.fetch_and(~marked, std::memory_order_acq_rel) & ~marked) == 0;
    }

    /// Never changes, so that it may be read in any order.
    [[nodiscard]] bool is_router() const noexcept {
        return (word_.load(std::memory_order_relaxed) & router) != 0;
    }

protected:
    /// A new house is marked: its note to mount is on its way. A router has nobody to note
    /// anything.
    enum class Kind : std::uint8_t { house, router };
    explicit Recipient(Kind kind) : word_(kind == Kind::house ? marked : router) {}
    ~Recipient() = default;

    /// Tells the owner that the last address may be gone, or frees a router. Called once for each
    /// mark.
    void tell_owner() noexcept;

private:
    static constexpr std::uint64_t marked = 1;
    static constexpr std::uint64_t router = 2;
    static constexpr std::uint64_t unit = 4;

    /// Drops one; true when it was the last and the mark was set by this call.
    bool drop_and_mark() noexcept {
        std::uint64_t word = word_.load(std::memory_order_relaxed);
        std::uint64_t dropped = 0;
        do {
            dropped = word - unit;
            if (dropped < unit) {
                dropped |= marked;
            }
        } while (!word_.compare_exchange_weak(word, dropped, std::memory_order_acq_rel,
                                              std::memory_order_relaxed));
        return (word & ~router) == unit;
    }

    /// Four times the number of addresses, plus the mark, plus the bit of a router. One word, so
    /// that a send finds the bit in the cache line of the house that it needs anyway.
    std::atomic<std::uint64_t> word_;
};

}  // namespace leat
