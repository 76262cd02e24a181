#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "leat/core/envelope.hpp"
#include "leat/core/supervision.hpp"

namespace leat {

class EndList;

/// One actor's interest in the end of another, and the event that tells of it: one pooled object of
/// the interested house, its `target`. The list keeps it until that end; then it is a letter.
struct EndWatch final : Letter {
    EndWatch(House& interested, EventKind kind) : Letter(&interested, kind) {}

    EndWatch* hash_next = nullptr;
    EndList* list = nullptr;
    /// In the list. Guarded by its lock.
    EndWatch* before = nullptr;
    EndWatch* behind = nullptr;
    bool is_listed = false;
    EndReason reason = EndReason::stopped;
    /// Taken back too late: the letter is on its way, and nobody wants it.
    bool is_over = false;
    /// Of the watch over a pool: the lists, a share of each, of those of its actors that are to be
    /// watched when the one of `list` has ended.
    std::vector<EndList*> rest;
};

/// Who is to be told when one actor ends: those who watch it and its children.
///
/// Belongs to the house of that actor and to each watch, by a count, so that either side may end
/// first. Any thread may use it: its lock is held for a few instructions and is taken only when a
/// watch begins or ends.
class EndList {
public:
    /// The list of a house, made now if it has none. REQUIRES: the caller has an address of it, or
    /// runs it.
    static EndList& of(House& house);

    /// Enters a watch. False when the actor has ended already: then the caller tells itself.
    [[nodiscard]] bool add(EndWatch& watch) noexcept;
    /// Takes a watch back. False when it is on its way as a letter.
    [[nodiscard]] bool remove(EndWatch& watch) noexcept;
    /// Gives the watch over a pool a share of the list of one more of its actors. REQUIRES: as
    /// `of`.
    static void add_rest(EndWatch& watch, House& house);
    /// Enters the watch over a pool into the list of another of its actors, when the one of its
    /// list has ended. False when all have: then the caller tells itself.
    [[nodiscard]] static bool add_to_next(EndWatch& watch) noexcept;
    /// Tells all who are interested in the actor of that house, once and for ever.
    static void tell_all(House& house, EndReason reason) noexcept;

    /// Frees a watch that is neither listed nor on its way.
    static void forget(EndWatch& watch) noexcept;

    /// Gives up one share; the last one deletes the list.
    void drop() noexcept;

    constexpr EndList() = default;

    [[nodiscard]] EndReason reason() const { return reason_; }

private:
    class Guard;

    /// What stands in the place of a list when the actor ended before anybody had asked for one: a
    /// list that is over, one for each reason. Never deleted.
    static EndList ended_[];

    constexpr explicit EndList(EndReason reason)
        : is_over_(true), reason_(reason), is_static_(true) {}

    void tell(EndReason reason) noexcept;

    std::atomic<bool> is_locked_{false};
    bool is_over_ = false;
    EndReason reason_ = EndReason::stopped;
    const bool is_static_ = false;
    EndWatch* first_ = nullptr;
    /// The last `fetch_sub` (acquire) sees what the others did before theirs (release).
    std::atomic<std::uint32_t> holders_{1};
};

}  // namespace leat
