#include "chess/position.h"

#include <algorithm>

namespace tabiya {

namespace {

constexpr int kMostPawns = 8;
constexpr int kMostPieces = 16;

using Kind = SetupError::Kind;

}  // namespace

Position::Position() { board_.fill(kEmpty); }

Position Position::start() {
  static const Position position = [] {
    Setup setup;
    constexpr std::array back_rank{PieceType::Rook,   PieceType::Knight, PieceType::Bishop,
                                   PieceType::Queen,  PieceType::King,   PieceType::Bishop,
                                   PieceType::Knight, PieceType::Rook};
    for (int file = 0; file < 8; ++file) {
      const Square square = square_at(file);
      for (Color color : kColors) {
        setup[relative(color, square)] = Piece(color, back_rank[static_cast<std::size_t>(file)]);
        setup[relative(color, square + 8)] = Piece(color, PieceType::Pawn);
      }
    }
    setup.castling_rooks =
        Bitboard(Square::A1) | Bitboard(Square::H1) | Bitboard(Square::A8) | Bitboard(Square::H8);
    return *from(setup);
  }();
  return position;
}

std::expected<Position, SetupError> Position::from(const Setup& setup) {
  const auto refuse = [](Kind kind, Color color, Square square) {
    return std::unexpected(SetupError{kind, color, square});
  };
  Position position;
  NoObserver none;
  for (int i = 0; i < kSquares; ++i)
    if (const auto piece = setup[square_at(i)]) position.put(*piece, square_at(i), none);
  position.side_ = setup.side_to_move;
  if (position.side_ == Color::Black) position.key_ ^= zobrist::black_to_move();
  position.halfmove_clock_ = std::min(setup.halfmove_clock, kHighestClock);
  position.fullmove_number_ = std::clamp(setup.fullmove_number, 1u, kHighestClock);

  for (Color color : kColors) {
    const Bitboard kings = position.pieces(color, PieceType::King);
    if (kings.empty()) return refuse(Kind::NoKing, color, Square::A1);
    if (kings.many()) return refuse(Kind::SeveralKings, color, kings.last());
    const Bitboard pawns = position.pieces(color, PieceType::Pawn);
    if (const Bitboard edge = pawns & (squares_of(Rank::R1) | squares_of(Rank::R8)); edge.any())
      return refuse(Kind::PawnOnBackRank, color, edge.first());
    if (pawns.count() > kMostPawns) return refuse(Kind::TooManyPawns, color, pawns.first());
    if (position.pieces(color).count() > kMostPieces)
      return refuse(Kind::TooManyPieces, color, position.pieces(color).first());
  }

  const Color us = position.side_;
  const Color them = !us;
  if (position.is_attacked(position.king(them), us, position.occupied()))
    return refuse(Kind::OpponentInCheck, them, position.king(them));

  for (Square rook : setup.castling_rooks) {
    const auto piece = position.piece_at(rook);
    if (!piece || piece->type() != PieceType::Rook ||
        rank_of(rook) != relative(piece->color(), Rank::R1))
      return refuse(Kind::CastlingRook, rank_of(rook) == Rank::R8 ? Color::Black : Color::White,
                    rook);
    const Color color = piece->color();
    const Square king = position.king(color);
    if (rank_of(king) != rank_of(rook)) return refuse(Kind::CastlingKing, color, king);
    for (Square other : setup.castling_rooks& squares_of(rank_of(rook)))
      if (other != rook && wing_of(king, other) == wing_of(king, rook))
        return refuse(Kind::CastlingWing, color, rook);
  }
  position.castling_rooks_ = setup.castling_rooks;
  position.guard_castling();
  position.key_ ^= zobrist::castling_rooks(setup.castling_rooks);

  if (setup.en_passant) {
    const Square target = *setup.en_passant;
    if (rank_of(target) != relative(us, Rank::R6)) return refuse(Kind::EnPassantRank, us, target);
    const Square origin = target + pawn_step(us);
    const Square pawn = target - pawn_step(us);
    for (Square square : {target, origin})
      if (!position.is_empty(square)) return refuse(Kind::EnPassantOccupied, us, square);
    if (position.piece_at(pawn) != Piece(them, PieceType::Pawn))
      return refuse(Kind::EnPassantPawn, us, pawn);
    position.allow_en_passant(target);
  }
  return position;
}

Setup Position::setup() const {
  Setup setup;
  for (Square square : occupied()) setup[square] = piece_at(square);
  setup.side_to_move = side_;
  setup.castling_rooks = castling_rooks_;
  setup.en_passant = en_passant_target();
  setup.halfmove_clock = halfmove_clock_;
  setup.fullmove_number = fullmove_number_;
  return setup;
}

std::optional<Square> Position::castling_rook(Color color, Wing wing) const {
  for (Square rook : castling_rooks(color))
    if (wing_of(king(color), rook) == wing) return rook;
  return std::nullopt;
}

bool Position::repeats(const Position& other) const {
  return key_ == other.key_ && side_ == other.side_ && board_ == other.board_ &&
         castling_rooks_ == other.castling_rooks_ &&
         en_passant_capture() == other.en_passant_capture();
}

Bitboard Position::attackers(Square square, Bitboard occupied) const {
  return (pawn_attacks(Color::White, square) & pieces(Color::Black, PieceType::Pawn)) |
         (pawn_attacks(Color::Black, square) & pieces(Color::White, PieceType::Pawn)) |
         (knight_attacks(square) & pieces(PieceType::Knight)) |
         (king_attacks(square) & pieces(PieceType::King)) |
         (bishop_attacks(square, occupied) & pieces(PieceType::Bishop, PieceType::Queen)) |
         (rook_attacks(square, occupied) & pieces(PieceType::Rook, PieceType::Queen));
}

Bitboard Position::checkers() const { return attackers(king(side_), occupied()) & pieces(!side_); }

bool Position::en_passant_is_safe(Square from) const {
  const Square target = square_at(en_passant_);
  const Bitboard captured(target - pawn_step(side_));
  const Bitboard occupied_after = (occupied() ^ Bitboard(from) ^ captured) | Bitboard(target);
  return !attackers(king(side_), occupied_after).meets(pieces(!side_) ^ captured);
}

void Position::guard_castling() {
  castling_guard_ = castling_rooks_;
  for (Color color : kColors)
    if (castling_rooks(color).any()) castling_guard_ |= pieces(color, PieceType::King);
}

void Position::lose_castling(Bitboard touched) {
  Bitboard lost = touched;
  for (Color color : kColors)
    if (touched.meets(pieces(color, PieceType::King))) lost |= squares_of(color, Rank::R1);
  lost &= castling_rooks_;
  castling_rooks_ ^= lost;
  key_ ^= zobrist::castling_rooks(lost);
  guard_castling();
}

// Called when it is already the other side's turn.
void Position::allow_en_passant(Square target) {
  en_passant_ = static_cast<std::uint8_t>(target);
  for (Square from : pawn_attacks(!side_, target) & pieces(side_, PieceType::Pawn))
    if (en_passant_is_safe(from)) {
      en_passant_legal_ = true;
      key_ ^= zobrist::en_passant(target);
      return;
    }
}

Position Position::after_pass() const {
  Position next = *this;
  next.clear_en_passant();
  if (side_ == Color::White)
    next.advance_clocks<Color::White>();
  else
    next.advance_clocks<Color::Black>();
  next.side_ = !side_;
  next.key_ ^= zobrist::black_to_move();
  return next;
}

std::string SetupError::message() const {
  const std::string side(name(color));
  switch (kind) {
    case Kind::NoKing:
      return side + " has no king";
    case Kind::SeveralKings:
      return side + " has more than one king";
    case Kind::PawnOnBackRank:
      return "a pawn cannot stand on " + to_string(square);
    case Kind::TooManyPawns:
      return side + " has more than 8 pawns";
    case Kind::TooManyPieces:
      return side + " has more than 16 pieces";
    case Kind::OpponentInCheck:
      return side + " is in check, but it is not " + side + "'s turn";
    case Kind::CastlingRook:
      return "no " + side + " rook on " + to_string(square) + " to castle with";
    case Kind::CastlingKing:
      return side + "'s king is not on its back rank, so it cannot castle";
    case Kind::CastlingWing:
      return side + " cannot castle with two rooks on the same side of the king";
    case Kind::EnPassantRank:
      return to_string(square) + " is not on rank " + (color == Color::White ? "6" : "3") +
             ", where " + side + " captures en passant";
    case Kind::EnPassantOccupied:
      return "no pawn can have passed: " + to_string(square) + " is occupied";
    case Kind::EnPassantPawn:
      return "no pawn can have passed: there is no " + std::string(name(!color)) + " pawn on " +
             to_string(square);
  }
  __builtin_unreachable();
}

}  // namespace tabiya
