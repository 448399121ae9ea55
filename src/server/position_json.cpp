#include "server/position_json.h"

#include "chess/castling.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "server/parts_json.h"

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
  const bool captures = move.kind() == Move::Kind::EnPassant || !position.is_empty(move.to());
  if (captures && !castling) json["capture"] = true;
  if (const auto into = move.promotes_to())
    json["promotion"] = std::string(1, promotion_letter(*into));
  if (castling)
    json["castling"] = {{"king", to_string(landing(position, move))},
                        {"rook", to_string(move.to())}};
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
          {"turn", to_json(position.side_to_move())},
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
  add_to(json, node.notes);
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

}  // namespace tabiya::server
