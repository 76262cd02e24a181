#pragma once

#include <string_view>

#include "leat/core/mailbox.hpp"

namespace leat {

/// Where and how an actor lives.
struct SpawnOptions {
    static constexpr int any_thread = -1;

    /// The number of its thread, or the next one in turn.
    int thread = any_thread;
    /// Lives until it is stopped, also without an address, and is found by `System::autowire`.
    bool service = false;
    /// The name of a service among those of its class, where there may be only one of that name.
    std::string_view qualifier = {};
    /// The one service of its class that is preferred where several are found.
    bool primary = false;
    /// How much may wait for it.
    MailboxLimit mailbox = {};
    /// Its asks of a pool with one actor on each thread go to the one on its own thread. The actors
    /// of such a pool always do so.
    bool asks_locally = false;
};

/// How large a pool is, and how its actors live.
struct PoolOptions {
    static constexpr int one_per_thread = 0;

    /// As many as there are threads: one on each. Any other number: on the threads in turn.
    int size = one_per_thread;
    /// Of each actor.
    SpawnOptions each = {};
};

}  // namespace leat
