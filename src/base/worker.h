// A thread that does tasks when it is asked to, and waits otherwise.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "base/milliseconds.h"

namespace tabiya {

// Tasks in the order they were given. All calls come from one thread, the owner's.
class Worker {
 public:
  Worker() : thread_([this] { work(); }) {}
  ~Worker();  // waits for the task that has begun, and drops those that have not
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void start(std::function<void()> task);  // which must not throw
  bool is_busy() const;
  void wait();
  bool wait(Milliseconds at_most);  // false if it is still busy

 private:
  void work();

  // Behind the mutex: the tasks, the first of which may have begun, and whether the thread must
  // end. A task is destroyed by the thread when it was done.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool ending_ = false;

  std::thread thread_;  // the last member: it uses the others
};

}  // namespace tabiya
