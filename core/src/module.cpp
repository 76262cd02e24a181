#include "leat/core/module.hpp"

#include "system_core.hpp"

namespace leat {

Module& Module::add(Module other) {
    definitions_.insert(definitions_.end(), std::move_iterator(other.definitions_.begin()),
                        std::move_iterator(other.definitions_.end()));
    return *this;
}

Result<void> System::load_module(Module module) {
    std::vector<Service> services;
    for (const auto& definition : module.definitions_) {
        const SpawnOptions& options = definition->options;
        services.push_back({&definition->type, options.qualifier, options.primary});
    }
    if (Result<void> checked = core_->services.check(services); !checked) {
        return checked;
    }
    std::vector<NewHouse> houses;
    for (std::size_t i = 0; i < services.size(); ++i) {
        houses.push_back(module.definitions_[i]->make(*this));
        services[i].house = houses.back().get();
    }
    Result<void> added = core_->services.add(services);
    if (added) {
        for (NewHouse& house : houses) {
            (void)house.release();
        }
    }
    return added;
}

Result<void> System::check_service(const ActorType& type, const SpawnOptions& options) const {
    const Service wanted{&type, options.qualifier, options.primary};
    return core_->services.check({&wanted, 1});
}

Result<void> System::start_service(NewHouse& house, const SpawnOptions& options) {
    const Service wanted{house->type, options.qualifier, options.primary, house.get()};
    Result<void> added = core_->services.add({&wanted, 1});
    if (added) {
        (void)house.release();
    }
    return added;
}

Result<detail::AddressBase> System::find_service(const detail::InterfaceType& interface,
                                                 std::string_view qualifier) const {
    return core_->services.find(interface, qualifier);
}

}  // namespace leat
