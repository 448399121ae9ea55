// Threads that share numbered pieces of work.
//
// Made for many short tasks one after another: the members look for new work for some microseconds
// before they sleep, and a member that comes late finds nothing left and holds no other up.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace tabiya {

class WorkTeam {
 public:
  explicit WorkTeam(int threads);  // the caller's included, so one is a team without helpers
  ~WorkTeam();
  WorkTeam(const WorkTeam&) = delete;
  WorkTeam& operator=(const WorkTeam&) = delete;

  int threads() const { return static_cast<int>(helpers_.size()) + 1; }

  // Calls work(i) once for every i below count, in any order and on any of the threads, and returns
  // when all are done. The work may not throw, nor share() further work. For one thread at a time.
  template <class Work>
  void share(std::size_t count, Work&& work) {
    using Task = std::remove_reference_t<Work>;
    run(count, [](void* task, std::size_t i) { (*static_cast<Task*>(task))(i); }, &work);
  }

 private:
  using Function = void (*)(void* context, std::size_t item);

  void run(std::size_t count, Function function, void* context);
  void help();
  void serve();

  // The number of the task (high half) and how many of its items are not taken yet (low half).
  // An item is taken by lowering it, which fails if the task is no longer the one whose function
  // was read before: run() changes these only when every item of the task before is done.
  std::atomic<std::uint64_t> ticket_ = 0;
  std::atomic<Function> function_ = nullptr;
  std::atomic<void*> context_ = nullptr;
  std::atomic<std::uint32_t> unfinished_ = 0;
  std::atomic<std::uint32_t> calls_ = 0;  // changes with each task: what helpers sleep on
  std::atomic<bool> over_ = false;
  std::vector<std::jthread> helpers_;
};

}  // namespace tabiya
