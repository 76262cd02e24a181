#pragma once

/// The C++ Actor Framework: each function runs one workload in an actor system of its own, which it
/// starts and stops outside the time taken.
namespace leat::bench {

/// Round trips per second between two actors on one scheduler thread.
double caf_ask_same_thread(int rounds);

/// Round trips per second between two actors with two scheduler threads.
double caf_ask_cross_thread(int rounds);

/// Messages per second that an actor receives from two threads outside the system.
double caf_fanin_notice(int messages_per_producer);

/// Messages per second from one actor to another on one scheduler thread.
double caf_notice_same_thread(int bursts);

/// Actors per second that are created, initialised, all alive at once, and destroyed.
double caf_spawn(int actors);

/// Resident bytes per actor alive. REQUIRES: a process in which nothing ran before.
double caf_bytes_per_actor(int actors);

/// Seconds for a tree of actors with so many leaves, on `threads` scheduler threads.
double caf_skynet(int leaves, int threads);

/// Microseconds that 99 of 100 asks do not exceed while `busy_actors` others are busy on the one
/// scheduler thread.
double caf_ask_under_load(int asks);

}  // namespace leat::bench
