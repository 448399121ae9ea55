#include "notation/san.h"

#include <fmt/format.h>

#include <optional>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "notation/refusal.h"
#include "notation/words.h"

namespace tabiya {

namespace {

using Kind = NotationError::Kind;

// What a move's text says, before anyone asks whether it can be played.
struct Wish {
  std::optional<PieceType> piece{};  // nothing: a pawn, or whatever stands on a full from-square
  std::optional<File> from_file{};
  std::optional<Rank> from_rank{};
  Square to = Square::A1;
  std::optional<PieceType> promotion{};
  std::optional<Wing> castling{};

  std::optional<Square> from() const {
    if (!from_file || !from_rank) return std::nullopt;
    return square_at(*from_file, *from_rank);
  }
};

std::string_view without_marks(std::string_view text) {
  const auto is_mark = [](char c) { return c == '+' || c == '#' || c == '!' || c == '?'; };
  while (!text.empty() && is_mark(text.back())) text.remove_suffix(1);
  for (std::string_view suffix : {"e.p.", "ep"})
    if (text.size() > suffix.size() + 2 && text.ends_with(suffix)) {
      text.remove_suffix(suffix.size());
      break;
    }
  return text;
}

std::optional<Wing> castling_from(std::string_view text) {
  const char c = text.empty() ? '\0' : text.front();
  if (c != 'O' && c != '0' && c != 'o') return std::nullopt;
  const auto is = [&](std::string_view pattern) {
    if (text.size() != pattern.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] != (pattern[i] == 'O' ? c : pattern[i])) return false;
    return true;
  };
  if (is("O-O") || is("OO")) return Wing::Kingside;
  if (is("O-O-O") || is("OOO")) return Wing::Queenside;
  return std::nullopt;
}

// Takes "=Q", "Q", "=q", "(Q)" or "/Q" off the end.
std::optional<PieceType> take_promotion(std::string_view& text) {
  std::string_view rest = text;
  const bool bracketed = rest.ends_with(')');
  if (bracketed) rest.remove_suffix(1);
  if (rest.size() < 3) return std::nullopt;
  const char c = rest.back();
  std::optional<PieceType> type;
  for (PieceType candidate : kPromotions)
    if (c == capital(candidate) || c == letter(candidate)) type = candidate;
  if (!type) return std::nullopt;
  rest.remove_suffix(1);
  if (bracketed) {
    if (!rest.ends_with('(')) return std::nullopt;
    rest.remove_suffix(1);
  } else if (rest.ends_with('=') || rest.ends_with('/')) {
    rest.remove_suffix(1);
  }
  if (rest.empty() || !rank_from(rest.back())) return std::nullopt;
  text = rest;
  return type;
}

std::optional<Wish> understand(std::string_view text) {
  text = without_marks(text);
  Wish wish;
  if ((wish.castling = castling_from(text))) return wish;

  if (!text.empty() && (wish.piece = piece_type_from_capital(text.front()))) text.remove_prefix(1);
  wish.promotion = take_promotion(text);
  if (text.size() < 2) return std::nullopt;
  const auto to = square_from(text.substr(text.size() - 2));
  if (!to) return std::nullopt;
  wish.to = *to;
  text.remove_suffix(2);

  if (!text.empty() && (text.back() == 'x' || text.back() == '-' || text.back() == ':'))
    text.remove_suffix(1);
  if (!text.empty() && (wish.from_file = file_from(text.front()))) text.remove_prefix(1);
  if (!text.empty() && (wish.from_rank = rank_from(text.front()))) text.remove_prefix(1);
  if (!text.empty()) return std::nullopt;
  return wish;
}

// Where the wished-for piece may come from, pins and checks aside.
Bitboard origins(const Position& position, const Wish& wish, PieceType type) {
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

Move move_from(const Position& position, const Wish& wish, PieceType type, Square from) {
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
std::optional<Wing> castling_step(const Position& position, const Wish& wish) {
  const Color us = position.side_to_move();
  if (wish.from() != position.king(us) || wish.promotion) return std::nullopt;
  if (*wish.from() != relative(us, Square::E1)) return std::nullopt;
  for (Wing wing : kWings)
    if (wish.to == king_after_castling(us, wing)) return wing;
  return std::nullopt;
}

NotationError explain(const Position& position, const Wish& wish, PieceType type, Bitboard from) {
  if (const auto square = wish.from(); square && from.empty())
    return explain_refusal(position, *square, wish.to, wish.promotion);
  if (from.any()) return explain_refusal(position, from.first(), wish.to, wish.promotion);
  return {Kind::IllegalMove, 0,
          fmt::format("illegal: no {} {} can go to {}", name(position.side_to_move()), name(type),
                      to_string(wish.to))};
}

NotationError ambiguity(const Position& position, Bitboard from, const Wish& wish, PieceType type) {
  std::string message = "ambiguous: ";
  bool first = true;
  for (Square square : from) {
    if (!first) message += " or ";
    first = false;
    message += to_san(position, move_from(position, wish, type, square));
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
    const bool captures = !position.is_empty(move.to()) || move.kind() == Move::Kind::EnPassant;
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
  const auto wish = understand(text);
  if (!wish)
    return std::unexpected(NotationError{
        Kind::MoveFormat, 0,
        fmt::format("invalid format: {} is not a move like e4, Nf3 or O-O", quoted(text))});
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
