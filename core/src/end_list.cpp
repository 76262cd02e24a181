#include "end_list.hpp"

#include <utility>

#include "leat/core/house.hpp"
#include "leat/core/pool.hpp"
#include "spin.hpp"
#include "worker.hpp"

namespace leat {

/// Released at the end of the section, acquired at the start of the next.
class EndList::Guard {
public:
    explicit Guard(EndList& list) : list_(list) {
        for (int i = 0; list.is_locked_.exchange(true, std::memory_order_acquire); ++i) {
            spin_or_yield(i);
        }
    }
    ~Guard() { list_.is_locked_.store(false, std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

private:
    EndList& list_;
};

EndList& EndList::of(House& house) {
    EndList* list = house.end_list.load(std::memory_order_acquire);
    if (list != nullptr) {
        return *list;
    }
    auto* const made = pool_new<EndList>();
    // Released here, acquired by whoever finds the list.
    if (house.end_list.compare_exchange_strong(list, made, std::memory_order_acq_rel)) {
        return *made;
    }
    pool_delete(made);
    return *list;
}

bool EndList::add(EndWatch& watch) noexcept {
    const Guard guard(*this);
    if (is_over_) {
        return false;
    }
    holders_.fetch_add(1, std::memory_order_relaxed);
    watch.list = this;
    watch.before = nullptr;
    watch.behind = first_;
    if (first_ != nullptr) {
        first_->before = &watch;
    }
    first_ = &watch;
    watch.is_listed = true;
    return true;
}

bool EndList::remove(EndWatch& watch) noexcept {
    const Guard guard(*this);
    if (!watch.is_listed) {
        return false;
    }
    watch.is_listed = false;
    (watch.before != nullptr ? watch.before->behind : first_) = watch.behind;
    if (watch.behind != nullptr) {
        watch.behind->before = watch.before;
    }
    return true;
}

void EndList::add_rest(EndWatch& watch, House& house) {
    EndList& list = of(house);
    watch.rest.push_back(&list);
    list.holders_.fetch_add(1, std::memory_order_relaxed);
}

bool EndList::add_to_next(EndWatch& watch) noexcept {
    while (!watch.rest.empty()) {
        if (watch.list != nullptr) {
            std::exchange(watch.list, nullptr)->drop();
        }
        EndList& list = *watch.rest.back();
        watch.rest.pop_back();
        const bool is_added = list.add(watch);
        if (!is_added) {
            watch.reason = list.reason();
        }
        list.drop();
        if (is_added) {
            return true;
        }
    }
    return false;
}

constinit EndList EndList::ended_[] = {EndList(EndReason::stopped), EndList(EndReason::failed),
                                       EndList(EndReason::unreachable),
                                       EndList(EndReason::shutdown)};

void EndList::tell_all(House& house, EndReason reason) noexcept {
    EndList* list = house.end_list.load(std::memory_order_acquire);
    if (list == nullptr && !house.has_addresses()) {
        return;
    }
    list = nullptr;
    EndList& over = ended_[static_cast<int>(reason)];
    if (!house.end_list.compare_exchange_strong(list, &over, std::memory_order_acq_rel)) {
        list->tell(reason);
    }
}

void EndList::tell(EndReason reason) noexcept {
    EndWatch* watch = nullptr;
    {
        const Guard guard(*this);
        is_over_ = true;
        reason_ = reason;
        watch = std::exchange(first_, nullptr);
        for (EndWatch* each = watch; each != nullptr; each = each->behind) {
            each->is_listed = false;
        }
    }
    // Who waits for such a letter keeps its house until it has arrived.
    while (watch != nullptr) {
        EndWatch& told = *std::exchange(watch, watch->behind);
        told.reason = reason;
        told.target->worker->send(told);
    }
}

void EndList::forget(EndWatch& watch) noexcept {
    if (watch.list != nullptr) {
        watch.list->drop();
    }
    for (EndList* const list : watch.rest) {
        list->drop();
    }
    pool_delete(&watch);
}

void EndList::drop() noexcept {
    if (!is_static_ && holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        pool_delete(this);
    }
}

}  // namespace leat
