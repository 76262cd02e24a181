#pragma once

#include "leat/core/mailbox.hpp"

namespace leat {

/// Where and how an actor lives.
struct SpawnOptions {
    static constexpr int any_thread = -1;

    /// The number of its thread, or the next one in turn.
    int thread = any_thread;
    /// Lives until it is stopped, also without an address.
    bool service = false;
    /// How much may wait for it.
    MailboxLimit mailbox = {};
};

}  // namespace leat
