// A thread for work that takes long and needs nothing of the games, which go on meanwhile.
//
// All calls come from the dispatcher's thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "server/transport.h"

namespace tabiya::server {

class Worker {
 public:
  // Runs on this thread, must not throw, and returns what the dispatcher must call afterwards.
  using Work = std::function<std::function<void()>()>;

  explicit Worker(Dispatcher& dispatcher)
      : dispatcher_(dispatcher),
        alive_(std::make_shared<bool>(true)),
        thread_([this] { work_until_end(); }) {}
  // Waits for the work that has begun; the dispatcher calls nothing of it any more.
  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    came_.notify_all();
    thread_.join();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // After all that was given before.
  void run(Work work) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(work));
    }
    came_.notify_all();
  }

 private:
  void work_until_end() {
    // Posted functions may outlive this object; they look here, on the dispatcher's thread.
    const std::weak_ptr<bool> alive = alive_;
    for (;;) {
      Work work;
      {
        std::unique_lock lock(mutex_);
        came_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (ends_) return;
        work = std::move(waiting_.front());
        waiting_.pop_front();
      }
      auto then = work();
      work =
          nullptr;  // before the post: what it holds must be destroyed on the dispatcher's thread
      dispatcher_.post([alive, then = std::move(then)] {
        if (!alive.expired()) then();
      });
    }
  }

  Dispatcher& dispatcher_;
  std::shared_ptr<bool> alive_;  // tells late messages whether this is still alive
  std::mutex mutex_;             // of the three below
  std::condition_variable came_;
  std::deque<Work> waiting_;
  bool ends_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace tabiya::server
