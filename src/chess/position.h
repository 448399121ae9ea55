// One legal chess position, and nothing about how it was reached.
//
// A small value: copy it freely. The only ways in are start(), from() and play(), so a
// Position that exists is legal and every accessor is total.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/setup.h"
#include "chess/zobrist.h"

namespace tabiya {

// Notified of every piece that is removed or placed while a move is played. A network's
// accumulator is one; this one does nothing.
struct NoObserver {
  void removed(Piece, Square) {}
  void placed(Piece, Square) {}
};

class Position {
 public:
  static Position start();
  static std::expected<Position, SetupError> from(const Setup&);
  Setup setup() const;

  Color side_to_move() const { return side_; }
  int halfmove_clock() const {
    return static_cast<int>(halfmove_clock_);
  }  // half-moves since capture or pawn move
  int fullmove_number() const { return static_cast<int>(fullmove_number_); }

  Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
  Bitboard pieces(Color color) const { return by_color_[static_cast<std::size_t>(color)]; }
  Bitboard pieces(PieceType type) const { return by_type_[static_cast<std::size_t>(type)]; }
  Bitboard pieces(PieceType a, PieceType b) const { return pieces(a) | pieces(b); }
  Bitboard pieces(Color color, PieceType type) const { return pieces(color) & pieces(type); }
  Square king(Color color) const { return pieces(color, PieceType::King).first(); }

  std::optional<Piece> piece_at(Square square) const {
    const std::uint8_t cell = board_[static_cast<std::size_t>(square)];
    if (cell == kEmpty) return std::nullopt;
    return Piece::at(cell);
  }
  bool is_empty(Square square) const { return board_[static_cast<std::size_t>(square)] == kEmpty; }

  // The rooks that may still castle, and the one of a colour on a wing.
  Bitboard castling_rooks() const { return castling_rooks_; }
  Bitboard castling_rooks(Color color) const { return castling_rooks_ & pieces(color); }
  std::optional<Square> castling_rook(Color, Wing) const;

  // The square a pawn has just passed over, as FEN has it: after every double push.
  std::optional<Square> en_passant_target() const {
    if (en_passant_ == kNoEnPassant) return std::nullopt;
    return square_at(en_passant_);
  }
  // The same square, but only if a capture there is legal: what repetition depends on.
  std::optional<Square> en_passant_capture() const {
    if (!en_passant_legal_) return std::nullopt;
    return square_at(en_passant_);
  }

  // Equal for positions that count as repeated (FIDE 9.2), whatever the clocks say.
  Key key() const { return key_; }
  bool repeats(const Position& other) const;

  // Pieces of both colours that attack a square when these squares are occupied.
  Bitboard attackers(Square, Bitboard occupied) const;
  bool is_attacked(Square square, Color by, Bitboard occupied) const {
    return attackers(square, occupied).meets(pieces(by));
  }
  Bitboard checkers() const;  // enemy pieces giving check to the side to move
  bool in_check() const { return checkers().any(); }

  // True if a pawn on `from` may capture en passant without exposing its king.
  // Precondition: there is an en-passant target and the pawn attacks it.
  bool en_passant_is_safe(Square from) const;

  // Plays a legal move. Precondition: is_legal(*this, move).
  template <class Observer>
  void play(Move move, Observer&& observer) {
    if (side_ == Color::White)
      play_as<Color::White>(move, observer);
    else
      play_as<Color::Black>(move, observer);
  }
  void play(Move move) { play(move, NoObserver{}); }

  [[nodiscard]] Position after(Move move) const {
    Position next = *this;
    next.play(move);
    return next;
  }

  // The same position with the other side to move, as a null-move search wants it.
  // Precondition: not in check.
  [[nodiscard]] Position after_pass() const;

  // Everything equal, clocks included.
  bool operator==(const Position&) const = default;

 private:
  static constexpr std::uint8_t kEmpty = 0xFF;
  static constexpr std::uint8_t kNoEnPassant = 0xFF;

  Position();

  template <Color Us, class Observer>
  void play_as(Move, Observer& observer);
  template <Color Us, class Observer>
  [[gnu::noinline]] void play_special(Move, Observer& observer);

  // The three ways a piece changes its place. They keep the bitboards, the board and the
  // key in step and tell the observer.
  template <class Observer>
  void put(Piece, Square, Observer&);
  template <class Observer>
  void take(Piece, Square, Observer&);
  template <class Observer>
  void shift(Piece, Square from, Square to, Observer&);

  // Gives up what castling is lost when a piece leaves or lands on these squares. To be called
  // before the pieces move.
  void lose_castling(Bitboard touched);
  void guard_castling();
  template <Color Us>
  void advance_clocks() {
    halfmove_clock_ += halfmove_clock_ < kHighestClock;
    if (Us == Color::Black) fullmove_number_ += fullmove_number_ < kHighestClock;
  }
  void clear_en_passant() {
    if (en_passant_legal_) key_ ^= zobrist::en_passant(square_at(en_passant_));
    en_passant_ = kNoEnPassant;
    en_passant_legal_ = false;
  }
  void allow_en_passant(Square target);

  std::array<Bitboard, 6> by_type_{};
  std::array<Bitboard, 2> by_color_{};
  std::array<std::uint8_t, kSquares> board_;  // index(piece) or kEmpty
  Key key_ = 0;
  Bitboard castling_rooks_{};
  Bitboard castling_guard_{};  // these rooks and their kings: when one moves, a right may go
  std::uint32_t halfmove_clock_ = 0;
  std::uint32_t fullmove_number_ = 1;
  Color side_ = Color::White;
  std::uint8_t en_passant_ = kNoEnPassant;
  bool en_passant_legal_ = false;
};

static_assert(sizeof(Position) <= 192);

}  // namespace tabiya

#include "chess/position_play.h"
