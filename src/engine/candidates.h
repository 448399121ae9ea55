// Watches a search and remembers what each root move was worth at each depth.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "chess/game.h"
#include "engine/strength.h"
#include "search/report.h"

namespace tabiya {

class Candidates final : public SearchListener {
 public:
  // The search judges as many moves at each depth. Passes on what it hears of the `ranks` best.
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
