// What a search tells while it runs and when it ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "chess/win_draw_loss.h"
#include "search/limits.h"
#include "search/proof.h"
#include "search/score.h"

namespace tabiya {

// How a score relates to the truth of this depth.
enum class Bound : std::uint8_t { Exact, Lower, Upper };

// One line of thought.
struct SearchInfo {
  int depth = 0;
  int selective_depth = 0;
  int rank = 1;  // of this move among the best: 1 … multi_pv
  Score score;
  Bound bound = Bound::Exact;
  WinDrawLoss chances;
  std::uint64_t nodes = 0;
  std::uint64_t tablebase_hits = 0;
  int table_permille = 0;  // how full the hash table is
  Milliseconds time{0};
  std::vector<Move> line;  // legal moves from the root

  std::uint64_t nodes_per_second() const {
    return nodes * 1000 / static_cast<std::uint64_t>(time.count() > 0 ? time.count() : 1);
  }
};

// The root move being looked at, told only in long searches.
struct RootMoveInfo {
  int depth = 0;
  Move move;
  int number = 1;  // in the order of looking, from 1
};

// A move as a tree search sees it, for the player who makes it.
struct MoveStatistics {
  Move move;
  std::uint64_t visits = 0;
  float prior = 0;        // the network's policy
  float value = 0;        // −1 … 1; of a move without visits, that of the position before it
  float exploration = 0;  // what the search adds to the value when it chooses
  WinDrawLoss chances;
  Proof proof;
  int children = 0;  // answers to it that the tree holds
};

// A node of a search's tree at one moment. While the search goes on, its numbers may be from
// slightly different instants.
struct TreeView {
  Position position;
  std::uint64_t visits = 0;  // not less than those of the moves together
  // Nodes of the whole tree that lie in memory. What earlier moves of the game have left behind
  // counts until its room is needed.
  std::uint64_t size = 0;
  // Those the search may choose from; the best first: wins, the quickest first; then by visits;
  // then lost moves, the slowest first.
  std::vector<MoveStatistics> moves;
};

struct SearchResult {
  std::optional<Move> best;    // none: there is no legal move (or none of those asked for)
  std::optional<Move> ponder;  // the answer it expects
  SearchInfo info;             // the last complete line of rank 1
};

// Hears a search, on the search's own thread. Return quickly: the search waits.
class SearchListener {
 public:
  virtual ~SearchListener() = default;
  virtual void on_info(const SearchInfo&) {}
  virtual void on_root_move(const RootMoveInfo&) {}
  virtual void on_move_statistics(const std::vector<MoveStatistics>&) {}
  virtual void on_note(const std::string&) {}  // something people should know
};

}  // namespace tabiya
