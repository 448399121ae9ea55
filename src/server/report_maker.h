// The report of a game: every position of the main line is searched for a moment, and what a move
// lost against the best one is what it is judged by.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "server/session_context.h"

namespace tabiya::server {

// Writes what a search has found in the last position of this line into its node, with a judgement
// of the move that led there, and adds it to the report. Preconditions: the line begins at the
// start, its other positions have been judged, the game has a report.
void judge(GameRecord&, std::span<const NodeNumber> line, const std::optional<Evaluation>& found);

class ReportMaker {
 public:
  explicit ReportMaker(const SessionContext& context) : context_(context) {}  // must outlive it

  bool runs() const { return search_.has_value(); }
  Done begin();
  // A report is about the whole line or not at all.
  bool needs_what_is_gone() const;
  void stop(GameUpdate&);  // to be published
  void drop();

 private:
  void search_next();
  void position_ended(const SearchEnd&);

  const SessionContext& context_;
  std::optional<SearchNumber> search_;
  std::vector<NodeNumber> line_;  // of the report
};

}  // namespace tabiya::server
