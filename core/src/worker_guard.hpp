#pragma once

#include "worker.hpp"

namespace leat {

/// Holds the lock of a worker: as its owner, or as the thread that stole from it.
class Worker::Guard {
public:
    explicit Guard(Worker& worker) : worker_(worker) {
        if (context.worker == &worker) [[likely]] {
            worker.lock_.lock();
        } else {
            worker.lock_.lock_foreign();
        }
    }
    ~Guard() {
        if (context.worker == &worker_) [[likely]] {
            worker_.lock_.unlock();
        } else {
            worker_.lock_.unlock_foreign();
        }
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

private:
    Worker& worker_;
};

}  // namespace leat
