// Through which other threads look at a tree whose owner moves, clears and replaces it.
#pragma once

#include <atomic>
#include <mutex>
#include <utility>

namespace tabiya {

// Whoever looks while a search runs sees what its threads publish; they need no window.
// Only what they may not see either, a change of the tree's place or root, keeps looks away,
// and such a change takes microseconds.
class Window {
 public:
  // From any thread. Must not be nested.
  template <class Look>
  auto look(Look&& look) const {
    // Those who come now let the change go first. So however many look without a pause, it waits
    // only for those that have begun.
    for (int due = changes_due_.load(); due > 0; due = changes_due_.load()) changes_due_.wait(due);
    const std::lock_guard lock(mutex_);
    return std::forward<Look>(look)();
  }

  template <class Change>
  void change(Change&& change) {
    const Announcement announcement(changes_due_);
    const std::lock_guard lock(mutex_);
    std::forward<Change>(change)();
  }

 private:
  // As long as it lives, a change is due.
  class Announcement {
   public:
    explicit Announcement(std::atomic<int>& due) : due_(due) { ++due_; }
    ~Announcement() {
      --due_;
      due_.notify_all();
    }
    Announcement(const Announcement&) = delete;
    Announcement& operator=(const Announcement&) = delete;

   private:
    std::atomic<int>& due_;
  };

  mutable std::mutex mutex_;
  std::atomic<int> changes_due_ = 0;
};

}  // namespace tabiya
