#include "service_report.hpp"

#include <algorithm>
#include <string>

namespace leat {
namespace {

/// How many services a message lists at most.
constexpr std::size_t listed_max = 8;

/// The name of a type without the namespaces that have none, in the words of both compilers.
std::string plain(std::string_view name) {
    std::string text(name);
    for (const std::string_view nameless : {"(anonymous namespace)::", "{anonymous}::"}) {
        for (auto at = text.find(nameless); at != text.npos; at = text.find(nameless)) {
            text.erase(at, nameless.size());
        }
    }
    return text;
}

std::string quoted(std::string_view qualifier) {
    return '"' + std::string(qualifier) + '"';
}

std::string describe(const Service& service) {
    std::string text = plain(service.type->name);
    if (!service.qualifier.empty()) {
        text += ' ' + quoted(service.qualifier);
    }
    return service.is_primary ? text + " (primary)" : text;
}

/// "shop::Store {shop::Get, shop::Put}", and the qualifier if one is asked for.
std::string describe(const detail::InterfaceType& interface, std::string_view qualifier) {
    std::string text = plain(interface.name);
    std::string_view separator = " {";
    for (const MessageType* message : interface.messages) {
        text.append(separator).append(plain(message->name));
        separator = ", ";
    }
    text += '}';
    return qualifier.empty() ? text : text + " with qualifier " + quoted(qualifier);
}

/// ", which lacks shop::Put", or "" when the class takes all messages of the interface.
std::string lacks(const ActorType& type, const detail::InterfaceType& interface) {
    std::string text;
    for (const MessageType* message : interface.messages) {
        if (std::find(type.messages.begin(), type.messages.end(), message) == type.messages.end()) {
            text.append(text.empty() ? ", which lacks " : " and ").append(plain(message->name));
        }
    }
    return text;
}

/// " (there is A; B)".
template <class Describe>
std::string list(std::span<const Service> services, Describe describe_one) {
    std::string text;
    for (const Service& service : services.first(std::min(services.size(), listed_max))) {
        text.append(text.empty() ? " (there is " : "; ").append(describe_one(service));
    }
    if (services.size() > listed_max) {
        text += "; and " + std::to_string(services.size() - listed_max) + " more";
    }
    return text + ')';
}

}  // namespace

Error service_missing(const detail::InterfaceType& interface, std::string_view qualifier,
                      std::span<const Service> near) {
    const std::string wanted = describe(interface, qualifier);
    if (near.empty()) {
        return {Errc::service_missing, wanted + " (no service takes any of these messages)"};
    }
    const auto describe_near = [&](const Service& service) {
        return describe(service) + lacks(*service.type, interface);
    };
    return {Errc::service_missing, wanted + list(near, describe_near)};
}

Error service_ambiguous(const detail::InterfaceType& interface, std::string_view qualifier,
                        std::span<const Service> candidates) {
    const auto describe_one = [](const Service& service) { return describe(service); };
    return {Errc::service_ambiguous,
            describe(interface, qualifier) + list(candidates, describe_one)};
}

Error service_taken(const Service& wanted, const Service& present) {
    return {Errc::service_taken, describe(wanted) + " beside " + describe(present)};
}

}  // namespace leat
