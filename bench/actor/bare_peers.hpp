#pragma once

/// The bare limits: the same workloads without any actor library, as little as a thread, a queue or
/// a container can do. Rates per second.
namespace leat::bench {

/// ask_same_thread: one thread pops heap-allocated messages from one deque and calls the target's
/// virtual handler, which pushes a fresh answer. Round trips.
double deque_ask_same_thread(int rounds);

/// ask_cross_thread: two threads hand one message to and fro through two intrusive queues, spinning
/// for a while and yielding then. Round trips.
double mpsc_ask_cross_thread(int rounds);

/// fanin_notice: two threads push to an intrusive queue, a third one pops. Nodes are pooled: a
/// producer owns a ring of them, as long as its window. Messages received.
double mpsc_fanin_notice(int messages_per_producer);

/// timer_arm_cancel: timers in a multimap by deadline; the oldest one is cancelled, a new one
/// armed. Pairs of both.
double multimap_timer_arm_cancel(int pairs);

}  // namespace leat::bench
