#include "selfplay/selfplay.h"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/random.h"
#include "base/result.h"

namespace tabiya {
namespace {

using namespace std::chrono_literals;

// What the players share.
class Run {
 public:
  Run(const FolderGoal& goal, ShardWriter& writer)
      : goal_(goal), writer_(writer), next_(writer.count().games) {}

  // On a thread of its own, so what is thrown must end here.
  void play(SelfPlayer& player) try {
    while (const auto number = next_game()) {
      const ResignCheck before = player.resign_check();
      auto game = player.play(*number, stop_.get_token());
      if (!game) return fail(game.error().message);
      if (!*game) break;
      keep(**game, before, player.resign_check());
    }
  } catch (const std::exception& error) {
    fail(error.what());
  }

  void leave() {
    const std::lock_guard lock(mutex_);
    --playing_;
    changed_.notify_all();
  }
  void enter() {
    const std::lock_guard lock(mutex_);
    ++playing_;
  }
  void stop() { stop_.request_stop(); }
  void fail(const std::string& error) {
    const std::lock_guard lock(mutex_);
    if (error_.empty()) error_ = error;
    stop_.request_stop();
  }

  // False when all have left.
  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [this] { return playing_ == 0; });
    return playing_ > 0;
  }
  SelfplayCount count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  std::string error() {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  // Nothing if no further game is wanted. Games in progress count as games, for they will be kept.
  std::optional<std::uint64_t> next_game() {
    const std::lock_guard lock(mutex_);
    if (stop_.stop_requested()) return std::nullopt;
    if (goal_.is_reached({.games = next_, .positions = writer_.count().positions}))
      return std::nullopt;
    return next_++;
  }

  void keep(const RecordedGame& game, const ResignCheck& before, const ResignCheck& after) {
    const std::lock_guard lock(mutex_);
    if (const auto added = writer_.add(game); !added) {
      if (error_.empty()) error_ = added.error().message;
      stop_.request_stop();
      return;
    }
    ++count_.games;
    count_.plies += game.moves.size();
    for (const RecordedMove& move : game.moves)
      if (move.score || move.chances) ++count_.positions;
    const auto& winner = game.result->winner;
    ++count_.results[!winner ? 1 : *winner == Color::White ? 0 : 2];
    count_.resign.games += after.games - before.games;
    count_.resign.wrong += after.wrong - before.wrong;
  }

  const FolderGoal goal_;
  std::stop_source stop_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Behind the mutex.
  ShardWriter& writer_;
  SelfplayCount count_;
  std::string error_;
  std::size_t playing_ = 0;
  std::uint64_t next_;
};

}  // namespace

Result<SelfplayCount> play_games(std::vector<std::unique_ptr<SelfPlayer>> players,
                                 const FolderGoal& goal, ShardWriter& writer,
                                 const std::stop_token& stop, const SelfplayWatcher& watch) {
  Run run(goal, writer);
  {
    std::vector<std::jthread> threads;
    for (auto& player : players) {
      run.enter();
      try {
        threads.emplace_back([&run, &player] {
          run.play(*player);
          run.leave();
        });
      } catch (const std::system_error&) {
        run.leave();
        run.fail(
            "the system cannot start a thread for each of these games; use a smaller --parallel");
        break;
      }
    }
    while (run.wait(100ms)) {
      watch(run.count());
      if (stop.stop_requested()) run.stop();
    }
  }
  const auto sealed = writer.seal();
  if (const std::string error = run.error(); !error.empty()) return std::unexpected(Error{error});
  if (!sealed) return std::unexpected(sealed.error());
  return run.count();
}

std::uint64_t seed_to_go_on(std::uint64_t seed, std::size_t players, std::uint64_t games_there) {
  if (players == 1 || games_there == 0) return seed;
  return seed ^ SplitMix64(games_there).next();
}

}  // namespace tabiya
