#include "service_registry.hpp"

#include <algorithm>

#include "worker.hpp"

namespace leat {
namespace {

bool takes(const ActorType& type, const MessageType* message) {
    return std::find(type.messages.begin(), type.messages.end(), message) != type.messages.end();
}

bool takes_all(const ActorType& type, const detail::InterfaceType& interface) {
    return std::all_of(interface.messages.begin(), interface.messages.end(),
                       [&](const MessageType* message) { return takes(type, message); });
}

bool takes_any(const ActorType& type, const detail::InterfaceType& interface) {
    return std::any_of(interface.messages.begin(), interface.messages.end(),
                       [&](const MessageType* message) { return takes(type, message); });
}

/// Whether two services of a class cannot both be there.
bool are_rivals(const Service& one, const Service& other) {
    return one.type == other.type && ((one.is_primary && other.is_primary) ||
                                      (!one.qualifier.empty() && one.qualifier == other.qualifier));
}

/// The only one, or the only primary one; else null.
const Service* choose(std::span<const Service> candidates) {
    if (candidates.size() == 1) {
        return &candidates.front();
    }
    const Service* chosen = nullptr;
    for (const Service& candidate : candidates) {
        if (candidate.is_primary && chosen != nullptr) {
            return nullptr;
        }
        chosen = candidate.is_primary ? &candidate : chosen;
    }
    return chosen;
}

}  // namespace

Service ServiceRegistry::Family::at(Houses::const_iterator place) const {
    return {type, place->first, place->second == primary, place->second};
}

Result<void> ServiceRegistry::check(std::span<const Service> wanted) const {
    const std::scoped_lock lock(mutex_);
    return check_locked(wanted);
}

Result<void> ServiceRegistry::add(std::span<const Service> wanted) {
    const std::scoped_lock lock(mutex_);
    if (Result<void> checked = check_locked(wanted); !checked) {
        return checked;
    }
    for (const Service& service : wanted) {
        enter(service);
    }
    // Still under the lock, so that `close` cannot come between: the threads take these notes.
    for (const Service& service : wanted) {
        service.house->worker->send(service.house->note);
    }
    return {};
}

Result<void> ServiceRegistry::check_locked(std::span<const Service> wanted) const {
    if (is_closed_) {
        return Errc::shutting_down;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto earlier = wanted.first(i);
        const auto twin = std::find_if(earlier.begin(), earlier.end(), [&](const Service& other) {
            return are_rivals(wanted[i], other);
        });
        if (twin != earlier.end()) {
            return service_taken(wanted[i], *twin);
        }
        if (const auto present = rival_of(wanted[i])) {
            return service_taken(wanted[i], *present);
        }
    }
    return {};
}

std::optional<Service> ServiceRegistry::rival_of(const Service& wanted) const {
    for (const Family& family : families_) {
        if (family.type != wanted.type) {
            continue;
        }
        if (wanted.is_primary && family.primary != nullptr) {
            return family.at(places_.at(family.primary));
        }
        const auto namesake = family.houses.find(wanted.qualifier);
        if (!wanted.qualifier.empty() && namesake != family.houses.end()) {
            return family.at(namesake);
        }
    }
    return std::nullopt;
}

void ServiceRegistry::enter(const Service& service) noexcept {
    auto family = std::find_if(families_.begin(), families_.end(),
                               [&](const Family& other) { return other.type == service.type; });
    if (family == families_.end()) {
        families_.push_back({service.type, {}});
        family = families_.end() - 1;
    }
    places_[service.house] = family->houses.emplace(service.qualifier, service.house);
    if (service.is_primary) {
        family->primary = service.house;
    }
}

void ServiceRegistry::remove(const House& house) noexcept {
    const std::scoped_lock lock(mutex_);
    const auto place = places_.find(&house);
    if (place == places_.end()) {
        return;
    }
    Family& family = *std::find_if(families_.begin(), families_.end(),
                                   [&](const Family& other) { return other.type == house.type; });
    if (family.primary == &house) {
        family.primary = nullptr;
    }
    family.houses.erase(place->second);
    places_.erase(place);
}

void ServiceRegistry::close() noexcept {
    const std::scoped_lock lock(mutex_);
    is_closed_ = true;
    families_.clear();
    places_.clear();
}

Result<detail::AddressBase> ServiceRegistry::find(const detail::InterfaceType& interface,
                                                  std::string_view qualifier) const {
    const std::scoped_lock lock(mutex_);
    if (is_closed_) {
        return Errc::shutting_down;
    }
    const std::vector<Service> candidates = select(interface, &takes_all, qualifier);
    if (candidates.empty()) {
        return service_missing(interface, qualifier, select(interface, &takes_any, {}));
    }
    const Service* const chosen = choose(candidates);
    if (chosen == nullptr) {
        return service_ambiguous(interface, qualifier, candidates);
    }
    // Under the lock, which the thread of the service takes before it looks for addresses.
    return detail::AddressBase(*chosen->house);
}

std::vector<Service> ServiceRegistry::select(const detail::InterfaceType& interface,
                                             Matches matches, std::string_view qualifier) const {
    std::vector<Service> selected;
    for (const Family& family : families_) {
        if (!matches(*family.type, interface)) {
            continue;
        }
        const auto [first, last] = qualifier.empty()
                                       ? std::pair(family.houses.begin(), family.houses.end())
                                       : family.houses.equal_range(qualifier);
        for (auto place = first; place != last; ++place) {
            selected.push_back(family.at(place));
        }
    }
    return selected;
}

}  // namespace leat
