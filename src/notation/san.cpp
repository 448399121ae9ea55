#include "notation/san.h"

#include <fmt/format.h>

#include <optional>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "notation/error.h"

namespace tabiya {

namespace {

using Kind = NotationError::Kind;

// What the text of a move says, before anyone asks whether it can be played.
struct SanText {
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

// Reads a move as strictly written or as people write it:
//
//   move      = (castling | [piece] [file] [rank] [x] square [promotion]) {mark}
//   castling  = "O-O" | "O-O-O" | "OO" | "OOO", in zeros or small letters too
//   x         = "x" | "-" | ":"
//   promotion = Q | "=" Q | "/" Q | "(" Q ")"     where Q is one of QRBNqrbn
//   mark      = "+" | "#" | "!" | "?" | "=" | [" "] "e.p." | [" "] "ep"
class SanScanner {
 public:
  explicit SanScanner(std::string_view text) : text_(text) {}

  // If the text is none, the offset of the first character that does not fit.
  std::expected<SanText, std::size_t> scan() {
    SanText said;
    const char first = peek();
    const bool castles = first == 'O' || first == '0' || first == 'o';
    if (!(castles ? castling(said) : board_move(said))) return std::unexpected(at_);
    while (mark()) {
    }
    if (at_ < text_.size()) return std::unexpected(at_);
    return said;
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  std::optional<File> take_file() {
    const auto file = file_from(peek());
    if (file) ++at_;
    return file;
  }
  std::optional<Rank> take_rank() {
    const auto rank = rank_from(peek());
    if (rank) ++at_;
    return rank;
  }

  // "O-O", "O-O-O", the same without dashes, in zeros or small letters.
  bool castling(SanText& said) {
    const char o = peek();
    int steps = 0;
    while (steps < 3 && take(o)) {
      ++steps;
      if (steps < 3 && peek() == '-' && peek(1) == o) ++at_;
    }
    if (steps == 1) return false;
    said.castling = steps == 3 ? Wing::Queenside : Wing::Kingside;
    return true;
  }

  bool board_move(SanText& said) {
    if ((said.piece = piece_type_from_capital(peek()))) ++at_;
    said.from_file = take_file();
    said.from_rank = take_rank();
    const bool separated = take('x') || take('-') || take(':');
    const std::size_t behind = at_;
    const auto file = take_file();
    const auto rank = take_rank();
    if (file && rank) {
      said.to = square_at(*file, *rank);
    } else if (said.from() && !separated) {
      // Only one square; a letter behind it may be a promotion to a bishop.
      at_ = behind;
      said.to = *said.from();
      said.from_file.reset();
      said.from_rank.reset();
    } else {
      return false;
    }
    promotion(said);
    return true;
  }

  // "=Q", "Q", "=q", "(Q)" or "/Q".
  void promotion(SanText& said) {
    const char sign = peek();
    const bool signed_with = sign == '=' || sign == '/' || sign == '(';
    const char into = peek(signed_with ? 1 : 0);
    for (PieceType type : kPromotions)
      if (into == capital(type) || into == letter(type)) said.promotion = type;
    if (sign == '(' && peek(2) != ')') said.promotion.reset();
    if (said.promotion) at_ += sign == '(' ? 3U : signed_with ? 2U : 1U;
  }

  bool mark() {
    return take('+') || take('#') || take('!') || take('?') || take('=') || take("e.p.") ||
           take("ep") || take(" e.p.") || take(" ep");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

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
  const auto wish = SanScanner(text).scan();
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
