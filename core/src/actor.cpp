#include "leat/core/actor.hpp"

#include "system_core.hpp"

namespace leat {

System& Actor::system() const {
    return house_->worker->core().system;
}

Result<detail::AddressBase> Actor::find_service(const detail::InterfaceType& interface,
                                                std::string_view qualifier) const {
    return house().worker->core().services.find(interface, qualifier);
}

TimerId Actor::start_periodic_timer(std::chrono::nanoseconds delay, std::chrono::nanoseconds period,
                                    std::uint64_t attachment) {
    LEAT_ASSERT(period > std::chrono::nanoseconds::zero(), "the period of a timer is positive");
    return TimerId{runtime::start_timer(delay, period, attachment)};
}

TimerId Actor::start_timer_at(std::chrono::system_clock::time_point time,
                              std::uint64_t attachment) {
    return start_timer(time - std::chrono::system_clock::now(), attachment);
}

TimerId Actor::start_periodic_timer_at(std::chrono::system_clock::time_point time,
                                       std::chrono::nanoseconds period, std::uint64_t attachment) {
    return start_periodic_timer(time - std::chrono::system_clock::now(), period, attachment);
}

}  // namespace leat
