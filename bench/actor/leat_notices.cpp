#include <future>
#include <utility>

#include "fanin.hpp"
#include "leat/core/system.hpp"
#include "leat_side.hpp"
#include "workload.hpp"

namespace leat::bench {
namespace {

struct Item {
    int value;
};

class FaninReceiver final : public StateActor<Item> {
public:
    FaninReceiver(FaninProgress& progress, int messages, std::promise<void>& done)
        : progress_(progress), left_(messages), done_(done) {}

    void on(const Item& item) {
        progress_.count(item.value);
        if (--left_ == 0) {
            done_.set_value();
        }
    }

private:
    FaninProgress& progress_;
    int left_;
    std::promise<void>& done_;
};

struct BurstReceived {};
/// Names who wants to hear of each burst.
struct Subscribe {
    Address<BurstReceived> sender;
};
struct Start {
    int bursts;
};

class NoticeReceiver final : public StateActor<Subscribe, Item> {
public:
    void on(Subscribe subscribe) { sender_.push_back(std::move(subscribe.sender)); }
    void on(const Item& item) {
        expect(item.value == received_);
        if (++received_ == notice_burst) {
            received_ = 0;
            sender_.front().notice<BurstReceived>();
        }
    }

private:
    std::vector<Address<BurstReceived>> sender_;
    int received_ = 0;
};

class NoticeSender final : public StateActor<Start, BurstReceived> {
public:
    NoticeSender(Address<Subscribe, Item> receiver, std::promise<double>& rate)
        : receiver_(std::move(receiver)), rate_(rate) {}

    void after_mount() override { receiver_.notice<Subscribe>(self()); }
    void on(const Start& start) {
        bursts_ = left_ = start.bursts;
        begin_ = Clock::now();
        send_burst();
    }
    void on(const BurstReceived&) {
        if (--left_ > 0) {
            send_burst();
        } else {
            rate_.set_value(1.0 * bursts_ * notice_burst / seconds_since(begin_));
        }
    }

private:
    void send_burst() {
        for (int i = 0; i < notice_burst; ++i) {
            receiver_.notice<Item>(i);
        }
    }

    Address<Subscribe, Item> receiver_;
    std::promise<double>& rate_;
    Clock::time_point begin_;
    int bursts_ = 0;
    int left_ = 0;
};

}  // namespace

double leat_fanin_notice(int messages_per_producer) {
    const int messages = messages_per_producer * fanin_producers;
    FaninProgress progress;
    std::promise<void> done;
    System system({.threads = 1});
    const auto receiver = system.spawn<FaninReceiver>(progress, messages, done);
    const auto start = Clock::now();
    const auto send = [&](int producer) { receiver.notice<Item>(producer); };
    const auto producers = start_producers(progress, messages_per_producer, send);
    done.get_future().get();
    return messages / seconds_since(start);
}

double leat_notice_same_thread(int bursts) {
    std::promise<double> rate;
    System system({.threads = 1});
    const auto sender = system.spawn<NoticeSender>(system.spawn<NoticeReceiver>(), rate);
    sender.notice<Start>(bursts);
    return rate.get_future().get();
}

}  // namespace leat::bench
