#include "selfplay/selfplay.h"

#include <atomic>
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
  Run(std::uint64_t games, ShardWriter& writer)
      : games_(games), writer_(writer), next_(writer.count().games) {}

  // On a thread of its own, so what is thrown must end here.
  void play(SelfPlayer& player) try {
    while (!stop_.stop_requested()) {
      const std::uint64_t number = next_.fetch_add(1);
      if (number >= games_) break;
      const ResignCheck before = player.resign_check();
      auto game = player.play(number, stop_.get_token());
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

  const std::uint64_t games_;
  std::stop_source stop_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Behind the mutex.
  ShardWriter& writer_;
  SelfplayCount count_;
  std::string error_;
  std::size_t playing_ = 0;

  std::atomic<std::uint64_t> next_;
};

}  // namespace

Result<SelfplayCount> play_games(std::vector<std::unique_ptr<SelfPlayer>> players,
                                 std::uint64_t games, ShardWriter& writer,
                                 const std::stop_token& stop, const SelfplayWatcher& watch) {
  Run run(games, writer);
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
