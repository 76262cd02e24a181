#pragma once

#include <span>
#include <string_view>

#include "leat/buffer/error.hpp"
#include "leat/core/house.hpp"
#include "leat/core/interface.hpp"

namespace leat {

/// What a service is known by, and where it lives; no house yet if it is still to be made.
struct Service {
    const ActorType* type;
    /// Its name within its class, or "".
    std::string_view qualifier;
    bool is_primary;
    House* house = nullptr;
};

/// The errors of the registry, in words that name the services they are about.

/// `near` are the services that take a message of the interface at least.
Error service_missing(const detail::InterfaceType& interface, std::string_view qualifier,
                      std::span<const Service> near);
Error service_ambiguous(const detail::InterfaceType& interface, std::string_view qualifier,
                        std::span<const Service> candidates);
/// `present` is in the way of `wanted`: both have that qualifier, or both are primary.
Error service_taken(const Service& wanted, const Service& present);

}  // namespace leat
