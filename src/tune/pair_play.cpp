#include "tune/pair_play.h"

#include <fmt/format.h>

#include <utility>

namespace tabiya {

namespace {

void count(const PlayedGame& game, Color plus, PairResult& pair) {
  const PgnResult win = plus == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins;
  if (game.result == PgnResult::Draw)
    ++pair.wdl.draws;
  else if (game.result == win)
    ++pair.wdl.wins;
  else
    ++pair.wdl.losses;
  if (game.termination == kTimeForfeit) ++pair.time_losses;
}

}  // namespace

std::expected<void, EngineFailure> PairPlayer::prepare(std::unique_ptr<UciEngine>& engine,
                                                       const std::vector<std::int64_t>& values,
                                                       const std::stop_token& stop) const {
  if (!engine) {
    const bool chess960 = rules_.game.variant == Variant::Chess960;
    auto started = UciEngine::start_patiently(rules_.engine, chess960, rules_.timeouts, stop);
    if (!started) return std::unexpected(std::move(started.error()));
    engine = std::move(*started);
  }
  std::vector<OptionSetting> options;
  options.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    options.push_back({rules_.names[i], fmt::format("{}", values[i])});
  return engine->set_options(options);
}

std::expected<std::optional<PairResult>, EngineFailure> PairPlayer::play(
    const PairTask& task, const std::stop_token& stop) {
  for (const auto& [engine, values] :
       {std::pair{&plus_, &task.trial.plus}, std::pair{&minus_, &task.trial.minus}})
    if (auto ready = prepare(*engine, *values, stop); !ready) {
      if (ready.error().kind == EngineFailure::Kind::Stopped) return std::nullopt;
      return std::unexpected(std::move(ready.error()));
    }

  PairResult pair{.iteration = task.iteration};
  for (const Color plus : kColors) {
    const GamePlayer first{plus_.get(), rules_.engine.limits};
    const GamePlayer second{minus_.get(), rules_.engine.limits};
    const bool is_white = plus == Color::White;
    const auto game = play_game(
        task.opening, {is_white ? first : second, is_white ? second : first}, rules_.game, stop);
    if (!game) return std::nullopt;
    if (game->culprit) (*game->culprit == plus ? plus_ : minus_).reset();
    if (game->culprit || game->termination == kRulesInfraction) {
      pair.failure = game->reason;
      return pair;
    }
    count(*game, plus, pair);
  }
  return pair;
}

}  // namespace tabiya
