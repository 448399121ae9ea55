// A thread for what takes long and needs nothing of the games: the home thread goes on meanwhile.
//
// All calls come from the home thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "server/home_thread.h"

namespace tabiya::server {

class BackOffice {
 public:
  // Runs on this thread, must not throw, and returns what is then to be done at home.
  using Work = std::function<std::function<void()>()>;

  explicit BackOffice(HomeThread&);
  ~BackOffice();  // waits for the work that has begun; nothing is called at home any more
  BackOffice(const BackOffice&) = delete;
  BackOffice& operator=(const BackOffice&) = delete;

  void run(Work);  // after all that was given before

 private:
  void live();

  HomeThread& home_;
  std::shared_ptr<bool> here_;  // tells late messages whether this is still alive
  std::mutex mutex_;            // of the three below
  std::condition_variable came_;
  std::deque<Work> waiting_;
  bool ends_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace tabiya::server
