#include "router.hpp"

#include "system_core.hpp"

namespace leat {
namespace {

/// A number for the calling thread, by xorshift. The threads start apart, and in the same order in
/// every run.
std::uint64_t random_number() noexcept {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
    static constinit std::atomic<std::uint64_t> threads{0};
    static constinit thread_local std::uint64_t state = 0;
    if (state == 0) {
        state = (threads.fetch_add(1, std::memory_order_relaxed) + 1) * odd;
    }
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return state;
}

std::size_t random_below(std::size_t limit) noexcept {
    return static_cast<std::size_t>((random_number() >> 32U) % limit);
}

SystemCore& core_of(const std::vector<detail::AddressBase>& members) {
    return static_cast<House&>(members.front().recipient()).worker->core();
}

}  // namespace

Router::Router(const RoutingType& type, std::vector<detail::AddressBase> members,
               bool is_one_per_thread)
    : Recipient(Kind::router),
      type_(type),
      members_(std::move(members)),
      keeps_asks_local_(is_one_per_thread && type.routing == Routing::round_robin),
      core_(core_of(members_)),
      turns_(core_.workers.size() + 1) {
    // The threads begin with different members, so that they do not all send to the first at once.
    for (std::size_t i = 0; i < turns_.size(); ++i) {
        turns_[i].next.store(static_cast<std::uint32_t>(i), std::memory_order_relaxed);
    }
    if (type_.routing == Routing::least_mailbox) {
        unseen_ = std::vector<std::atomic<std::uint64_t>>(members_.size());
    } else if (type_.routing == Routing::consistent_hash) {
        ring_ = std::make_unique<const HashRing>(members_.size());
    }
}

void Router::send_notice(Envelope& envelope) {
    if (type_.routing == Routing::broadcast) {
        return broadcast(envelope);
    }
    runtime::send_notice(receiver_of(envelope), envelope);
}

Promise& Router::send_ask(Envelope& envelope) {
    House* const local = local_member();
    return runtime::send_ask(local != nullptr ? *local : receiver_of(envelope), envelope);
}

House& Router::receiver_of(Envelope& envelope) {
    try {
        return house(choose(envelope));
    } catch (...) {
        destroy_message(envelope);
        throw;
    }
}

void Router::stop_members() const {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        runtime::stop(house(i));
    }
}

void Router::add_members_to(EndWatch& watch) const {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        EndList::add_rest(watch, house(i));
    }
}

std::size_t Router::choose(Envelope& envelope) {
    switch (type_.routing) {
        case Routing::round_robin:
            return next_in_turn();
        case Routing::random:
            return any();
        case Routing::least_mailbox:
            return least_loaded();
        case Routing::consistent_hash:
            return ring_->find(type_.key(envelope),
                               [this](std::size_t member) { return is_alive(member); });
        case Routing::broadcast:
            break;
    }
    LEAT_ASSERT(false, "an ask to a broadcast");
    return 0;
}

/// The dead lose their turns for good: the one after them does not get these as well.
std::size_t Router::next_in_turn() noexcept {
    const auto size = static_cast<std::uint32_t>(members_.size());
    std::size_t member = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
        member = take_turn() % size;
        if (is_alive(member)) {
            break;
        }
    }
    return member;
}

std::uint32_t Router::take_turn() noexcept {
    const Worker* const here = context.worker;
    if (here == nullptr || &here->core() != &core_) {
        return turns_.back().next.fetch_add(1, std::memory_order_relaxed);
    }
    std::atomic<std::uint32_t>& next = turns_[static_cast<std::size_t>(here->index())].next;
    const std::uint32_t turn = next.load(std::memory_order_relaxed);
    next.store(turn + 1, std::memory_order_relaxed);
    return turn;
}

std::size_t Router::any() const noexcept {
    std::size_t member = random_below(members_.size());
    if (is_alive(member)) {
        return member;
    }
    // One pass that gives each living one the same chance: the k-th takes the place of what was
    // chosen before it with a chance of 1/k.
    std::size_t living = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (is_alive(i) && random_below(++living) == 0) {
            member = i;
        }
    }
    return member;
}

std::uint32_t Router::load_of(std::size_t member) const noexcept {
    const House& home = house(member);
    const std::uint64_t unseen = unseen_[member].load(std::memory_order_relaxed);
    const bool is_current = unseen >> 32U == home.worker->drains.load(std::memory_order_relaxed);
    return home.mail[static_cast<int>(Mail::ask)].size() +
           home.mail[static_cast<int>(Mail::notice)].size() +
           (is_current ? static_cast<std::uint32_t>(unseen) : 0U);
}

/// What is sent on the member's own thread is in its mailbox at once, and counts there.
void Router::count_sent(std::size_t member) noexcept {
    const Worker& worker = *house(member).worker;
    if (context.worker == &worker) {
        return;
    }
    const std::uint64_t drains = worker.drains.load(std::memory_order_relaxed);
    if (unseen_[member].load(std::memory_order_relaxed) >> 32U == drains) {
        unseen_[member].fetch_add(1, std::memory_order_relaxed);
    } else {
        unseen_[member].store((drains << 32U) + 1, std::memory_order_relaxed);
    }
}

/// Of several with as little to do, the one whose turn it is.
std::size_t Router::least_loaded() noexcept {
    const std::size_t first = next_in_turn();
    std::size_t best = first;
    std::uint32_t least = load_of(first);
    for (std::size_t i = 1; i < members_.size() && least > 0; ++i) {
        const std::size_t member = (first + i) % members_.size();
        const std::uint32_t load = load_of(member);
        if (load < least && is_alive(member)) {
            best = member;
            least = load;
        }
    }
    count_sent(best);
    return best;
}

/// The first living member gets the message, the others get copies of it. These are made before
/// anything is sent, so that one that throws leaves nobody with the message.
void Router::broadcast(Envelope& envelope) {
    MailQueue letters;
    envelope.target = &house(0);
    letters.push(envelope);
    try {
        address_to_all(envelope, letters);
    } catch (...) {
        while (!letters.is_empty()) {
            destroy_message(static_cast<Envelope&>(letters.pop()));
        }
        throw;
    }
    while (!letters.is_empty()) {
        auto& letter = static_cast<Envelope&>(letters.pop());
        runtime::send_notice(*letter.target, letter);
    }
}

void Router::address_to_all(Envelope& envelope, MailQueue& letters) const {
    bool is_taken = false;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (!is_alive(i)) {
            continue;
        }
        if (std::exchange(is_taken, true)) {
            Envelope& copy = type_.copy(envelope);
            copy.target = &house(i);
            letters.push(copy);
        } else {
            envelope.target = &house(i);
        }
    }
}

/// The member on the thread of the running actor, when that is where its asks go.
House* Router::local_member() const noexcept {
    const House* const asker = context.house;
    if (!keeps_asks_local_ || asker == nullptr || !asker->asks_locally ||
        &asker->worker->core() != &core_) {
        return nullptr;
    }
    const auto member = static_cast<std::size_t>(asker->worker->index());
    return is_alive(member) ? &house(member) : nullptr;
}

}  // namespace leat
