#include "search/mcts/threads.h"

#include <exception>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace tabiya {
namespace {

// How often the clock is looked at while a search runs, and how often if there is none.
constexpr Milliseconds kLook{5};
constexpr Milliseconds kLookWithoutClock{50};

// At the end of the scope, also when an exception leaves it.
template <class Action>
class AtEnd {
 public:
  explicit AtEnd(Action action) : action_(std::move(action)) {}
  ~AtEnd() { action_(); }
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;

 private:
  Action action_;
};

// What is thrown leaves visits in flight that no thread will finish.
template <class Task>
void guarded(SharedRun& run, Task&& task) {
  try {
    task();
  } catch (const std::bad_alloc&) {
    run.is_inconsistent = true;
    run.fail("no memory left");  // as short as fits a string without memory
  } catch (const std::exception& error) {
    run.is_inconsistent = true;
    run.fail(error.what());
  }
}

}  // namespace

// By the thread that comes first; all others need what it does.
bool SearchThreads::prepare(Simulator& simulator, const std::function<void()>& root_is_ready,
                            const std::stop_token& stop) {
  if (!simulator.prepare_root(stop)) return false;
  root_is_ready();
  return !run_.ended;
}

void SearchThreads::announce_root() {
  root_is_ready_ = true;
  root_is_ready_.notify_all();
  clock_.notify();
}

void SearchThreads::work(const std::function<void()>& root_is_ready,
                         const std::function<bool()>& is_enough) {
  root_is_ready_ = false;
  std::stop_source end;
  const auto task = [&](bool first) {
    const AtEnd leave([&] {
      if (first) announce_root();  // even if there is none: the others wait
      --at_work_;
      clock_.notify();
    });
    guarded(run_, [&] {
      Simulator simulator(tree_, run_);
      if (first) {
        if (!prepare(simulator, root_is_ready, end.get_token())) run_.ended = true;
        announce_root();
      } else {
        root_is_ready_.wait(false);
      }
      if (!run_.ended) simulator.run(end.get_token());
    });
  };
  std::vector<std::jthread> threads;  // after all that they use
  for (int i = 0; i < run_.config.threads; ++i) {
    ++at_work_;
    try {
      threads.emplace_back([&task, i] { task(i == 0); });
    } catch (const std::exception&) {  // the system has no more to give; those that run will do
      --at_work_;
      break;
    }
  }
  if (threads.empty()) {
    guarded(run_, [&] { work_here(root_is_ready, is_enough); });
    return;
  }
  guarded(run_, [&] { watch(is_enough); });
  end.request_stop();
  threads.clear();  // joins
}

void SearchThreads::watch(const std::function<bool()>& is_enough) {
  while (at_work_ > 0 && !is_time_to_end(is_enough)) {
    const bool often = time_.must_look_often() || clock_.is_stopped();
    clock_.wait_for_news(often ? kLook : kLookWithoutClock);
  }
}

bool SearchThreads::is_time_to_end(const std::function<bool()>& is_enough) const {
  if (const auto since_stop = clock_.since_stop())
    return root_is_ready_ || TimeManager::is_too_late_for_root_after_stop(*since_stop);
  return root_is_ready_ ? is_enough() : time_.is_too_late_for_root(clock_.on_clock());
}

// No other thread watches, so this one looks up from its work. What the evaluator is doing it
// cannot interrupt.
void SearchThreads::work_here(const std::function<void()>& root_is_ready,
                              const std::function<bool()>& is_enough) {
  const std::stop_token never;
  Simulator simulator(tree_, run_);
  if (!prepare(simulator, root_is_ready, never)) run_.ended = true;
  while (!run_.ended && !clock_.is_stopped() && !is_enough())
    if (!simulator.turn(never)) break;
  simulator.rest();
}

}  // namespace tabiya
