#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "leat/buffer/result.hpp"
#include "service_report.hpp"

namespace leat {

/// The services of a system, found by the messages that they take.
///
/// A qualifier is unique within an actor class, and so is the primary service; services without a
/// qualifier are not told apart. Houses are not owned: the thread of a service takes it out before
/// it ends. One mutex guards all; it is locked when actors are wired and when services begin and
/// end, never for a message.
class ServiceRegistry {
public:
    /// Whether all of them could be added now; the error names what is in the way.
    Result<void> check(std::span<const Service> wanted) const;
    /// Adds all of them and sends their houses to their threads, whose they are from then on; or
    /// does nothing. None is found or mounted before all are there.
    Result<void> add(std::span<const Service> wanted);
    /// Takes out a service that is about to end. Nothing if it is not there.
    void remove(const House& house) noexcept;
    /// Forgets all services and takes no more. Before the threads stop: later, whoever drops the
    /// last address of a house frees it, and nobody may come upon it here.
    void close() noexcept;

    /// The one service that takes the messages and has the qualifier, if one is given; of several,
    /// the one that is primary.
    Result<detail::AddressBase> find(const detail::InterfaceType& interface,
                                     std::string_view qualifier) const;

private:
    /// By qualifier, "" without one.
    using Houses = std::multimap<std::string, House*, std::less<>>;
    /// The services of one actor class.
    struct Family {
        const ActorType* type;
        Houses houses;
        const House* primary = nullptr;

        [[nodiscard]] Service at(Houses::const_iterator place) const;
    };
    /// Says which classes count.
    using Matches = bool (*)(const ActorType& type, const detail::InterfaceType& interface);

    [[nodiscard]] Result<void> check_locked(std::span<const Service> wanted) const;
    /// The service that is there in place of the wanted one.
    [[nodiscard]] std::optional<Service> rival_of(const Service& wanted) const;
    [[nodiscard]] std::vector<Service> select(const detail::InterfaceType& interface,
                                              Matches matches, std::string_view qualifier) const;
    /// Fails by ending the process, for lack of memory, rather than half way.
    void enter(const Service& service) noexcept;

    mutable std::mutex mutex_;
    bool is_closed_ = false;
    /// In the order of their first services, which is that of the error messages.
    std::deque<Family> families_;
    /// Where each service stands in its family.
    std::unordered_map<const House*, Houses::iterator> places_;
};

}  // namespace leat
