#include "match/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "base/result.h"
#include "match/work_queue.h"

namespace tabiya {

namespace {

struct FinishedGame {
  ScheduledGame plan;
  PlayedGame played;
};

using GameQueue = WorkQueue<std::size_t, FinishedGame>;

// One thread's work: game after game, keeping the engines that the next game needs.
class GameThread {
 public:
  GameThread(const MatchPlan& plan, GameQueue& queue, const std::stop_token& stop)
      : plan_(plan), queue_(queue), stop_(stop) {}

  void work() {
    while (!stop_.stop_requested()) {
      const auto number = queue_.take(stop_);
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
    if (!engine) {
      auto started = UciEngine::start_patiently(spec, chess960, plan_.timeouts, stop_);
      // An engine that does not start ends the match instead of losing all its games.
      if (!started && started.error().kind != EngineFailure::Kind::Stopped)
        queue_.give_up(fmt::format("the engine {} does not start any more: {}", spec.name,
                                   started.error().sentence()));
      if (started) engine = std::move(*started);
    }
    if (!engine) return std::nullopt;
    return GamePlayer{engine.get(), spec.limits};
  }

  const MatchPlan& plan_;
  GameQueue& queue_;
  const std::stop_token& stop_;
  std::map<std::size_t, std::unique_ptr<UciEngine>> engines_;
};

}  // namespace

Result<MatchEnd> play_match(const MatchPlan& plan, const MatchEvents& events) {
  GameQueue queue;
  std::size_t open = 0;
  for (std::size_t game = 0; game < plan.games(); ++game) {
    if (events.is_played(game)) continue;
    queue.put(game);
    ++open;
  }
  queue.close();
  const auto end = run_workers<std::size_t, FinishedGame>(
      queue, std::min(std::max<std::size_t>(plan.concurrency, 1), open),
      [&](const std::stop_token& stop) { GameThread(plan, queue, stop).work(); },
      [&](const FinishedGame& game) { return events.finished(game.plan, game.played); },
      events.goes_on);
  if (!end) return std::unexpected(end.error());
  return *end == WorkEnd::Ended ? MatchEnd::Ended : MatchEnd::AllPlayed;
}

Result<void> try_engines(std::vector<EngineSpec>& engines, bool chess960,
                         const EngineTimeouts& timeouts, const std::stop_token& stop) {
  for (EngineSpec& spec : engines) {
    const auto engine = UciEngine::start(spec, chess960, timeouts, stop);
    if (!engine)
      return failure("{}: {}", spec.name.empty() ? spec.command : spec.name,
                     engine.error().sentence());
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
