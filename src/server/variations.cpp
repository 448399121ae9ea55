#include "server/variations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "notation/uci_move.h"
#include "server/json.h"

namespace tabiya::server {
namespace {

// In a study the tip is the end of the main line, wherever that goes now. A result holds where its
// game ended.
void follow_main_line(GameState& game, GameUpdate& change) {
  GameRecord& record = game.edit();
  if (!record.is_study()) return;
  const NodeNumber end = record.tree.end_of_line(MoveTree::kStart);
  if (end == record.tip && !change.tip) return;
  game.go_to(end);
  change.tip = true;
  std::optional<GameResult> result;
  if (const auto outcome = outcome_of(game.played().position()))
    result = result_of(*outcome);
  else if (record.told && record.told->at == end)
    result = record.told->result;
  if (result == record.result) return;
  record.result = std::move(result);
  change.result = true;
}

// A report forgets its mistakes there, and an analysis of it is gone.
void forget_what_is_gone(GameRecord& record, GameUpdate& change) {
  const auto is_gone = [&record](NodeNumber each) { return record.tree.find(each) == nullptr; };
  if (record.report && std::erase_if(record.report->mistakes, [&](const ReportedMistake& each) {
                         return is_gone(each.node);
                       }) > 0)
    change.report = true;
  if (record.analysis && is_gone(record.analysis->node)) {
    record.analysis.reset();
    record.thinking.clear();
    change.analysis = true;
  }
}

}  // namespace

Changed add_line(GameState& game, NodeNumber from, const std::vector<std::string>& moves) {
  if (!game.may().vary)
    return refused(ProblemCode::NotNow,
                   "lines can be added in studies and after the end of a game");
  const auto start = game.node(from);
  if (!start) return std::unexpected(start.error());
  MoveTree& tree = game.edit().tree;
  // All of it is checked before any of it is added.
  std::vector<Move> line;
  Position position = (*start)->position;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = parse_uci(position, moves[i], tree.variant());
    if (!move)
      return refused(ProblemCode::IllegalMove,
                     fmt::format("{} is not possible: {}", moves[i], move.error().message),
                     fmt::format("moves[{}]", i));
    line.push_back(*move);
    position.play(*move);
  }
  if (tree.size() + line.size() > MoveTree::kMostNodes)
    return refused(ProblemCode::TooLarge, "this game has as many positions as a game may have");
  GameUpdate change = game.update();
  NodeNumber at = from;
  for (const Move move : line) {
    const auto there = tree.child(at, move);
    at = there ? *there : tree.add(at, move);
    if (!there) change.change.nodes.push_back(at);
  }
  if (change.change.nodes.empty()) return std::nullopt;
  follow_main_line(game, change);
  return change;
}

Changed promote(GameState& game, NodeNumber id) {
  if (!game.may().vary)
    return refused(ProblemCode::NotNow, "variations are for studies and for games that are over");
  if (const auto there = game.node(id); !there) return std::unexpected(there.error());
  GameRecord& record = game.edit();
  // Up to where its line leaves a better one.
  NodeNumber at = id;
  while (const auto parent = record.tree.at(at).parent) {
    if (record.tree.at(*parent).children.front() != at) break;
    at = *parent;
  }
  if (at == MoveTree::kStart) return std::nullopt;
  const NodeNumber parent = *record.tree.at(at).parent;
  const bool leaves_the_game = !record.is_study() && record.tree.is_on_main_line(parent) &&
                               record.tree.at(parent).ply < record.tree.at(record.tip).ply;
  if (leaves_the_game)
    return refused(ProblemCode::NotNow, "what was played stays the main line of a game");
  GameUpdate change = game.update();
  record.tree.promote(at);
  change.change.nodes = {at};
  follow_main_line(game, change);
  return change;
}

Changed remove(GameState& game, NodeNumber id) {
  if (!game.may().vary)
    return refused(ProblemCode::NotNow, "nothing can be removed while the game goes on");
  if (const auto there = game.node(id); !there) return std::unexpected(there.error());
  if (id == MoveTree::kStart)
    return refused(ProblemCode::NotNow, "the start of the game cannot be removed");
  GameRecord& record = game.edit();
  const auto way = record.tree.path(record.tip);
  if (!record.is_study() && std::ranges::find(way, id) != way.end())
    return refused(ProblemCode::NotNow, "what was played cannot be removed");
  GameUpdate change = game.update();
  const NodeNumber parent = *record.tree.at(id).parent;
  change.change.removed = record.tree.remove(id);
  if (record.tree.find(record.tip) == nullptr) {
    record.tip = parent;  // there, until the main line is followed
    change.tip = true;
  }
  forget_what_is_gone(record, change);
  follow_main_line(game, change);
  return change;
}

Changed comment(GameState& game, NodeNumber id, const std::string& text) {
  if (const auto there = game.node(id); !there) return std::unexpected(there.error());
  if (characters_in(text) > kLongestComment)
    return refused(ProblemCode::TooLarge,
                   fmt::format("comments have at most {} characters", kLongestComment), "text");
  MoveTree& tree = game.edit().tree;
  NodeNotes& notes = tree.notes(id);
  if (notes.comment == text) return std::nullopt;
  if (text.size() > notes.comment.size() &&
      tree.comment_bytes() - notes.comment.size() + text.size() > kLargestImport)
    return refused(ProblemCode::TooLarge, "this game has as many comments as a game may have",
                   "text");
  GameUpdate change = game.update();
  notes.comment = text;
  change.change.nodes = {id};
  return change;
}

}  // namespace tabiya::server
