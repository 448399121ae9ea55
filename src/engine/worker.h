// A thread that does long tasks when it is asked to, and waits otherwise.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "search/search.h"

namespace tabiya {

// One task at a time. All calls come from one thread, the owner's.
class Worker {
 public:
  Worker() : thread_([this] { work(); }) {}
  ~Worker();  // waits for the task
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Precondition: not busy.
  void start(std::function<void()> task);
  bool is_busy() const;
  void wait();
  bool wait(Milliseconds at_most);  // false if it is still busy

 private:
  void work();

  // Behind the mutex: the task (empty: none), and whether the thread must end. The task is
  // emptied after it was done.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> task_;
  bool ending_ = false;

  std::thread thread_;  // the last member: it uses the others
};

}  // namespace tabiya
