#include "selfplay/tree_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/result.h"
#include "chess/movegen.h"
#include "search/mcts/arena.h"
#include "search/mcts/move_choice.h"
#include "selfplay/self_player.h"

namespace tabiya {
namespace {

bool happens(double share, Random& random) {
  return static_cast<double>(random.below(1'000'000)) < share * 1'000'000;
}

// What the tree thinks of its root: the mean over all visits, or what was proven.
RecordedChances chances_at_root(const std::vector<MoveStatistics>& moves) {
  constexpr double kWhole = 10'000;
  if (moves.front().proof.is_known()) {
    const WinDrawLoss& sure = moves.front().chances;
    return {static_cast<std::uint16_t>(std::lround(sure.win * kWhole)),
            static_cast<std::uint16_t>(std::lround(sure.loss * kWhole))};
  }
  double win = 0;
  double loss = 0;
  double visits = 0;
  for (const MoveStatistics& move : moves) {
    const auto weight = static_cast<double>(move.visits);
    win += static_cast<double>(move.chances.win) * weight;
    loss += static_cast<double>(move.chances.loss) * weight;
    visits += weight;
  }
  if (visits == 0) return {};
  const auto part = [&](double sum) {
    return static_cast<std::uint16_t>(std::clamp(std::lround(sum / visits * kWhole), 0L, 10'000L));
  };
  const std::uint16_t won = part(win);
  return {won, std::min(part(loss), static_cast<std::uint16_t>(10'000 - won))};
}

// A mate that is proven is all there is to learn, however seldom the search went there.
std::vector<RecordedVisits> visits_to_learn(const std::vector<MoveStatistics>& moves) {
  std::vector<RecordedVisits> visits;
  std::uint32_t sum = 0;
  for (const MoveStatistics& move : moves) {
    const auto count = static_cast<std::uint32_t>(move.visits);  // a node cannot count more
    if (count > 0) visits.push_back({move.move, count});
    sum += count;
  }
  if (score_of(moves.front()).is_win()) return {{moves.front().move, std::max(sum, 1U)}};
  return visits;
}

// Hears why a search ended early.
class Notes final : public SearchListener {
 public:
  void on_note(const std::string& note) override { text = note; }
  std::string text;
};

}  // namespace

std::size_t tree_memory_for(const TreeGameSettings& settings) {
  // A visit takes about 220 bytes, and the tree of the move before may be as large.
  constexpr std::uint64_t kBytesOfVisit = 512;
  const std::uint64_t visits = std::max(settings.visits, settings.quick_visits);
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(
      visits * kBytesOfVisit, TreeGameSettings{}.memory, Arena::kLargest));
}

struct TreeGames::Thought {
  std::vector<MoveStatistics> moves;
  RecordedMove record;
};

TreeGames::TreeGames(std::shared_ptr<Evaluator> evaluator, std::string network,
                     const TreeGameSettings& settings, std::shared_ptr<const GameStarts> starts,
                     std::uint64_t seed)
    : settings_(settings),
      starts_(std::move(starts)),
      players_(fmt::format("mcts {} {} visits", network, settings.visits)),
      seed_(seed),
      search_(std::move(evaluator), {.leaves_per_thread = settings.leaves_in_flight,
                                     .memory = settings.memory,
                                     .noise_alpha = settings.noise_alpha}) {}

Result<TreeGames::Thought> TreeGames::think(const Game& game, bool fully,
                                            const std::stop_token& stop) {
  MctsConfig config = search_.config();
  config.noise_share = fully ? settings_.noise_share : 0;
  if (!search_.use(config)) return failure("there is no memory for the tree");
  SearchLimits limits;
  limits.nodes = fully ? settings_.visits : settings_.quick_visits;
  Notes notes;
  const SearchResult result = search_.run(game, limits, notes, stop);
  if (stop.stop_requested()) return Thought{};
  Thought thought{search_.root_statistics(), {}};
  // A search that could not think has nothing to teach; one that has filled its memory has.
  const bool failed = !notes.text.empty() && !search_.memory_was_full();
  if (failed || thought.moves.empty())
    return std::unexpected(Error{notes.text.empty() ? "the search gave no answer" : notes.text});
  thought.record.score = recorded_score(result.info.score);
  thought.record.chances = chances_at_root(thought.moves);
  return thought;
}

Result<std::optional<RecordedGame>> TreeGames::play(std::uint64_t number,
                                                    const std::stop_token& stop) {
  Random random(SplitMix64(seed_).next() ^ SplitMix64(number).next());
  MctsConfig config = search_.config();
  config.seed = random();
  if (!search_.use(config)) return failure("there is no memory for the tree");
  search_.forget();

  GameInProgress playing(starts_->start(number, 0), players_);
  const bool plays_through = happens(settings_.play_through, random);
  std::array<int, kColors.size()> hopeless{};  // moves in a row
  std::optional<Color> would_resign;
  while (!playing.game().is_over() &&
         std::cmp_less(playing.game().length(), settings_.most_plies)) {
    const Game& game = playing.game();
    const bool fully =
        happens(settings_.full_share, random) && count_legal_moves(game.position()) > 1;
    auto thought = think(game, fully, stop);
    if (stop.stop_requested()) return std::nullopt;
    if (!thought) return std::unexpected(thought.error());

    const Color mover = game.position().side_to_move();
    const float value = thought->record.chances->win_draw_loss().value();
    int& row = hopeless[static_cast<std::size_t>(index(mover))];
    row = settings_.resign > 0 && value < -settings_.resign ? row + 1 : 0;
    if (row >= settings_.resign_moves && !would_resign) {
      if (!plays_through)
        return std::move(playing).finish(Outcome::win(!mover, Ending::Resignation));
      would_resign = mover;
    }

    const bool draws = std::cmp_less(game.length(), settings_.greedy_threshold);
    RecordedMove move = thought->record;
    move.move = sample_move(thought->moves, draws ? settings_.temperature : 0, random);
    playing.play(move, fully ? visits_to_learn(thought->moves) : std::vector<RecordedVisits>{});
  }

  const Outcome outcome = playing.game().outcome().value_or(Outcome::draw(Ending::Agreement));
  if (would_resign) {
    ++check_.games;
    if (outcome.winner != !*would_resign) ++check_.wrong;
  }
  return std::move(playing).finish(outcome);
}

}  // namespace tabiya
