// Whole games of the search against itself: every move is legal, and every game comes to an end.
#include <gtest/gtest.h>

#include "base/random.h"
#include "chess/movegen.h"
#include "nnue/network.h"
#include "notation/fen.h"
#include "search/alphabeta/alphabeta.h"

namespace tabiya {
namespace {

void play_to_the_end(Game game, std::uint64_t nodes) {
  AlphaBeta search(Network::built_in());
  ASSERT_TRUE(search.use_table_of(2));
  SearchListener silent;
  SearchLimits limits;
  limits.nodes = nodes;
  while (!game.is_over()) {
    const SearchResult result = search.run(game, limits, silent, {});
    ASSERT_TRUE(result.best) << to_fen(game.position());
    ASSERT_TRUE(is_legal(game.position(), *result.best)) << to_fen(game.position());
    if (result.ponder) {
      ASSERT_TRUE(is_legal(game.position().after(*result.best), *result.ponder));
    }
    game.play(*result.best);
    ASSERT_LT(game.length(), 2000u);
  }
}

}  // namespace

TEST(SearchGames, ComeToAnEnd) {
  Random random(11);
  for (int i = 0; i < 3; ++i) {
    // A few random moves make each game another one.
    Game game;
    for (int ply = 0; ply < 6; ++ply) {
      const MoveList moves = legal_moves(game.position());
      game.play(moves[random.below(moves.size())]);
    }
    play_to_the_end(game, 1500);
  }
}

TEST(SearchGames, ComeToAnEndInChess960) {
  Random random(12);
  for (int i = 0; i < 3; ++i) play_to_the_end(Game::random_chess960(random), 1500);
}

}  // namespace tabiya
