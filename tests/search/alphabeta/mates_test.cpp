// Every mate the search announces is one: played out against every defence where that is possible,
// against good ones elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/outcome.h"
#include "nnue/network.h"
#include "notation/fen.h"
#include "search/alphabeta/alphabeta.h"
#include "support/random_walk.h"

namespace tabiya {
namespace {

// Can the side to move mate within that many plies, whatever the other does? By trying everything:
// no hash table, no pruning, nothing shared with the search.
bool can_force_mate(const Position& position, int plies);

bool every_defence_fails(const Position& position, int plies) {
  const MoveList defences = legal_moves(position);
  if (defences.empty()) return position.in_check();
  if (plies == 0) return false;
  for (Move defence : defences)
    if (!can_force_mate(position.after(defence), plies - 1)) return false;
  return true;
}

bool can_force_mate(const Position& position, int plies) {
  for (Move attack : legal_moves(position)) {
    // The mating move itself gives check; earlier ones need not.
    if (plies == 1 && !gives_check(position, attack)) continue;
    if (every_defence_fails(position.after(attack), plies - 1)) return true;
  }
  return false;
}

// The search plays both sides. The defender thinks for itself, and the attacker must mate in time.
void play_out(AlphaBeta& search, Game game, int plies) {
  SearchListener silent;
  const std::string start = to_fen(game.position());
  while (plies > 0) {
    const bool attacks = plies % 2 == 1;
    SearchLimits limits;
    limits.nodes = 4'000'000;  // to find again what was found, in another window
    if (attacks)
      limits.mate = (plies + 1) / 2;
    else
      limits.depth = 8;
    const SearchResult result = search.run(game, limits, silent, {});
    if (attacks) {
      ASSERT_TRUE(result.info.score.is_win()) << start << " at " << to_fen(game.position());
      ASSERT_LE(result.info.score.mate_plies(), plies)
          << start << " at " << to_fen(game.position());
      plies = result.info.score.mate_plies();
    }
    game.play(*result.best);
    --plies;
    if (is_checkmate(game.position())) return;
    ASSERT_FALSE(game.is_over()) << start << " ends as a draw at " << to_fen(game.position());
  }
  ADD_FAILURE() << start << " is no mate at " << to_fen(game.position());
}

}  // namespace

TEST(LongMates, AreMatesWhateverTheDefence) {
#ifdef __SANITIZE_ADDRESS__
  constexpr int kWanted = 8;  // the sanitizers are slow, and look for other mistakes
#else
  constexpr int kWanted = 320;
#endif
  constexpr int kTriedExhaustively = 3;  // plies: mates in up to two moves
  AlphaBeta search(Network::built_in());
  ASSERT_TRUE(search.use_table_of(4));
  SearchListener silent;
  Random random(2026);
  std::map<int, int> announced;  // by the number of moves; negative: for the player who is mated
  int all = 0;

  while (all < kWanted && !HasFailure()) {
    test::random_game(random, 160, [&](const Position& position, const MoveList& moves) {
      if (all >= kWanted || moves.empty() || random.below(3) != 0) return;
      const Game game(position);
      if (game.is_over()) return;
      search.forget();
      SearchLimits limits;
      limits.depth = 9;
      const SearchResult result = search.run(game, limits, silent, {});
      const Score score = result.info.score;
      if (!score.is_mate()) return;
      // Many mates in one would teach little.
      if (announced[score.mate_moves()] >= std::max(kWanted / 4, 2)) return;
      ++announced[score.mate_moves()];
      ++all;
      const int plies = score.mate_plies();
      Game after = game;
      after.play(*result.best);
      if (plies <= kTriedExhaustively) {
        const bool proven = score.is_win() ? every_defence_fails(after.position(), plies - 1)
                                           : every_defence_fails(position, plies);
        EXPECT_TRUE(proven) << to_fen(position) << " mate in " << score.mate_moves();
      } else {
        play_out(search, score.is_win() ? game : after, score.is_win() ? plies : plies - 1);
      }
    });
  }
  EXPECT_GE(announced.size(), kWanted / 32u) << "mates of different lengths, for and against";
}

}  // namespace tabiya
