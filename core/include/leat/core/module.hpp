#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "leat/core/system.hpp"

namespace leat {

/// A list of services to be made together, by `System::load_module`.
///
///     Module shop;
///     shop.add<Store>({.qualifier = "eu"}, "eu.db");
///     shop.add<Orders>();
///     shop.add(std::move(payment));                    // another module
///     const Result<void> loaded = system.load_module(std::move(shop));
///
/// The order does not matter to what they find: all are there before the first is mounted. A module
/// belongs to no system and no thread until then.
class Module {
public:
    Module() = default;
    Module(Module&&) = default;
    Module& operator=(Module&&) = default;

    /// A service of class `A`. Its arguments are kept, as copies or moved in, until it is made;
    /// a reference is given as `std::ref`.
    template <class A, class... Args>
    Module& add(SpawnOptions options = {}, Args&&... args) {
        using Kept = KeptDefinition<A, std::unwrap_ref_decay_t<Args>...>;
        static_assert(detail::has_all_handlers<A>());
        static_assert(std::is_constructible_v<A, std::unwrap_ref_decay_t<Args>...>,
                      "the actor cannot be made from copies of these arguments");
        definitions_.push_back(std::make_unique<Kept>(options, std::forward<Args>(args)...));
        return *this;
    }
    /// All services of another module.
    Module& add(Module other);

    [[nodiscard]] std::size_t size() const { return definitions_.size(); }

private:
    friend class System;

    /// How to make one service.
    class Definition {
    public:
        Definition(const ActorType& actor_type, const SpawnOptions& given)
            : type(actor_type), qualifier(given.qualifier), options(given) {
            options.service = true;
            options.qualifier = qualifier;
        }
        Definition(const Definition&) = delete;
        Definition& operator=(const Definition&) = delete;
        virtual ~Definition() = default;
        /// Once only: the arguments go into the actor.
        virtual NewHouse make(System& system) = 0;

        const ActorType& type;
        const std::string qualifier;
        SpawnOptions options;
    };
    template <class A, class... Kept>
    class KeptDefinition final : public Definition {
    public:
        template <class... Args>
        explicit KeptDefinition(const SpawnOptions& given, Args&&... args)
            : Definition(detail::actor_type<A>, given), args_(std::forward<Args>(args)...) {}
        NewHouse make(System& system) override {
            return std::apply(
                [&](auto&... args) {
                    return system.make<A>(options, static_cast<Kept&&>(args)...);
                },
                args_);
        }

    private:
        std::tuple<Kept...> args_;
    };

    std::vector<std::unique_ptr<Definition>> definitions_;
};

}  // namespace leat
