#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "end_list.hpp"
#include "hash_ring.hpp"
#include "leat/core/routing.hpp"

namespace leat {

class SystemCore;

/// What is behind the address of a pool: finds the actor that gets a message.
///
/// Any thread may use it, without a lock. Holds an address of each member, living or not, and is
/// freed with its own last address. That a member has ended is known a moment late: what was sent
/// to it in between is turned away there, as by any dead actor.
class Router final : public Recipient {
public:
    /// REQUIRES: at least one member, all houses of one system; `is_one_per_thread`: in the order
    /// of its threads.
    Router(const RoutingType& type, std::vector<detail::AddressBase> members,
           bool is_one_per_thread);

    /// They take the envelope. When user code throws, the copy of a message or its key, nothing is
    /// sent.
    void send_notice(Envelope& envelope);
    [[nodiscard]] Promise& send_ask(Envelope& envelope);
    /// The member that gets this message. Frees the envelope before it throws. REQUIRES: no
    /// broadcast.
    [[nodiscard]] House& receiver_of(Envelope& envelope);

    void stop_members() const;
    /// Makes a new watch one over all members.
    void add_members_to(EndWatch& watch) const;
    void free() noexcept { delete this; }

private:
    /// Whose turn it is, as one sending thread counts.
    struct alignas(64) Turn {
        std::atomic<std::uint32_t> next{0};
    };

    [[nodiscard]] House& house(std::size_t member) const {
        return static_cast<House&>(members_[member].recipient());
    }
    [[nodiscard]] bool is_alive(std::size_t member) const {
        return !house(member).has_ended.load(std::memory_order_relaxed);
    }

    [[nodiscard]] std::size_t choose(Envelope& envelope);
    [[nodiscard]] House* local_member() const noexcept;
    [[nodiscard]] std::size_t next_in_turn() noexcept;
    [[nodiscard]] std::uint32_t take_turn() noexcept;
    [[nodiscard]] std::size_t any() const noexcept;
    [[nodiscard]] std::size_t least_loaded() noexcept;
    [[nodiscard]] std::uint32_t load_of(std::size_t member) const noexcept;
    void count_sent(std::size_t member) noexcept;
    void broadcast(Envelope& envelope);
    void address_to_all(Envelope& envelope, MailQueue& letters) const;

    const RoutingType& type_;
    const std::vector<detail::AddressBase> members_;
    /// One on each thread, in turns: an ask may stay on its thread.
    const bool keeps_asks_local_;
    const SystemCore& core_;
    /// One for each thread of the system, written by that thread only; then one for all others.
    std::vector<Turn> turns_;
    /// For `least_mailbox`, of each member: what was sent to it from other threads since its thread
    /// last emptied its inbox, in the lower half; which emptying that was, in the upper. Relaxed:
    /// an estimate, from which concurrent senders may take a count or two.
    std::vector<std::atomic<std::uint64_t>> unseen_;
    std::unique_ptr<const HashRing> ring_;
};

}  // namespace leat
