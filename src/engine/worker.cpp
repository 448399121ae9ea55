#include "engine/worker.h"

#include <cassert>
#include <utility>

namespace tabiya {

Worker::~Worker() {
  wait();
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Worker::start(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    assert(!task_);
    task_ = std::move(task);
  }
  changed_.notify_all();
}

bool Worker::is_busy() const {
  const std::lock_guard lock(mutex_);
  return task_ != nullptr;
}

void Worker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !task_; });
}

bool Worker::wait(Milliseconds at_most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, at_most, [this] { return !task_; });
}

void Worker::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return task_ || ending_; });
    if (!task_) return;
    lock.unlock();
    task_();  // no other thread touches it while it is there
    lock.lock();
    task_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace tabiya
