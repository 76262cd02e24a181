#include <deque>
#include <memory>

#include "bare_peers.hpp"
#include "comparison.hpp"

namespace leat::bench {
namespace {

class Party;

struct Message {
    Party* target;
    Party* sender;
    int id;
};

using Queue = std::deque<std::unique_ptr<Message>>;

class Party {
public:
    virtual ~Party() = default;
    virtual void on(const Message& message, Queue& queue) = 0;
};

class Ponger final : public Party {
public:
    void on(const Message& ping, Queue& queue) override {
        queue.push_back(std::make_unique<Message>(ping.sender, this, ping.id));
    }
};

class Pinger final : public Party {
public:
    explicit Pinger(int rounds) : left_(rounds) {}

    void on(const Message& pong, Queue& queue) override {
        keep(pong.id);
        if (--left_ > 0) {
            queue.push_back(std::make_unique<Message>(pong.sender, this, left_));
        }
    }

private:
    int left_;
};

}  // namespace

double deque_ask_same_thread(int rounds) {
    Ponger ponger;
    Pinger pinger(rounds);
    Queue queue;
    queue.push_back(std::make_unique<Message>(&ponger, &pinger, rounds));
    return rounds / seconds([&] {
               while (!queue.empty()) {
                   const auto message = std::move(queue.front());
                   queue.pop_front();
                   message->target->on(*message, queue);
               }
           });
}

}  // namespace leat::bench
