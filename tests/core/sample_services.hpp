#pragma once

#include <atomic>
#include <string>

#include "leat/core/module.hpp"
#include "sample_actors.hpp"

/// Outside of leat, because compilers differ in how they spell the names of types within.
namespace shop {

using leat::testing::patience;

struct Value {
    int number;
};
struct Get {
    using Reply = Value;
};
struct Put {
    int number;
};
struct Wipe {};

struct Source : leat::Interface<Get> {};
struct Store : leat::Interface<Put, Get> {};

/// Counts what exists of it.
struct Census {
    std::atomic<int> made{0};
    std::atomic<int> alive{0};
};

/// Takes more than any of the interfaces asks for.
class MemoryStore final : public leat::StateActor<Get, Put, Wipe> {
public:
    explicit MemoryStore(int number = 0, Census* census = nullptr)
        : number_(number), census_(census) {
        if (census_ != nullptr) {
            ++census_->made;
            ++census_->alive;
        }
    }
    ~MemoryStore() override {
        if (census_ != nullptr) {
            --census_->alive;
        }
    }
    Value on(const Get&) { return {number_}; }
    void on(const Put& put) { number_ = put.number; }
    void on(const Wipe&) { number_ = 0; }

private:
    int number_;
    Census* census_;
};

/// Takes a part of `Store` only.
class Constant final : public leat::StateActor<Get> {
public:
    explicit Constant(int number) : number_(number) {}
    Value on(const Get&) { return {number_}; }

private:
    int number_;
};

/// What a found service answers, or what went wrong.
template <class... Ms>
std::string answer_of(const leat::Result<leat::Address<Ms...>>& found) {
    if (!found) {
        return found.error().message();
    }
    const leat::Result<Value> value = found->template ask_blocking<Get>(patience);
    return value ? std::to_string(value->number) : value.error().message();
}

}  // namespace shop
