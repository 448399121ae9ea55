// Weaker play that resembles that of people.
//
// A person of some strength looks a few half-moves ahead, at some moves only with a glance and at
// others not at all, and judges what they see with small errors. So does this: the search tells
// what each root move was worth at each depth; a horizon is sampled, shorter for some moves, and a
// move counts as much as it did at that depth, give or take an error. Long tactics are beyond the
// horizon and are overlooked, mates sooner than material; a mate in one almost never is. A
// recapture is always seen, and judged with care.
//
// None of it depends on time: the same strength on a slow machine and on a fast one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "chess/game.h"
#include "chess/move.h"
#include "search/score.h"
#include "search/search.h"

namespace tabiya {

// The scale of chess ratings: 1400 is someone who plays now and then, 2500 a grandmaster.
enum class Elo : int {};

inline constexpr Elo kLowestElo{600};
inline constexpr Elo kHighestElo{2800};

// What people choose instead of a rating.
struct Level {
  int number;
  std::string_view name;
  std::optional<Elo> elo;  // nothing: full strength
};

// Weakest first; the last is full strength. The steps are smaller where most people play.
inline constexpr std::array kLevels{
    Level{1, "Beginner", Elo{600}},     Level{2, "Novice", Elo{800}},
    Level{3, "Casual", Elo{1000}},      Level{4, "Improving", Elo{1200}},
    Level{5, "Club", Elo{1400}},        Level{6, "Strong club", Elo{1650}},
    Level{7, "Expert", Elo{1900}},      Level{8, "Master", Elo{2200}},
    Level{9, "Grandmaster", Elo{2500}}, Level{10, "Full strength", {}},
};
inline constexpr int kHighestLevel = kLevels.back().number;
// Of an opponent for whom no level was chosen.
inline constexpr int kDefaultLevel = kHighestLevel;
// Of UCI_Elo, where a program limits the strength and does not say how far.
inline constexpr Elo kStandardElo{1400};

constexpr bool is_level(std::int64_t number) { return number >= 1 && number <= kHighestLevel; }
// Precondition: is_level(number).
constexpr const Level& level(int number) { return kLevels[static_cast<std::size_t>(number - 1)]; }

// "1" to "10", or a rating as "1400". Nothing is full strength.
Result<std::optional<Elo>> parse_strength(std::string_view);
// "level 5 (Elo 1400)", "Elo 1450", "full strength"
std::string strength_text(std::optional<Elo>);

// What the search may use, and how wrong the choice among its moves may be.
struct Strength {
  int depth;            // for the search
  std::uint64_t nodes;  // for the search
  int candidates;       // root moves to score
  double horizon;       // half-moves looked ahead on the average
  double error;         // of a judgement, centipawns: the mean of its absolute value
  double blindness;     // share of moves that are not seen at all
};

// Ratings outside the limits count as the nearest one inside.
Strength strength_of(Elo);

// A root move as the search has judged it.
struct Candidate {
  Move move;
  std::vector<Score> by_depth{};  // [0] is its score at depth 1; not empty
  bool obvious = false;           // takes back what has just taken
};

// The number of the move that a player of this strength makes. Precondition: there is one.
std::size_t choose(std::span<const Candidate>, const Strength&, Random&);

// Watches a search and remembers what each root move was worth at each depth.
class Candidates final : public SearchListener {
 public:
  // The search judges as many moves at each depth. Passes on the reports of the `ranks` best.
  Candidates(const Game& game, int judged, int ranks, SearchListener& next)
      : taken_on_(square_just_taken_on(game)), judged_(judged), ranks_(ranks), next_(next) {}

  void on_info(const SearchInfo&) override;
  void on_root_move(const RootMoveInfo& info) override { next_.on_root_move(info); }
  void on_move_statistics(const std::vector<MoveStatistics>& moves) override {
    next_.on_move_statistics(moves);
  }
  void on_note(const std::string& note) override { next_.on_note(note); }

  // In the order of the search's last opinion, best first.
  std::vector<Candidate> sorted();
  // The last line that began with this move. Precondition: it is among them.
  const SearchInfo& info_of(Move) const;

 private:
  struct Entry {
    Candidate candidate;
    SearchInfo info;
  };

  static std::optional<Square> square_just_taken_on(const Game&);

  std::optional<Square> taken_on_;
  int judged_;
  int ranks_;
  SearchListener& next_;
  std::vector<Entry> entries_;
};

}  // namespace tabiya
