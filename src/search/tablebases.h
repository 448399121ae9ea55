// Syzygy endgame tablebases: who wins with few pieces left, and which moves keep it so.
//
// They are read by Fathom's library, which is loaded when tablebases are asked for, so that the
// program runs without it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/move.h"
#include "chess/position.h"
#include "search/search.h"

namespace tabiya {

class Tablebases {
 public:
  enum class Verdict { Loss, BlessedLoss, Draw, CursedWin, Win };  // for the side to move

  // Folders separated by ':'. An error says what is missing, the library or files in the folders,
  // or which file is damaged: all are checked, and probed in a child process first. Fathom keeps
  // one set of files for the whole process, so only one Tablebases may live at a time.
  static Result<std::shared_ptr<const Tablebases>> open(const std::string& path);
  ~Tablebases();
  Tablebases(const Tablebases&) = delete;
  Tablebases& operator=(const Tablebases&) = delete;

  int most_pieces() const;

  // Whether a probe has crashed inside the library. No file is probed any more after that.
  bool has_failed() const;

  // Nothing if the position has too many pieces, castling rights, a running fifty-move count, or
  // a file is missing. May be called from several threads.
  std::optional<Verdict> probe(const Position&) const;

  // The root moves that keep the best result under the fifty-move rule, best first. Empty where
  // the tables cannot tell. One thread at a time.
  struct Root {
    Verdict verdict;
    std::vector<Move> moves;
  };
  std::optional<Root> probe_root(const Position&) const;

 private:
  class Impl;
  explicit Tablebases(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

// What a search has to choose from: the moves asked for, or all; with tablebases (not null) only
// those that keep the best result, and that result.
struct RootMoves {
  std::vector<Move> moves;
  std::optional<Tablebases::Verdict> verdict{};
};
RootMoves root_moves(const Position&, const SearchLimits&, const Tablebases*);

// Makes the score and the chances of a root move agree with the verdict of the tablebases, if there
// is one: they know it better than the search does. A mate that was found says more than they do.
void agree_with(std::optional<Tablebases::Verdict>, SearchInfo&);

}  // namespace tabiya
