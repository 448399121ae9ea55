// Variations and comments of a room.
#include <fmt/format.h>

#include <algorithm>

#include "notation/uci_move.h"
#include "server/game_record.h"
#include "server/game_session.h"
#include "server/protocol.h"

namespace tabiya::server {

Done GameSession::add_line(NodeNumber from, const std::vector<std::string>& moves) {
  if (!may_.vary)
    return refused(ProblemCode::NotNow,
                   "lines can be added in studies and after the end of a game");
  const auto start = node(from);
  if (!start) return std::unexpected(start.error());
  // All of it is checked before any of it is added.
  std::vector<Move> line;
  Position position = (*start)->position;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = parse_uci(position, moves[i], record_.variant());
    if (!move)
      return refused(ProblemCode::IllegalMove,
                     fmt::format("{} is not possible: {}", moves[i], move.error().message),
                     fmt::format("moves[{}]", i));
    line.push_back(*move);
    position.play(*move);
  }
  if (record_.tree.size() + line.size() > MoveTree::kMostNodes)
    return refused(ProblemCode::TooLarge, "this game has as many positions as a game may have");
  Update change = update();
  NodeNumber at = from;
  for (const Move move : line) {
    const auto there = record_.tree.child(at, move);
    at = there ? *there : record_.tree.add(at, move);
    if (!there) change.change.nodes.push_back(at);
  }
  if (change.change.nodes.empty()) return {};
  follow_main_line(change);
  return publish(change);
}

Done GameSession::promote(NodeNumber id) {
  if (!may_.vary)
    return refused(ProblemCode::NotNow, "variations are for studies and for games that are over");
  if (const auto there = node(id); !there) return std::unexpected(there.error());
  // Up to where its line leaves a better one.
  NodeNumber at = id;
  while (const auto parent = record_.tree.at(at).parent) {
    if (record_.tree.at(*parent).children.front() != at) break;
    at = *parent;
  }
  if (at == MoveTree::kStart) return {};
  const bool leaves_the_game =
      !record_.is_study() && record_.tree.is_on_main_line(*record_.tree.at(at).parent) &&
      record_.tree.at(*record_.tree.at(at).parent).ply < record_.tree.at(record_.tip).ply;
  if (leaves_the_game)
    return refused(ProblemCode::NotNow, "what was played stays the main line of a game");
  Update change = update();
  record_.tree.promote(at);
  change.change.nodes = {at};
  follow_main_line(change);
  return publish(change);
}

Done GameSession::remove(NodeNumber id) {
  if (!may_.vary)
    return refused(ProblemCode::NotNow, "nothing can be removed while the game goes on");
  if (const auto there = node(id); !there) return std::unexpected(there.error());
  if (id == MoveTree::kStart)
    return refused(ProblemCode::NotNow, "the start of the game cannot be removed");
  const auto way = record_.tree.path(record_.tip);
  if (!record_.is_study() && std::ranges::find(way, id) != way.end())
    return refused(ProblemCode::NotNow, "what was played cannot be removed");
  Update change = update();
  const NodeNumber parent = *record_.tree.at(id).parent;
  change.change.removed = record_.tree.remove(id);
  const auto is_gone = [this](NodeNumber each) { return record_.tree.find(each) == nullptr; };
  if (is_gone(record_.tip)) {
    record_.tip = parent;  // there, until the main line is followed
    change.tip = true;
  }
  if (record_.report &&
      std::ranges::any_of(record_.report->mistakes,
                          [&](const ReportedMistake& each) { return is_gone(each.node); })) {
    std::erase_if(record_.report->mistakes,
                  [&](const ReportedMistake& each) { return is_gone(each.node); });
    change.report = true;
  }
  // A report is about the whole line or not at all.
  if (report_search_ && std::ranges::any_of(report_nodes_, is_gone)) stop_report(change);
  if (record_.analysis && is_gone(record_.analysis->node)) {
    drop(analysis_search_);
    record_.analysis.reset();
    record_.thinking.clear();
    thinking_ = tree_ = nullptr;
    change.analysis = true;
  }
  follow_main_line(change);
  return publish(change);
}

// In a study the tip is the end of the main line, wherever that goes now. A result holds where its
// game ended.
void GameSession::follow_main_line(Update& change) {
  if (!record_.is_study()) return;
  const NodeNumber end = record_.tree.end_of_line(MoveTree::kStart);
  if (end == record_.tip && !change.tip) return;
  go_to(end);
  change.tip = true;
  std::optional<GameResult> result;
  if (const auto outcome = outcome_of(tip_game_.position()))
    result = result_of(*outcome);
  else if (record_.told && record_.told->at == end)
    result = record_.told->result;
  if (result == record_.result) return;
  record_.result = std::move(result);
  change.result = true;
}

Done GameSession::comment(NodeNumber id, const std::string& text) {
  if (const auto there = node(id); !there) return std::unexpected(there.error());
  if (characters_in(text) > kLongestComment)
    return refused(ProblemCode::TooLarge,
                   fmt::format("comments have at most {} characters", kLongestComment), "text");
  NodeNotes& notes = record_.tree.notes(id);
  if (notes.comment == text) return {};
  if (text.size() > notes.comment.size() &&
      record_.tree.comment_bytes() - notes.comment.size() + text.size() > kLargestImport)
    return refused(ProblemCode::TooLarge, "this game has as many comments as a game may have",
                   "text");
  Update change = update();
  notes.comment = text;
  change.change.nodes = {id};
  return publish(change);
}

}  // namespace tabiya::server
