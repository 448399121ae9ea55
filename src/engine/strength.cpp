#include "engine/strength.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>

#include "base/text.h"

namespace tabiya {
namespace {

struct StrengthRow {
  double elo;
  double horizon;
  double error;
  double blindness;
  double candidates;
  double thousand_nodes;
};

// In between lies what is in between. At the low end every root move is judged, because people
// choose bad moves from all that there are; at the high end the few best are enough, and the
// effort goes into depth. How the rows were measured is told in docs/uci.md.
constexpr std::array kRows{
    StrengthRow{600, 1.6, 80, 0.27, 256, 40},   StrengthRow{1000, 4.3, 29, 0.095, 256, 150},
    StrengthRow{1400, 7.3, 16, 0.04, 256, 500}, StrengthRow{1800, 9.3, 11, 0.022, 24, 700},
    StrengthRow{2200, 15, 3, 0.002, 3, 3000},   StrengthRow{2500, 19, 1, 0.0005, 2, 10000},
    StrengthRow{2800, 60, 0, 0, 1, 100000},
};

// For each move that is not seen at all, this many are searched less deeply than the others.
constexpr double kGlancesPerBlindness = 2;
// A mate that is not seen still looks like a good attack.
constexpr int kUnseenMate = 300;
// Beyond this a person sees no difference any more.
constexpr int kClearlyWon = 1500;
constexpr double kSeenMate = 100'000;

bool happens(double probability, Random& random) { return random.fraction() < probability; }

// Laplace's distribution: small errors often, big ones now and then, and both ways alike.
double error_of(double mean_size, Random& random) {
  const double size = -mean_size * std::log(1 - random.fraction());
  return happens(0.5, random) ? size : -size;
}

// How far a player looks this time, at least one half-move.
int horizon_of(const Strength& strength, Random& random) {
  const double whole = std::floor(strength.horizon);
  return std::max(static_cast<int>(whole) + happens(strength.horizon - whole, random), 1);
}

// How far ahead at a move that does not seem worth more.
int reduced_depth_of(int horizon, Random& random) {
  return 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(horizon)));
}

// What a player who looks so far ahead takes the move to be worth.
double judgement(const Candidate& candidate, int horizon) {
  const auto last =
      std::min<std::size_t>(static_cast<std::size_t>(horizon), candidate.by_depth.size());
  const Score score = candidate.by_depth[last - 1];
  if (!score.is_mate()) return std::clamp(score.centipawns(), -kClearlyWon, kClearlyWon);
  const int sign = score.is_win() ? 1 : -1;
  // A player sees material won farther ahead than a mate, where every answer counts.
  if (score.mate_plies() > 1 + horizon / 2) return sign * kUnseenMate;
  return sign * (kSeenMate - 1000.0 * score.mate_plies());
}

bool mates_at_once(const Candidate& candidate) {
  const Score score = candidate.by_depth.back();
  return score.is_mate() && score.is_win() && score.mate_plies() == 1;
}

// How good the move looks; nothing if the player does not see it.
std::optional<double> impression(const Candidate& candidate, const Strength& strength, int horizon,
                                 Random& random) {
  double blindness = strength.blindness;
  double error = strength.error;
  if (candidate.obvious) {
    blindness = 0;
    error /= 4;
  } else if (mates_at_once(candidate)) {
    blindness /= 4;
  }
  // Always as many draws, so that one change of a rule does not shuffle all later games.
  const bool seen = !happens(blindness, random);
  const bool at_a_glance = happens(kGlancesPerBlindness * blindness, random);
  const int reduced = reduced_depth_of(horizon, random);
  const double deviation = error_of(error, random);
  if (!seen) return std::nullopt;
  return judgement(candidate, at_a_glance ? reduced : horizon) + deviation;
}

}  // namespace

Result<std::optional<Elo>> parse_strength(std::string_view text) {
  const int number = number_from<int>(text).value_or(0);
  if (is_level(number)) return level(number).elo;
  if (Elo{number} >= kLowestElo && Elo{number} <= kHighestElo) return Elo{number};
  return failure("{} is neither a level from 1 to {} nor a rating from {} to {}", in_quotes(text),
                 kHighestLevel, static_cast<int>(kLowestElo), static_cast<int>(kHighestElo));
}

