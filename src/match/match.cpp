#include "match/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/milliseconds.h"
#include "base/result.h"

namespace tabiya {

namespace {

// An engine that ended is started again, and this often: the machine may be short of something for
// the moment. An engine that does not start ends the match instead of losing all its games.
constexpr int kStarts = 3;
constexpr Milliseconds kBetweenStarts{300};

struct FinishedGame {
  ScheduledGame plan;
  PlayedGame played;
};

// What the threads share, all of it behind one mutex.
class GameQueue {
 public:
  // The games to play, in order.
  explicit GameQueue(std::deque<std::size_t> games) : open_(std::move(games)) {}

  // The next game to play; nothing if there is none left.
  std::optional<std::size_t> take() {
    const std::lock_guard lock(mutex_);
    if (open_.empty()) return std::nullopt;
    const std::size_t game = open_.front();
    open_.pop_front();
    return game;
  }

  void hand_in(FinishedGame game) {
    const std::lock_guard lock(mutex_);
    finished_.push_back(std::move(game));
    news_.notify_one();
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

  // Ends the match; the first reason counts.
  void give_up(std::string reason) {
    const std::lock_guard lock(mutex_);
    if (!reason_) reason_ = std::move(reason);
    open_.clear();
    news_.notify_one();
  }

  struct News {
    std::deque<FinishedGame> games;
    bool working;  // there are workers, so more may come
  };
  News wait(Milliseconds time) {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, time, [this] { return !finished_.empty() || workers_ == 0; });
    return {std::exchange(finished_, {}), workers_ > 0};
  }

  std::optional<std::string> reason() const {
    const std::lock_guard lock(mutex_);
    return reason_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable news_;
  std::deque<std::size_t> open_;
  std::deque<FinishedGame> finished_;
  std::optional<std::string> reason_;
  int workers_ = 0;
};

// One thread's work: game after game, keeping the engines that the next game needs.
class Worker {
 public:
  Worker(const MatchPlan& plan, GameQueue& queue, const std::stop_token& stop)
      : plan_(plan), queue_(queue), stop_(stop) {}

  void work() {
    while (!stop_.stop_requested()) {
      const auto number = queue_.take();
      if (!number) return;
      const ScheduledGame game = plan_.schedule.game(*number);
      std::erase_if(engines_, [&](const auto& entry) {
        return entry.first != game.white && entry.first != game.black;
      });
      const auto white = player(game.white);
      const auto black = player(game.black);
      if (!white || !black) return;
      auto played = play_game(plan_.book.opening(game.round), {*white, *black}, plan_.rules, stop_);
      if (!played) return;
      if (played->culprit)
        engines_.erase(played->culprit == Color::White ? game.white : game.black);
      queue_.hand_in({game, std::move(*played)});
    }
  }

 private:
  // Nothing if the match is over, or has to be, because the engine does not start.
  std::optional<GamePlayer> player(std::size_t at) {
    const EngineSpec& spec = plan_.engines[at];
    const bool chess960 = plan_.rules.variant == Variant::Chess960;
    auto& engine = engines_[at];
    for (int attempt = 1; !engine && !stop_.stop_requested(); ++attempt) {
      auto started = UciEngine::start(spec, chess960, plan_.timeouts, stop_);
      if (started) {
        engine = std::move(*started);
      } else if (attempt == kStarts) {
        queue_.give_up(fmt::format("the engine {} does not start any more: {}", spec.name,
                                   started.error().message));
        return std::nullopt;
      } else {
        std::this_thread::sleep_for(kBetweenStarts);
      }
    }
    if (!engine) return std::nullopt;
    return GamePlayer{engine.get(), spec.limits};
  }

  const MatchPlan& plan_;
  GameQueue& queue_;
  const std::stop_token& stop_;
  std::map<std::size_t, std::unique_ptr<UciEngine>> engines_;
};

void work_as_thread(const MatchPlan& plan, GameQueue& queue, const std::stop_token& stop) {
  try {
    Worker(plan, queue, stop).work();
  } catch (const std::exception& error) {  // out of memory, or a bug: not a reason to hang
    queue.give_up(error.what());
  }
  queue.worker_ends();
}

}  // namespace

Result<MatchEnd> play_match(const MatchPlan& plan, const MatchEvents& events) {
  std::deque<std::size_t> open;
  for (std::size_t game = 0; game < plan.games(); ++game)
    if (!events.is_played(game)) open.push_back(game);

  const std::size_t count = std::min(std::max<std::size_t>(plan.concurrency, 1), open.size());
  GameQueue queue(std::move(open));
  std::stop_source stop;
  bool ended = false;
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
      threads.emplace_back([&plan, &queue, &token] { work_as_thread(plan, queue, token); });
    }
    for (bool working = count > 0; working && !ended;) {
      GameQueue::News news = queue.wait(Milliseconds(50));
      working = news.working;
      for (const FinishedGame& game : news.games)
        if (!ended && !events.finished(game.plan, game.played)) ended = true;
      if (!ended && (!events.goes_on() || queue.reason())) ended = true;
    }
  }
  if (const auto reason = queue.reason()) return std::unexpected(Error{*reason});
  return ended ? MatchEnd::Ended : MatchEnd::AllPlayed;
}

Result<void> try_engines(std::vector<EngineSpec>& engines, bool chess960,
                         const EngineTimeouts& timeouts, const std::stop_token& stop) {
  for (EngineSpec& spec : engines) {
    const auto engine = UciEngine::start(spec, chess960, timeouts, stop);
    if (!engine) {
      const bool began = engine.error().kind != EngineFailure::Kind::NotStarted;
      return failure("{}: {}{}", spec.name.empty() ? spec.command : spec.name, began ? "it " : "",
                     engine.error().message);
    }
    if (spec.name.empty()) spec.name = (*engine)->id_name();
    if (spec.name.empty()) spec.name = std::filesystem::path(spec.command).filename().string();
  }
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const std::string name = engines[i].name;
    const auto is_taken = [&](const std::string& candidate) {
      return std::any_of(engines.begin(), engines.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const EngineSpec& other) { return other.name == candidate; });
    };
    for (int number = 2; is_taken(engines[i].name); ++number)
      engines[i].name = fmt::format("{} {}", name, number);
  }
  return {};
}

}  // namespace tabiya
