// The seam between the engine and its ways of searching: limits in, reports and a result out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/milliseconds.h"
#include "chess/game.h"
#include "chess/move.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/win_draw_loss.h"
#include "search/proof.h"
#include "search/score.h"

namespace tabiya {

struct PlayerClock {
  std::optional<Milliseconds> left;  // none: this player has no clock
  Milliseconds increment{0};         // added after each move
};

// Nothing set: search until told to stop. Several set: the first reached ends the search.
struct SearchLimits {
  PlayerClock white;
  PlayerClock black;
  std::optional<int> moves_to_go;  // until more time comes; none: the rest of the game
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> soft_nodes;  // begin no further iteration after this many
  std::optional<int> mate;                  // a mate in that many moves is enough
  bool infinite = false;                    // do not return before a stop, whatever else is known
  bool ponder = false;                      // the same until the ponder hit; then the clocks count
  std::stop_token ponder_hit;               // requested when the expected move was played
  std::vector<Move> search_moves;           // only these at the root; empty: all legal moves

  int multi_pv = 1;                // how many best moves to report
  Milliseconds move_overhead{10};  // lost between the engine and its clock at each move

  const PlayerClock& clock(Color color) const { return color == Color::White ? white : black; }
};

// How a score relates to the truth of this depth.
enum class Bound : std::uint8_t { Exact, Lower, Upper };

// One line of thought.
struct SearchInfo {
  int depth = 0;
  int selective_depth = 0;
  int rank = 1;  // of this move among the best: 1 … multi_pv
  Score score;
  std::optional<Score> searched{};  // the search's own, where the tablebases' stands in `score`
  Bound bound = Bound::Exact;
  WinDrawLoss chances;
  std::uint64_t nodes = 0;
  std::uint64_t tablebase_hits = 0;
  int hash_permille = 0;  // how full the transposition table is, or the memory of the tree
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

// Called by a search, on its own thread. Return quickly: the search waits.
class SearchListener {
 public:
  virtual ~SearchListener() = default;
  virtual void on_info(const SearchInfo&) {}
  virtual void on_root_move(const RootMoveInfo&) {}
  virtual void on_move_statistics(const std::vector<MoveStatistics>&) {}
  virtual void on_note(const std::string&) {}  // something people should know
};

class Search {
 public:
  virtual ~Search() = default;

  // Blocks until a limit is reached or a stop is requested, which may be before; never longer than
  // that. The game's past counts for repetition. Calls to run() must not overlap.
  virtual SearchResult run(const Game&, const SearchLimits&, SearchListener&, std::stop_token) = 0;

  // Forgets what was learnt from earlier searches. Not during run().
  virtual void forget() = 0;

  // The node to which these moves lead from the root, if the tree of the search that runs, or ran
  // last, has this root. Nothing if there is no such node, and of searches without a tree. From any
  // thread at any time; the search hardly notices.
  virtual std::optional<TreeView> tree_view(const Position& /*root*/,
                                            std::span<const Move> /*path*/) const {
    return std::nullopt;
  }
};

}  // namespace tabiya
