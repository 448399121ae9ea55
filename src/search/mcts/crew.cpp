#include "search/mcts/crew.h"

#include <exception>
#include <thread>
#include <utility>
#include <vector>

namespace tabiya {
namespace {

// How often the clock is looked at while a search runs, and how often if there is none.
constexpr Milliseconds kLook{5};
constexpr Milliseconds kLookWithoutClock{50};
// A stop is heard at once, but for the network's first answer, without which a move is a guess.
constexpr Milliseconds kForTheRootAfterStop{30};

// At the end of the scope, come what may.
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

// What is thrown leaves visits in flight that nobody will finish.
template <class Task>
void guarded(SharedRun& run, Task&& task) {
  try {
    task();
  } catch (const std::bad_alloc&) {
    run.is_spoilt = true;
    run.fail("there is no memory left");
  } catch (const std::exception& error) {
    run.is_spoilt = true;
    run.fail(error.what());
  }
}

}  // namespace

// By the thread that comes first; all others need what it does.
void Crew::prepare(Simulator& simulator, SharedRun& run, const Owner& owner,
                   const std::stop_token& stop) {
  if (simulator.prepare_root(stop))
    owner.root_is_ready();
  else
    run.ended = true;
}

void Crew::announce_root() {
  root_is_ready_ = true;
  root_is_ready_.notify_all();
  signals_.tell();
}

void Crew::work(Tree& tree, SharedRun& run, const Owner& owner) {
  root_is_ready_ = false;
  stopped_at_.reset();
  std::stop_source give_up;
  const auto task = [&](bool first) {
    const AtEnd leave([&] {
      if (first) announce_root();  // even if there is none: the others wait
      --at_work_;
      signals_.tell();
    });
    guarded(run, [&] {
      Simulator simulator(tree, run);
      if (first) {
        prepare(simulator, run, owner, give_up.get_token());
        announce_root();
      } else {
        root_is_ready_.wait(false);
      }
      if (!run.ended) simulator.run(give_up.get_token());
    });
  };
  std::vector<std::jthread> threads;  // after all that they use
  for (int i = 0; i < run.config.threads; ++i) {
    ++at_work_;
    try {
      threads.emplace_back([&task, i] { task(i == 0); });
    } catch (const std::exception&) {  // the system has no more to give; those that run will do
      --at_work_;
      break;
    }
  }
  if (threads.empty()) {
    guarded(run, [&] { work_here(tree, run, owner); });
    return;
  }
  guarded(run, [&] { watch(owner); });
  give_up.request_stop();
  threads.clear();  // joins
}

void Crew::watch(const Owner& owner) {
  while (at_work_ > 0 && !is_time_to_give_up(owner)) {
    const bool often = owner.is_short || stopped_at_;
    signals_.wait_for_news(often ? kLook : kLookWithoutClock);
  }
}

bool Crew::is_time_to_give_up(const Owner& owner) {
  const bool ready = root_is_ready_;
  if (!signals_.is_stopped()) return ready ? owner.is_enough() : owner.is_too_late_for_root();
  if (ready) return true;
  const auto now = SearchSignals::Clock::now();
  if (!stopped_at_) stopped_at_ = now;
  return now - *stopped_at_ >= kForTheRootAfterStop;
}

// Nobody watches, so this thread looks up from its work. What the evaluator is doing it cannot
// interrupt.
void Crew::work_here(Tree& tree, SharedRun& run, const Owner& owner) {
  const std::stop_token never;
  Simulator simulator(tree, run);
  prepare(simulator, run, owner, never);
  while (!run.ended && !signals_.is_stopped() && !owner.is_enough())
    if (!simulator.turn(never)) break;
  simulator.rest();
}

}  // namespace tabiya
