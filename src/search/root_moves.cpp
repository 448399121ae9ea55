#include "search/root_moves.h"

#include <algorithm>

#include "chess/movegen.h"
#include "search/tablebases.h"

namespace tabiya {

std::vector<Move> root_moves(const Position& position, const SearchLimits& limits,
                             const Tablebases* tablebases) {
  std::vector<Move> moves;
  for (Move move : legal_moves(position)) {
    const auto& wanted = limits.search_moves;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), move) != wanted.end())
      moves.push_back(move);
  }
  if (tablebases == nullptr) return moves;
  if (const auto kept = tablebases->probe_root(position)) {
    std::vector<Move> good;
    for (Move move : kept->moves)
      if (std::find(moves.begin(), moves.end(), move) != moves.end()) good.push_back(move);
    if (!good.empty()) return good;
  }
  return moves;
}

}  // namespace tabiya
