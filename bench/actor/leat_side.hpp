#pragma once

/// leat's side of the actor benchmark, through its public API alone: each function runs one
/// workload in a system of its own, which it starts and stops outside the time taken.
namespace leat::bench {

/// Round trips per second between two actors on one thread: the asker is a coroutine, the answerer
/// returns a plain value.
double leat_ask_same_thread(int rounds);

/// The same, where both are coroutines, and where both are explicit state machines.
double leat_ask_same_thread_coroutine(int rounds);
double leat_ask_same_thread_stack(int rounds);

/// Round trips per second between two actors on two threads.
double leat_ask_cross_thread(int rounds);

/// Messages per second that an actor receives from two threads outside the system.
double leat_fanin_notice(int messages_per_producer);

/// Messages per second from one actor to another on one thread.
double leat_notice_same_thread(int bursts);

/// Actors per second that are created, mounted, all alive at once, and destroyed.
double leat_spawn(int actors);

/// Resident bytes per actor alive. REQUIRES: a process in which nothing ran before.
double leat_bytes_per_actor(int actors);

/// Seconds for a tree of actors with so many leaves, on `threads` threads.
double leat_skynet(int leaves, int threads);

/// Pairs per second of a timer cancelled and one armed, by an actor.
double leat_timer_arm_cancel(int pairs);

/// Microseconds that 99 of 100 asks do not exceed while `busy_actors` others are busy on the one
/// thread.
double leat_ask_under_load(int asks);

}  // namespace leat::bench
