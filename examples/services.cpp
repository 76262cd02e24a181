// Services: actors that are found by what they can do, not by who they are.
//
// Two classes of actors quote prices. The till knows neither of them: it asks the system for
// whoever takes a Quote. The module names the parts of the program in one place.

#include <cstdio>
#include <optional>
#include <string>

#include "leat/core/module.hpp"

namespace {

struct Price {
    int cents;
};
struct Quote {
    using Reply = Price;
    std::string item;
};
struct Bill {
    int cents;
    int saved_cents;
};
struct Buy {
    using Reply = Bill;
    std::string item;
};

// What a price list must take. Any actor that takes all of it is one.
struct PriceList : leat::Interface<Quote> {};

class RegularPrices final : public leat::StateActor<Quote> {
public:
    Price on(const Quote& quote) { return {static_cast<int>(quote.item.size()) * 100}; }
};

// Asks the regular prices, whoever keeps them, and takes off a part.
class SalePrices final : public leat::StateActor<Quote> {
public:
    explicit SalePrices(int percent_off) : percent_off_(percent_off) {}

    leat::Task<Price> on(Quote quote) {
        const Price full = co_await regular_->ask<Quote>(quote.item);
        co_return Price{full.cents * (100 - percent_off_) / 100};
    }

protected:
    void after_mount() override { regular_ = *autowire<PriceList>("regular"); }

private:
    int percent_off_;
    std::optional<PriceList::AddressType> regular_;
};

class Till final : public leat::StateActor<Buy> {
public:
    leat::Task<Bill> on(Buy buy) {
        const Price full = co_await regular_->ask<Quote>(buy.item);
        const Price price = co_await today_->ask<Quote>(buy.item);
        co_return Bill{price.cents, full.cents - price.cents};
    }

protected:
    void after_mount() override {
        regular_ = *autowire<PriceList>("regular");
        today_ = *autowire<PriceList>();  // Of the two, the primary one.
    }

private:
    std::optional<PriceList::AddressType> regular_;
    std::optional<PriceList::AddressType> today_;
};

leat::Module shop() {
    leat::Module module;
    module.add<Till>();  // In any order: all are there before the first looks for another.
    module.add<SalePrices>({.qualifier = "sale", .primary = true}, 20);
    module.add<RegularPrices>({.qualifier = "regular"});
    return module;
}

int report(const leat::Error& error) {
    std::fprintf(stderr, "services: %s\n", error.message().c_str());
    return 1;
}

}  // namespace

int main() {
    leat::System system;
    if (const auto loaded = system.load_module(shop()); !loaded) {
        return report(loaded.error());
    }
    const auto till = system.autowire<Till>();
    if (!till) {
        return report(till.error());
    }
    const auto bill = till->ask_blocking<Buy>(std::chrono::seconds(5), "teapot");
    if (!bill) {
        return report(bill.error());
    }
    std::printf("a teapot: %d cents, %d saved\n", bill->cents, bill->saved_cents);

    // What is not there is an error that says what is.
    const auto wholesale = system.autowire<PriceList>("wholesale");
    std::printf("%s\n", wholesale ? "found" : wholesale.error().message().c_str());
}
