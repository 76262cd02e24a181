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
};

}  // namespace leat