std::string strength_text(std::optional<Elo> elo) {
  if (!elo) return "full strength";
  const int number = static_cast<int>(*elo);
  const auto* const found = std::ranges::find(kLevels, elo, &Level::elo);
  if (found == kLevels.end()) return fmt::format("Elo {}", number);
  return fmt::format("level {} (Elo {})", found->number, number);
}

Strength strength_of(Elo elo) {
  const double wanted = std::clamp(static_cast<double>(elo), kRows.front().elo, kRows.back().elo);
  const auto above =
      std::ranges::find_if(kRows, [&](const StrengthRow& row) { return wanted <= row.elo; });
  const auto below = above == kRows.begin() ? above : above - 1;
  const double share = above == below ? 0 : (wanted - below->elo) / (above->elo - below->elo);
  const auto between = [&](double StrengthRow::* field) {
    return std::lerp(below->*field, above->*field, share);
  };
  Strength strength{};
  strength.horizon = between(&StrengthRow::horizon);
  strength.error = between(&StrengthRow::error);
  strength.blindness = between(&StrengthRow::blindness);
  strength.candidates = static_cast<int>(std::lround(between(&StrengthRow::candidates)));
  strength.nodes = static_cast<std::uint64_t>(1000 * between(&StrengthRow::thousand_nodes));
  strength.depth = static_cast<int>(std::ceil(strength.horizon));
  return strength;
}

std::size_t choose(std::span<const Candidate> candidates, const Strength& strength,
                   Random& random) {
  assert(!candidates.empty());
  std::optional<std::size_t> chosen;
  double highest = 0;
  const int horizon = horizon_of(strength, random);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto value = impression(candidates[i], strength, horizon, random);
    if (!value || (chosen && *value <= highest)) continue;
    chosen = i;
    highest = *value;
  }
  // A player who saw nothing takes a closer look.
  return chosen.value_or(0);
}

std::optional<Square> Candidates::square_just_taken_on(const Game& game) {
  if (game.length() == 0) return std::nullopt;
  const MoveRecord last = game.record_at(game.length() - 1);
  if (!last.captured) return std::nullopt;
  return last.to;
}

void Candidates::on_info(const SearchInfo& info) {
  if (info.rank <= ranks_) next_.on_info(info);
  if (info.line.empty() || info.depth < 1 || info.bound != Bound::Exact) return;
  const Move move = info.line.front();
  auto entry =
      std::ranges::find(entries_, move, [](const Entry& known) { return known.candidate.move; });
  if (entry == entries_.end()) {
    entry = entries_.emplace(entries_.end());
    entry->candidate.move = move;
    entry->candidate.obvious = move.kind() != Move::Kind::Castling && move.to() == taken_on_;
  }
  std::vector<Score>& scores = entry->candidate.by_depth;
  const auto depth = static_cast<std::size_t>(info.depth);
  // What tablebases say of the position is the same for each move, and people do not know it.
  const Score score = info.searched.value_or(info.score);
  // Depths that were not reported: as good as what was known before.
  if (scores.size() < depth) scores.resize(depth, scores.empty() ? score : scores.back());
  scores[depth - 1] = score;
  entry->info = info;
}

std::vector<Candidate> Candidates::sorted() {
  // A deeper opinion stands above a shallower one: the last iteration may have been cut short.
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    if (a.info.depth != b.info.depth) return a.info.depth > b.info.depth;
    if (a.info.score != b.info.score) return a.info.score > b.info.score;
    return a.info.rank < b.info.rank;
  });
  std::vector<Candidate> all;
  all.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    // Where the search tells only the best, a move that is no longer told of has been refuted, and
    // what was last said in its favour is out of date.
    const bool refuted = all.size() >= static_cast<std::size_t>(judged_) &&
                         entry.info.depth < entries_.front().info.depth;
    if (!refuted && entry.info.depth + 1 >= entries_.front().info.depth)
      all.push_back(entry.candidate);
  }
  return all;
}

const SearchInfo& Candidates::info_of(Move move) const {
  return std::ranges::find(entries_, move, [](const Entry& known) { return known.candidate.move; })
      ->info;
}

}  // namespace tabiya
