#include "leat/core/system.hpp"

#include "house_extras.hpp"
#include "router.hpp"
#include "system_core.hpp"

namespace leat {
namespace {

/// Ties a new actor to its parent, which runs now: its end is told to the child.
void add_parent(House& child, House& parent) {
    auto* const watch = pool_new<EndWatch>(child, EventKind::parent_ended);
    HouseExtras& extras = extras_of(child);
    if (!EndList::of(parent).add(*watch)) {
        child.wants_stop = true;
        return EndList::forget(*watch);
    }
    extras.parent = watch;
    ++extras.ends_due;
}

}  // namespace

System::System(SystemOptions options, const IoDriverFactory& make_io)
    : core_(new SystemCore(*this, std::move(options), make_io)) {
    core_->start();
}

System::~System() {
    core_->shutdown(std::chrono::nanoseconds::zero());
    core_->drop_house();
}

System::Pool::Pool(const System& system, const PoolOptions& options)
    : each_(options.each), size_(static_cast<std::size_t>(options.size)) {
    LEAT_ASSERT(options.size >= 0, "a pool of a negative number of actors");
    const std::size_t threads = system.core_->workers.size();
    if (options.size == PoolOptions::one_per_thread) {
        size_ = threads;
    }
    is_one_per_thread_ = size_ == threads && each_.thread == SpawnOptions::any_thread;
    each_.asks_locally = each_.asks_locally || is_one_per_thread_;
    members_.reserve(size_);
}

System::Pool::~Pool() {
    for (const detail::AddressBase& member : members_) {
        runtime::stop(member.recipient());
    }
}

SpawnOptions System::Pool::next_place() const {
    SpawnOptions place = each_;
    if (is_one_per_thread_) {
        place.thread = static_cast<int>(members_.size());
    }
    return place;
}

detail::AddressBase System::Pool::finish(const RoutingType& type) {
    std::vector<detail::AddressBase> members = std::exchange(members_, {});
    if (members.size() == 1) {
        return std::move(members.front());
    }
    return detail::AddressBase(*new Router(type, std::move(members), is_one_per_thread_));
}

Worker& System::worker_for(const SpawnOptions& options, bool is_io) {
    const std::size_t count = core_->workers.size();
    if (options.thread == SpawnOptions::any_thread) {
        auto& turn = is_io ? core_->next_io_worker : core_->next_state_worker;
        return *core_->workers[turn.fetch_add(1, std::memory_order_relaxed) % count];
    }
    LEAT_ASSERT(options.thread >= 0 && static_cast<std::size_t>(options.thread) < count,
                "spawn on a thread that the system does not have");
    return *core_->workers[static_cast<std::size_t>(options.thread)];
}

NewHouse System::build(void* memory, const ActorType& type, Actor& actor,
                       const SpawnOptions& options) {
    NewHouse house(::new (memory) House(worker_for(options, type.is_io), type));
    house->actor = &actor;
    house->is_service = options.service;
    house->asks_locally = options.asks_locally;
    actor.house_ = house.get();
    core_->add_house();
    if (options.mailbox.messages_max != 0) {
        extras_of(*house).limit = options.mailbox;
        house->is_bounded = true;
    }
    return house;
}

void System::start(NewHouse& house, const SpawnOptions& options, House* parent) {
    LEAT_ASSERT(options.service || (options.qualifier.empty() && !options.primary),
                "a qualifier and a primary place are for services");
    if (parent != nullptr) {
        add_parent(*house, *parent);
    }
    if (options.service) {
        const Result<void> started = start_service(house, options);
        LEAT_ASSERT(started || started.error() == Errc::shutting_down,
                    started ? "" : started.error().message().c_str());
        if (started) {
            return;
        }
    }
    House& sent = *house.release();
    sent.worker->send(sent.note);
}

int System::run_until_signal() {
    core_->wait_for_end();
    const bool was_clean = shutdown(core_->options.shutdown_timeout);
    if (core_->is_escalated.load(std::memory_order_acquire)) {
        return exit_escalated;
    }
    return was_clean ? core_->exit_code.load(std::memory_order_acquire) : exit_unfinished;
}

void System::finish(int exit_code) {
    core_->exit_code.store(exit_code, std::memory_order_release);
    core_->end();
}

bool System::shutdown(std::chrono::nanoseconds timeout) {
    return core_->shutdown(timeout);
}

int System::thread_count() const {
    return static_cast<int>(core_->workers.size());
}

const SystemOptions& System::options() const {
    return core_->options;
}

bool System::is_busy() const {
    return core_->is_busy.load(std::memory_order_relaxed);
}

SystemMetrics System::metrics() const {
    return core_->metrics();
}

}  // namespace leat
