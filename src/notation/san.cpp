#include "notation/san.h"

#include <fmt/format.h>

#include <optional>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "notation/refusal.h"
#include "notation/san_text.h"

namespace tabiya {

namespace {

using Kind = NotationError::Kind;

// Where the wished-for piece may come from, pins and checks aside.
Bitboard origins(const Position& position, const SanText& wish, PieceType type) {
  const Color us = position.side_to_move();
  const Bitboard own = position.pieces(us, type);
  Bitboard from;
  if (type != PieceType::Pawn) {
    from = piece_attacks(type, wish.to, position.occupied()) & own;
  } else {
    if (!position.is_empty(wish.to) || position.en_passant_target() == wish.to)
      from = pawn_attacks(!us, wish.to) & own;
    // A pawn's file is named when it captures; without one it pushes.
    if (!wish.from_file) from = kNoSquares;
    const int step = pawn_step(us);
    const Rank rank = relative(us, rank_of(wish.to));
    if (position.is_empty(wish.to) && rank >= Rank::R3) {
      const Square behind = wish.to - step;
      from |= Bitboard(behind) & own;
      if (rank == Rank::R4 && position.is_empty(behind)) from |= Bitboard(behind - step) & own;
    }
  }
  if (wish.from_file) from &= squares_of(*wish.from_file);
  if (wish.from_rank) from &= squares_of(*wish.from_rank);
  return from;
}

Move move_from(const Position& position, const SanText& wish, PieceType type, Square from) {
  if (wish.promotion) return Move::promotion(from, wish.to, *wish.promotion);
  if (type == PieceType::Pawn && file_of(from) != file_of(wish.to) && position.is_empty(wish.to))
    return Move::en_passant(from, wish.to);
  return Move::normal(from, wish.to);
}

std::expected<Move, NotationError> castle(const Position& position, Wing wing) {
  const Color us = position.side_to_move();
  const auto rook = position.castling_rook(us, wing);
  if (!rook) return std::unexpected(explain_castling_refusal(position, wing));
  const Move move = Move::castling(position.king(us), *rook);
  if (!is_legal(position, move)) return std::unexpected(explain_castling_refusal(position, wing));
  return move;
}

// "e1g1" and "Ke1-c1" in standard chess; there a king never goes so far otherwise.
std::optional<Wing> castling_step(const Position& position, const SanText& wish) {
  const Color us = position.side_to_move();
  if (wish.from() != position.king(us) || wish.promotion) return std::nullopt;
  if (wish.piece.value_or(PieceType::King) != PieceType::King) return std::nullopt;
  if (*wish.from() != relative(us, Square::E1)) return std::nullopt;
  for (Wing wing : kWings)
    if (wish.to == king_after_castling(us, wing)) return wing;
  return std::nullopt;
}

// Precondition: none of the squares in `from` gives a legal move.
NotationError explain(const Position& position, const SanText& wish, PieceType type,
                      Bitboard from) {
  const auto illegal = [](std::string why) {
    return NotationError{Kind::IllegalMove, 0, "illegal: " + std::move(why)};
  };
  const Color us = position.side_to_move();
  if (const auto square = wish.from()) {
    const auto piece = position.piece_at(*square);
    if (piece && piece->color() == us && piece->type() != type)
      return illegal(fmt::format("the piece on {} is a {}, not a {}", to_string(*square),
                                 name(piece->type()), name(type)));
    return explain_refusal(position, *square, wish.to, wish.promotion);
  }
  if (from.any()) return explain_refusal(position, from.first(), wish.to, wish.promotion);

  if (type == PieceType::Pawn) {
    Bitboard pawns = pawn_attacks(!us, wish.to) & position.pieces(us, type);
    if (wish.from_file) {
      pawns &= squares_of(*wish.from_file);
      if (pawns.any()) return explain_refusal(position, pawns.first(), wish.to, wish.promotion);
    }
    for (Square pawn : pawns)
      if (const Move move = move_from(position, wish, type, pawn); is_legal(position, move))
        return illegal(
            fmt::format("a pawn that captures names its file, as in {}", to_san(position, move)));
  }
  if (type == PieceType::King)
    return illegal(fmt::format("the {} king cannot go to {}", name(us), to_string(wish.to)));
  std::string whence;
  if (wish.from_file)
    whence = fmt::format(" on the {} file", static_cast<char>('a' + index(*wish.from_file)));
  if (wish.from_rank) whence = fmt::format(" on rank {}", index(*wish.from_rank) + 1);
  return illegal(
      fmt::format("no {} {}{} can go to {}", name(us), name(type), whence, to_string(wish.to)));
}

NotationError ambiguity(const Position& position, Bitboard from, const SanText& wish,
                        PieceType type) {
  std::string message = "ambiguous: ";
  for (int left = from.count(); Square square : from) {
    message += to_san(position, move_from(position, wish, type, square));
    if (--left > 0) message += left == 1 ? " or " : ", ";
  }
  return {Kind::AmbiguousMove, 0, std::move(message)};
}

// File if that is enough, else rank, else both. Pawns name their file when they capture.
std::string disambiguation(const Position& position, Move move, PieceType type, bool captures) {
  const Square from = move.from();
  const std::string square = to_string(from);
  if (type == PieceType::Pawn) return captures ? square.substr(0, 1) : "";
  if (type == PieceType::King) return "";
  Bitboard others = piece_attacks(type, move.to(), position.occupied()) &
                    position.pieces(position.side_to_move(), type) & ~Bitboard(from);
  for (Square other : others)
    if (!is_legal(position, Move::normal(other, move.to()))) others ^= Bitboard(other);
  if (others.empty()) return "";
  if (!others.meets(squares_of(file_of(from)))) return square.substr(0, 1);
  if (!others.meets(squares_of(rank_of(from)))) return square.substr(1, 1);
  return square;
}

}  // namespace

std::string to_san(const Position& position, Move move) {
  std::string text;
  if (move.kind() == Move::Kind::Castling) {
    text = wing_of(move.from(), move.to()) == Wing::Kingside ? "O-O" : "O-O-O";
  } else {
    const PieceType type = position.piece_at(move.from())->type();
    const bool captures = is_capture(position, move);
    if (type != PieceType::Pawn) text += capital(type);
    text += disambiguation(position, move, type, captures);
    if (captures) text += 'x';
    text += to_string(move.to());
    if (const auto promoted = move.promotes_to()) {
      text += '=';
      text += capital(*promoted);
    }
  }
  if (gives_check(position, move)) text += has_legal_move(position.after(move)) ? '+' : '#';
  return text;
}

std::vector<std::string> legal_moves_as_san(const Position& position) {
  std::vector<std::string> texts;
  for (Move move : legal_moves(position)) texts.push_back(to_san(position, move));
  return texts;
}

std::expected<Move, NotationError> parse_san(const Position& position, std::string_view text) {
  const auto wish = read_san(text);
  if (!wish) return std::unexpected(explain_format(text, wish.error(), "e4, Nf3 or O-O"));
  if (wish->castling) return castle(position, *wish->castling);
  if (const auto wing = castling_step(position, *wish)) return castle(position, *wing);

  PieceType type = wish->piece.value_or(PieceType::Pawn);
  if (!wish->piece && wish->from())
    if (const auto piece = position.piece_at(*wish->from())) type = piece->type();

  const Bitboard from = origins(position, *wish, type);
  Bitboard legal;
  for (Square square : from)
    if (is_legal(position, move_from(position, *wish, type, square))) legal |= Bitboard(square);
  if (legal.empty()) return std::unexpected(explain(position, *wish, type, from));
  if (legal.many()) return std::unexpected(ambiguity(position, legal, *wish, type));
  return move_from(position, *wish, type, legal.first());
}

}  // namespace tabiya
