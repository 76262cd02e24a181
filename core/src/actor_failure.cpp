#include "actor_failure.hpp"

#include <array>
#include <utility>

#include "house_extras.hpp"
#include "leat/core/actor.hpp"
#include "leat/core/stack.hpp"
#include "system_core.hpp"

/// What follows when code of an actor throws.
namespace leat {
namespace {

void restart_actor(House& house) {
    while (house.suspended != nullptr) {
        house.suspended->abandon(Failure(Errc::actor_restarted));
    }
    context.worker->records.of(*house.type).restarts.add(1);
    Worker::call_restart_hooks(*house.actor);
}

/// Whether one more restart is within the limit of the actor.
bool may_restart(RestartWindow& window, const RestartLimit& limit) {
    const auto now = std::chrono::steady_clock::now();
    if (window.count == 0 || now - window.start > limit.window) {
        window = {now, 0};
    }
    return window.count++ < limit.restarts_max;
}

/// What is to be done: a restart that is one too many is a stop.
Supervision decide(House& house, const std::exception_ptr& error) {
    const Supervision decision = Worker::decide(*house.actor, error);
    const bool is_too_often =
        decision == Supervision::restart &&
        !may_restart(extras_of(house).restarts, Worker::limit_of(*house.actor));
    return is_too_often ? Supervision::stop : decision;
}

std::string_view consequence_of(Supervision decision) {
    constexpr std::array<std::string_view, 4> texts{"the actor restarts", "the actor goes on",
                                                    "the actor stops", "the system shuts down"};
    return texts[static_cast<std::size_t>(decision)];
}

void carry_out(House& house, Supervision decision) {
    switch (decision) {
        case Supervision::restart:
            return restart_actor(house);
        case Supervision::resume:
            return;
        case Supervision::stop:
            house.has_failed = true;
            house.wants_stop = true;
            return;
        case Supervision::escalate:
            return house.worker->core().escalate();
    }
}

}  // namespace

std::string text_of(const std::exception_ptr& error) {
    const Error failure = Failure(error).error();
    return std::string(failure.detail().empty() ? "an exception" : failure.detail());
}

void log_failure(House& house, std::string_view part, const std::exception_ptr& error,
                 std::string_view consequence) noexcept {
    try {
        house.record->logger.error("{} failed: {}; {}", part, text_of(error), consequence);
    } catch (...) {
        house.record->logger.error("a handler failed");
    }
}

void runtime::notice_failed(House& house, const std::exception_ptr& error) noexcept {
    if (house.is_dead) {
        return;
    }
    const MessageType* const message = context.worker->running_message();
    const std::string_view part = message != nullptr ? message->name : "a hook";
    try {
        const Supervision decision = decide(house, error);
        log_failure(house, part, error, consequence_of(decision));
        carry_out(house, decision);
    } catch (...) {
        // Its own supervision or restart hooks threw: nothing of it can be trusted any more.
        log_failure(house, "supervision", std::current_exception(), "the actor stops");
        house.has_failed = true;
        house.wants_stop = true;
    }
}

}  // namespace leat
