// Tasks for threads that play, and what becomes of them, told to the thread that waits for it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/milliseconds.h"
#include "base/result.h"

namespace tabiya {

// What the threads share, all of it behind one mutex.
template <class Task, class Done>
class WorkQueue {
 public:
  // Tasks are taken in the order in which they were put.
  void put(Task task) {
    const std::lock_guard lock(mutex_);
    open_.push_back(std::move(task));
    tasks_.notify_one();
  }
  // No task comes any more.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    tasks_.notify_all();
  }

  // Waits for a task. Nothing if none comes any more, or if told to stop.
  std::optional<Task> take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!tasks_.wait(lock, stop, [this] { return closed_ || !open_.empty(); }) || open_.empty())
      return std::nullopt;
    Task task = std::move(open_.front());
    open_.pop_front();
    return task;
  }
  void hand_in(Done done) {
    const std::lock_guard lock(mutex_);
    done_.push_back(std::move(done));
    news_.notify_one();
  }

  // Ends all work; the first reason counts.
  void give_up(std::string reason) {
    const std::lock_guard lock(mutex_);
    if (!reason_) reason_ = std::move(reason);
    open_.clear();
    closed_ = true;
    tasks_.notify_all();
    news_.notify_one();
  }
  std::optional<std::string> reason() const {
    const std::lock_guard lock(mutex_);
    return reason_;
  }

  void worker_begins() {
    const std::lock_guard lock(mutex_);
    ++workers_;
  }
  void worker_ends() {
    const std::lock_guard lock(mutex_);
    --workers_;
    news_.notify_one();
  }

  struct News {
    std::deque<Done> done;
    bool working = true;
  };
  // Until something is done, or nothing more can be, but not longer than that.
  News wait(Milliseconds most) {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, most, [this] { return !done_.empty() || workers_ == 0 || reason_; });
    return {std::exchange(done_, {}), workers_ > 0};
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any tasks_;
  std::condition_variable news_;
  std::deque<Task> open_;
  std::deque<Done> done_;
  std::optional<std::string> reason_;
  bool closed_ = false;
  int workers_ = 0;
};

enum class WorkEnd : std::uint8_t { AllDone, Ended };

// Runs `work` on that many threads until no task comes any more. The calling thread hears of what
// is done, and about twenty times a second is asked whether to go on; false from either ends the
// work. When it returns, no thread is left. The error is the reason to give up.
template <class Task, class Done>
Result<WorkEnd> run_workers(WorkQueue<Task, Done>& queue, std::size_t count,
                            const std::function<void(const std::stop_token&)>& work,
                            const std::function<bool(Done&)>& done,
                            const std::function<bool()>& goes_on) {
  bool ended = false;
  std::stop_source stop;
  {
    const std::stop_token token = stop.get_token();
    std::vector<std::jthread> threads;
    // On whatever way out, the threads are told to stop before they are waited for.
    struct StopAtEnd {
      std::stop_source& source;
      ~StopAtEnd() { source.request_stop(); }
    } const stop_at_end{stop};
    for (std::size_t i = 0; i < count; ++i) {
      queue.worker_begins();
      threads.emplace_back([&queue, &work, &token] {
        try {
          work(token);
        } catch (const std::exception& error) {  // out of memory, or a bug: not a reason to hang
          queue.give_up(error.what());
        }
        queue.worker_ends();
      });
    }
    for (bool working = count > 0; working && !ended;) {
      auto news = queue.wait(Milliseconds(50));
      working = news.working;
      for (Done& one : news.done)
        if (!ended && !done(one)) ended = true;
      if (!ended && (!goes_on() || queue.reason())) ended = true;
    }
  }
  if (const auto reason = queue.reason()) return std::unexpected(Error{*reason});
  return ended ? WorkEnd::Ended : WorkEnd::AllDone;
}

}  // namespace tabiya
