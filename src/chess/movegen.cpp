#include "chess/movegen.h"

#include "chess/attacks.h"
#include "chess/king_safety.h"
#include "chess/rays.h"

namespace tabiya {

namespace {

enum class Wanted { All, CapturesAndPromotions, Quiet };

// Where generated moves go. One sink writes them down; the other only counts, and needs no
// more than the size of each set of destinations.
class Lister {
 public:
  explicit Lister(MoveList& list) : list_(list) {}

  void piece(Square from, Bitboard targets) {
    for (Square to : targets) list_.push(Move::normal(from, to));
  }
  void pawns(Bitboard targets, int step) {
    for (Square to : targets) list_.push(Move::normal(to - step, to));
  }
  void promotions(Bitboard targets, int step) {
    for (Square to : targets)
      for (PieceType type : kPromotions) list_.push(Move::promotion(to - step, to, type));
  }
  void en_passant(Square from, Square to) { list_.push(Move::en_passant(from, to)); }
  void castling(Square king, Square rook) { list_.push(Move::castling(king, rook)); }

 private:
  MoveList& list_;
};

class Counter {
 public:
  int count() const { return count_; }

  void piece(Square, Bitboard targets) { count_ += targets.count(); }
  void pawns(Bitboard targets, int) { count_ += targets.count(); }
  void promotions(Bitboard targets, int) { count_ += 4 * targets.count(); }
  void en_passant(Square, Square) { ++count_; }
  void castling(Square, Square) { ++count_; }

 private:
  int count_ = 0;
};

template <Color Us, Wanted W, class Sink>
void generate_pawns(const Position& position, Square king, Bitboard pinned, Bitboard allowed,
                    Sink& sink) {
  constexpr int up = pawn_step(Us);
  constexpr Bitboard last_rank = squares_of(Us, Rank::R8);
  constexpr Bitboard third_rank = squares_of(Us, Rank::R3);
  const Bitboard empty = ~position.occupied();
  const Bitboard enemies = position.pieces(!Us);
  const Bitboard pawns = position.pieces(Us, PieceType::Pawn);

  // A pinned pawn may move along its pin: push if the king is on its file, capture if the
  // king is on the diagonal of the capture.
  const Bitboard rising = rising_diagonal(king);
  const Bitboard falling = falling_diagonal(king);
  const Bitboard free = pawns & ~pinned;
  const Bitboard pushers = free | (pawns & squares_of(file_of(king)));
  const Bitboard west_takers = free | (pawns & (Us == Color::White ? falling : rising));
  const Bitboard east_takers = free | (pawns & (Us == Color::White ? rising : falling));

  const Bitboard once = forward<Us>(pushers) & empty;
  const Bitboard twice = forward<Us>(once & third_rank) & empty & allowed;
  const Bitboard push = once & allowed;
  const Bitboard west_takes = forward<Us>(west(west_takers)) & enemies & allowed;
  const Bitboard east_takes = forward<Us>(east(east_takers)) & enemies & allowed;

  if (W != Wanted::CapturesAndPromotions) {
    sink.pawns(push & ~last_rank, up);
    sink.pawns(twice, 2 * up);
  }
  if (W != Wanted::Quiet) {
    sink.pawns(west_takes & ~last_rank, up - 1);
    sink.pawns(east_takes & ~last_rank, up + 1);
    if ((push | west_takes | east_takes).meets(last_rank)) {
      sink.promotions(push & last_rank, up);
      sink.promotions(west_takes & last_rank, up - 1);
      sink.promotions(east_takes & last_rank, up + 1);
    }
    if (const auto target = position.en_passant_capture())
      for (Square from : pawn_attacks(!Us, *target) & pawns)
        if (position.en_passant_is_safe(from)) sink.en_passant(from, *target);
  }
}

template <Color Us, Wanted W, class Sink>
void generate(const Position& position, Sink& sink) {
  constexpr Color Them = !Us;
  const Square king = position.king(Us);
  const Bitboard own = position.pieces(Us);
  const Bitboard occupied = position.occupied();
  const Bitboard wanted = W == Wanted::All                     ? ~own
                          : W == Wanted::CapturesAndPromotions ? position.pieces(Them)
                                                               : ~occupied;
  const auto [checkers, pinned] = king_lines<Us>(position, king);

  const Bitboard king_steps = king_attacks(king) & wanted;
  const Bitboard castlers = W == Wanted::CapturesAndPromotions || checkers.any()
                                ? kNoSquares
                                : position.castling_rooks(Us);
  if ((king_steps | castlers).any()) {
    // The king does not hide the squares behind it from a slider it runs away from.
    const Bitboard attacked = attacked_squares<Them>(position, occupied ^ Bitboard(king));
    sink.piece(king, king_steps & ~attacked);
    for (Square rook : castlers)
      if (may_castle<Us>(position, king, rook, attacked, pinned)) sink.castling(king, rook);
  }
  if (checkers.many()) return;

  // In check, every other move captures the checker or steps between.
  const Bitboard evasions =
      checkers.any() ? between(king, checkers.first()) | checkers : kAllSquares;
  generate_pawns<Us, W>(position, king, pinned, evasions, sink);

  const Bitboard targets = wanted & evasions;
  for (Square from : own& position.pieces(PieceType::Knight) & ~pinned)
    sink.piece(from, knight_attacks(from) & targets);

  const Bitboard diagonal = own & position.pieces(PieceType::Bishop, PieceType::Queen);
  const Bitboard straight = own & position.pieces(PieceType::Rook, PieceType::Queen);
  for (Square from : diagonal & ~pinned) sink.piece(from, bishop_attacks(from, occupied) & targets);
  for (Square from : straight & ~pinned) sink.piece(from, rook_attacks(from, occupied) & targets);
  for (Square from : diagonal& pinned)
    sink.piece(from, bishop_attacks(from, occupied) & targets & line(king, from));
  for (Square from : straight& pinned)
    sink.piece(from, rook_attacks(from, occupied) & targets & line(king, from));
}

template <Wanted W, class Sink>
void generate(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::White)
    generate<Color::White, W>(position, sink);
  else
    generate<Color::Black, W>(position, sink);
}

}  // namespace

void legal_moves(const Position& position, MoveList& out) {
  Lister lister(out);
  generate<Wanted::All>(position, lister);
}

void legal_captures_and_promotions(const Position& position, MoveList& out) {
  Lister lister(out);
  generate<Wanted::CapturesAndPromotions>(position, lister);
}

void legal_quiet_moves(const Position& position, MoveList& out) {
  Lister lister(out);
  generate<Wanted::Quiet>(position, lister);
}

int count_legal_moves(const Position& position) {
  Counter counter;
  generate<Wanted::All>(position, counter);
  return counter.count();
}

bool has_legal_move(const Position& position) { return count_legal_moves(position) != 0; }

}  // namespace tabiya
