#include "chess/perft.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "base/milliseconds.h"
#include "chess/movegen.h"

namespace tabiya {

namespace {

// Counts of this depth take at most some milliseconds: they are reported whole and not stopped.
constexpr int kUnwatched = 4;

// Makes the compiler believe that all of the position is used.
inline void look_at(const Position& position) { asm volatile("" : : "r"(&position) : "memory"); }

}  // namespace

std::uint64_t perft(const Position& position, int depth, PerftWatch* watch) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(position));
  if (watch != nullptr && depth <= kUnwatched) {
    const std::uint64_t nodes = perft(position, depth);
    watch->nodes.fetch_add(nodes, std::memory_order_relaxed);
    return nodes;
  }
  if (watch != nullptr && watch->stop.load(std::memory_order_relaxed)) return 0;
  std::uint64_t nodes = 0;
  for (Move move : legal_moves(position)) {
    const Position next = position.after(move);
    // One call less for the great majority of positions.
    nodes += depth == 2 ? static_cast<std::uint64_t>(count_legal_moves(next))
                        : perft(next, depth - 1, watch);
  }
  return nodes;
}

std::uint64_t perft_playing_leaves(const Position& position, int depth) {
  if (depth <= 0) return 1;
  std::uint64_t nodes = 0;
  for (Move move : legal_moves(position)) {
    const Position next = position.after(move);
    look_at(next);
    nodes += depth == 1 ? 1 : perft_playing_leaves(next, depth - 1);
  }
  return nodes;
}

namespace {

// A part of the tree that one thread counts.
struct Task {
  Position position;
  std::size_t root_move;
};

// Cuts the tree two moves below the root: some hundred tasks keep the threads busy to the end.
struct Cut {
  std::vector<Task> tasks;
  int depth;  // left below each
};

Cut cut(const MoveList& root_moves, const Position& root, int depth) {
  std::vector<Task> tasks;
  tasks.reserve(root_moves.size());
  for (std::size_t i = 0; i < root_moves.size(); ++i)
    tasks.push_back({root.after(root_moves[i]), i});
  if (depth < 4) return {tasks, depth - 1};

  std::vector<Task> finer;
  for (const Task& task : tasks)
    for (Move move : legal_moves(task.position))
      finer.push_back({task.position.after(move), task.root_move});
  return {finer, depth - 2};
}

}  // namespace

PerftSplit parallel_perft(const Position& root, int depth, int threads,
                          const std::function<bool(const PerftProgress&)>& go_on) {
  const MoveList root_moves = legal_moves(root);
  const Cut parts = cut(root_moves, root, depth);
  const std::vector<Task>& tasks = parts.tasks;
  std::vector<std::uint64_t> results(tasks.size());  // each written by the one that took it

  std::atomic<std::size_t> next = 0;
  std::atomic<std::uint64_t> tasks_done = 0;
  PerftWatch watch;

  // `working` is guarded by `mutex`; the last thread to leave wakes the caller.
  std::mutex mutex;
  std::condition_variable all_left;
  int working = 0;

  const auto work = [&] {
    for (;;) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= tasks.size() || watch.stop.load(std::memory_order_relaxed)) break;
      results[i] = perft(tasks[i].position, parts.depth, &watch);
      tasks_done.fetch_add(1, std::memory_order_relaxed);
    }
    const std::lock_guard lock(mutex);
    if (--working == 0) all_left.notify_one();
  };

  {
    std::vector<std::jthread> pool;
    std::unique_lock lock(mutex);
    const std::size_t wanted = std::min(static_cast<std::size_t>(threads), tasks.size());
    while (pool.size() < wanted) {
      try {
        pool.emplace_back(work);
      } catch (const std::system_error&) {
        if (pool.empty()) throw;
        break;  // the system gives no more: those that run will do it
      }
      ++working;
    }
    while (!all_left.wait_for(lock, Milliseconds(100), [&] { return working == 0; }))
      if (!go_on({tasks_done, tasks.size(), watch.nodes})) watch.stop = true;
  }

  PerftSplit split;
  split.complete = !watch.stop;
  for (Move move : root_moves) split.moves.push_back({move, 0});
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    split.moves[tasks[i].root_move].nodes += results[i];
    split.nodes += results[i];
  }
  return split;
}

}  // namespace tabiya
