#include "server/page_json.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "chess/move.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "server/game_json.h"

namespace tabiya::server {
namespace {

Json checked_king(const Position& position) {
  if (!position.in_check()) return nullptr;
  return to_string(position.king(position.side_to_move()));
}

Square landing(const Position& position, Move move) {
  if (move.kind() != Move::Kind::Castling) return move.to();
  return king_after_castling(position.side_to_move(), wing_of(move.from(), move.to()));
}

char promotion_letter(PieceType type) { return "pnbrqk"[static_cast<std::size_t>(type)]; }

Json legal_move(const Position& position, Move move, std::string san, Variant variant) {
  const bool castling = move.kind() == Move::Kind::Castling;
  const std::string uci = to_uci(position, move, variant);
  Json json{{"uci", uci},
            {"san", std::move(san)},
            {"from", to_string(move.from())},
            {"to", uci.substr(2, 2)}};
  if (is_capture(position, move)) json["capture"] = true;
  if (const auto into = move.promotes_to())
    json["promotion"] = std::string(1, promotion_letter(*into));
  if (castling)
    json["castling"] = {{"king", to_string(landing(position, move))},
                        {"rook", to_string(move.to())}};
  return json;
}

Bound white_bound(Bound bound, Color to_move) {
  if (bound == Bound::Exact || to_move == Color::White) return bound;
  return bound == Bound::Lower ? Bound::Upper : Bound::Lower;
}

Json white_chances(const WinDrawLoss& chances, Color to_move) {
  auto [win, draw, loss] = chances.permille();
  if (to_move == Color::Black) std::swap(win, loss);
  return {{"win", win}, {"draw", draw}, {"loss", loss}};
}

Json line_json(const SearchInfo& info, int rank, const Position& position, Variant variant) {
  const Color turn = position.side_to_move();
  return {{"rank", rank},
          {"score", json_of(info.score.written().turned_for(turn))},
          {"bound", std::string(word(white_bound(info.bound, turn)))},
          {"chances", white_chances(info.chances, turn)},
          {"depth", info.depth},
          {"selectiveDepth", info.selective_depth},
          {"moves", json_of(line_moves(position, info.line, variant))}};
}

Json proof_json(Proof proof) {
  switch (proof.kind()) {
    case Proof::Kind::None:
      return nullptr;
    case Proof::Kind::Loss:
      return "loss";
    case Proof::Kind::Draw:
      return "draw";
    case Proof::Kind::Win:
      return "win";
  }
  __builtin_unreachable();
}

Json statistics_json(const MoveStatistics& move, const Position& position, Variant variant) {
  const std::vector<LineMove> shown = line_moves(position, std::span(&move.move, 1), variant);
  Json json = shown.empty() ? Json::object() : json_of(shown.front());
  // Four digits are more than a bar on a screen shows.
  const auto rounded = [](float value) { return std::round(double{value} * 10'000) / 10'000; };
  json["prior"] = rounded(move.prior);
  json["visits"] = move.visits;
  json["value"] = rounded(move.value);
  json["chances"] = white_chances(move.chances, Color::White);  // as they are: for this player
  json["children"] = move.children;
  json["proof"] = proof_json(move.proof);
  return json;
}

}  // namespace

std::string board_of(const Position& position) {
  const std::string fen = to_fen_fields(position);
  return fen.substr(0, fen.find(' '));
}

Json position_json(const Position& position, Variant variant) {
  const MoveList moves = legal_moves(position);
  std::vector<std::string> names = legal_moves_as_san(position);
  Json legal = Json::array();
  std::size_t i = 0;
  for (const Move move : moves)
    legal.push_back(legal_move(position, move, std::move(names[i++]), variant));
  return {{"fen", to_fen(position)},
          {"turn", json_of(position.side_to_move())},
          {"check", checked_king(position)},
          {"legal", std::move(legal)}};
}

Json node_json(const TreeNode& node, const Position& before) {
  Json json{{"id", node.id},
            {"parent", node.parent ? Json(*node.parent) : Json(nullptr)},
            {"order", node.order},
            {"ply", node.ply}};
  if (node.move) {
    json["uci"] = node.uci;
    json["san"] = node.san;
    json["from"] = to_string(node.move->from());
    json["to"] = to_string(landing(before, *node.move));
  } else {
    for (const char* const name : {"uci", "san", "from", "to"}) json[name] = nullptr;
  }
  json["fen"] = to_fen(node.position);
  json["check"] = checked_king(node.position);
  add_fields(json, node.notes);
  return json;
}

Json node_json(const MoveTree& tree, NodeNumber id) {
  const TreeNode& node = tree.at(id);
  return node_json(node, node.parent ? tree.at(*node.parent).position : node.position);
}

std::vector<LineMove> line_moves(const Position& start, std::span<const Move> line,
                                 Variant variant) {
  std::vector<LineMove> moves;
  Position position = start;
  for (const Move move : line) {
    if (moves.size() == kLongestShownLine || !is_legal(position, move)) break;
    LineMove shown{to_uci(position, move, variant), to_san(position, move), {}};
    position.play(move);
    shown.board = board_of(position);
    moves.push_back(std::move(shown));
  }
  return moves;
}

// --- games --------------------------------------------------------------------------------

Json state_json(const GameState& state, Time now) {
  const GameRecord& game = state.record();
  Json nodes = Json::array();
  for (const auto& [id, node] : game.tree.nodes()) nodes.push_back(node_json(game.tree, id));
  Json chat = Json::array();
  for (const ChatLine& line : game.chat) chat.push_back(json_of(line));
  return {{"id", game.id},
          {"seq", game.seq},
          {"created", game.created},
          {"mode", std::string(word(game.mode))},
          {"variant", std::string(word(game.variant()))},
          {"number", game.number ? Json(*game.number) : Json(nullptr)},
          {"start", to_fen(game.tree.at(MoveTree::kStart).position)},
          {"players", json_of(game.players)},
          {"control", json_of(game.control)},
          {"clocks", json_of(state.clock().at(now))},
          {"nodes", std::move(nodes)},
          {"tip", game.tip},
          {"position", position_json(state.played().position(), game.variant())},
          {"result", json_of(game.result)},
          {"drawOffer", json_of(game.draw_offer)},
          {"may", json_of(state.may())},
          {"analysis", json_of(game.analysis)},
          {"report", json_of(game.report)},
          {"chat", std::move(chat)},
          {"next", game.next.empty() ? Json(nullptr) : Json(game.next)}};
}

Json update_json(const GameState& state, const GameUpdate& update, Time now, bool with_rights) {
  const GameRecord& game = state.record();
  Json json{{"game", game.id}, {"seq", game.seq}};
  if (!update.change.nodes.empty()) {
    Json& nodes = json["nodes"] = Json::array();
    for (const NodeNumber id : update.change.nodes) nodes.push_back(node_json(game.tree, id));
  }
  if (!update.change.removed.empty()) json["removed"] = update.change.removed;
  if (update.tip) {
    json["tip"] = game.tip;
    json["position"] = position_json(state.played().position(), game.variant());
  }
  if (update.players) json["players"] = json_of(game.players);
  if (update.clocks) json["clocks"] = json_of(state.clock().at(now));
  if (update.result) json["result"] = json_of(game.result);
  if (update.draw_offer) json["drawOffer"] = json_of(game.draw_offer);
  if (with_rights) json["may"] = json_of(state.may());
  if (update.analysis) json["analysis"] = json_of(game.analysis);
  if (update.report) json["report"] = json_of(game.report);
  if (update.change.chat_from < game.chat.size()) {
    Json& lines = json["chat"] = Json::array();
    for (std::size_t i = update.change.chat_from; i < game.chat.size(); ++i)
      lines.push_back(json_of(game.chat[i]));
  }
  if (update.next) json["next"] = game.next;
  return json;
}

// --- engine output ------------------------------------------------------------------------

Json thinking_json(const ThinkingFrame& frame, const SearchProgress& progress,
                   std::optional<Move> best, bool running) {
  Json lines = Json::array();
  SearchInfo newest;
  for (std::size_t i = 0; i < progress.lines.size(); ++i) {
    const SearchInfo& info = progress.lines[i];
    if (info.nodes >= newest.nodes) newest = info;
    lines.push_back(line_json(info, static_cast<int>(i) + 1, frame.position, frame.variant));
  }
  if (!best && !progress.lines.empty()) best = progress.lines.front().line.front();
  return {{"game", frame.game},
          {"search", frame.search},
          {"purpose", std::string(word(frame.purpose))},
          {"engine", std::string(word(frame.engine))},
          {"node", frame.node},
          {"running", running},
          {"time", newest.time.count()},
          {"nodes", newest.nodes},
          {"speed", newest.nodes_per_second()},
          {"tablebaseHits", newest.tablebase_hits},
          {"best", best ? Json(to_uci(frame.position, *best, frame.variant)) : Json(nullptr)},
          {"lines", std::move(lines)}};
}

Json branch_json(const TreeView& view, Variant variant) {
  Json moves = Json::array();
  for (const MoveStatistics& each : view.moves)
    moves.push_back(statistics_json(each, view.position, variant));
  return {{"visits", view.visits},
          {"turn", json_of(view.position.side_to_move())},
          {"moves", std::move(moves)}};
}

Json tree_json(const ThinkingFrame& frame, const TreeView& view) {
  Json json{
      {"game", frame.game}, {"search", frame.search}, {"node", frame.node}, {"size", view.size}};
  json.update(branch_json(view, frame.variant));
  return json;
}

std::optional<Evaluation> evaluation_of(const SearchProgress& progress, const Position& position,
                                        Variant variant) {
  if (progress.lines.empty()) return std::nullopt;
  const SearchInfo& best = progress.lines.front();
  return Evaluation{best.score.written().turned_for(position.side_to_move()), best.depth,
                    to_uci(position, best.line.front(), variant)};
}

}  // namespace tabiya::server
