#include "chess/movegen.h"

#include "chess/attacks.h"
#include "chess/king_safety.h"

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
  const Bitboard enemies = position.pieces(!Us) & allowed;
  const Bitboard pawns = position.pieces(Us, PieceType::Pawn);

  Bitboard pushers = pawns;
  Bitboard west_takers = pawns;
  Bitboard east_takers = pawns;
  if (pinned.meets(pawns)) {
    // A pinned pawn may move along its pin: push if the king is on its file, capture if the
    // king is on the diagonal of the capture.
    const Bitboard rising = rising_diagonal(king);
    const Bitboard falling = falling_diagonal(king);
    pushers &= ~pinned | squares_of(file_of(king));
    west_takers &= ~pinned | (Us == Color::White ? falling : rising);
    east_takers &= ~pinned | (Us == Color::White ? rising : falling);
  }

  const Bitboard once = forward<Us>(pushers) & empty;
  const Bitboard twice = forward<Us>(once & third_rank) & empty & allowed;
  const Bitboard push = once & allowed;
  const Bitboard west_takes = forward<Us>(west(west_takers)) & enemies;
  const Bitboard east_takes = forward<Us>(east(east_takers)) & enemies;

  if (W != Wanted::CapturesAndPromotions) {
    sink.pawns(push & ~last_rank, up);
    sink.pawns(twice, 2 * up);
  }
  if (W != Wanted::Quiet) {
    sink.pawns(west_takes & ~last_rank, up - 1);
    sink.pawns(east_takes & ~last_rank, up + 1);
    if (pawns.meets(squares_of(Us, Rank::R7))) {
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
void generate_king(const Position& position, Square king, Bitboard wanted, KingLines lines,
                   Sink& sink) {
  const Bitboard steps = king_attacks(king) & wanted;
  Bitboard castlers;
  Bitboard walks;
  // A pinned rook shields its king along the back rank and has to stay (only in Chess960).
  if (W != Wanted::CapturesAndPromotions && lines.checkers.empty())
    for (Square rook : position.castling_rooks(Us) & ~lines.pinned)
      if (castling_is_clear<Us>(position, king, rook)) {
        castlers |= Bitboard(rook);
        walks |= castling_walk<Us>(king, rook);
      }
  // The king does not hide the squares behind it from a slider it runs away from.
  const Bitboard occupied = position.occupied() ^ Bitboard(king);
  const Bitboard safe = unattacked<!Us>(steps | walks, position, occupied);
  sink.piece(king, steps & safe);
  for (Square rook : castlers)
    if (safe.contains(castling_walk<Us>(king, rook))) sink.castling(king, rook);
}

template <Color Us, class Sink>
void generate_pieces(const Position& position, Square king, Bitboard pinned, Bitboard targets,
                     Sink& sink) {
  const Bitboard own = position.pieces(Us);
  const Bitboard occupied = position.occupied();
  const Bitboard knights = own & position.pieces(PieceType::Knight);
  const Bitboard diagonal = own & position.pieces(PieceType::Bishop, PieceType::Queen);
  const Bitboard straight = own & position.pieces(PieceType::Rook, PieceType::Queen);

  for (Square from : knights & ~pinned) sink.piece(from, knight_attacks(from) & targets);
  for (Square from : diagonal & ~pinned) sink.piece(from, bishop_attacks(from, occupied) & targets);
  for (Square from : straight & ~pinned) sink.piece(from, rook_attacks(from, occupied) & targets);
  if (pinned.empty()) return;

  // A pinned slider stays on the line between its king and the pinner; a pinned knight, or a
  // slider of the wrong kind, does not move at all.
  for (Square from : diagonal& pinned)
    sink.piece(from, bishop_attacks(from, occupied) & targets & line(king, from));
  for (Square from : straight& pinned)
    sink.piece(from, rook_attacks(from, occupied) & targets & line(king, from));
}

template <Color Us, Wanted W, class Sink>
void generate(const Position& position, const KingLines& lines, Sink& sink) {
  const Square king = position.king(Us);
  const Bitboard wanted = W == Wanted::All                     ? ~position.pieces(Us)
                          : W == Wanted::CapturesAndPromotions ? position.pieces(!Us)
                                                               : ~position.occupied();
  generate_king<Us, W>(position, king, wanted, lines, sink);

  // In double check only the king moves. In check, every other move captures the checker or
  // steps between.
  if (lines.checkers.many()) return;
  const Bitboard evasions =
      lines.checkers.empty() ? kAllSquares : between(king, lines.checkers.first()) | lines.checkers;
  generate_pawns<Us, W>(position, king, lines.pinned, evasions, sink);
  generate_pieces<Us>(position, king, lines.pinned, wanted & evasions, sink);
}

template <Wanted W, class Sink>
void generate(const Position& position, const KingLines& lines, Sink& sink) {
  if (position.side_to_move() == Color::White)
    generate<Color::White, W>(position, lines, sink);
  else
    generate<Color::Black, W>(position, lines, sink);
}
template <class Sink>
void generate_all(const Position& position, Sink& sink) {
  const auto generate_as = [&]<Color Us>() {
    generate<Us, Wanted::All>(position, king_lines<Us>(position, position.king(Us)), sink);
  };
  if (position.side_to_move() == Color::White)
    generate_as.template operator()<Color::White>();
  else
    generate_as.template operator()<Color::Black>();
}

}  // namespace

KingLines king_lines(const Position& position) {
  return position.side_to_move() == Color::White
             ? king_lines<Color::White>(position, position.king(Color::White))
             : king_lines<Color::Black>(position, position.king(Color::Black));
}

void legal_moves(const Position& position, MoveList& out) {
  Lister lister(out);
  generate_all(position, lister);
}

void legal_captures_and_promotions(const Position& position, const KingLines& lines,
                                   MoveList& out) {
  Lister lister(out);
  generate<Wanted::CapturesAndPromotions>(position, lines, lister);
}

void legal_quiet_moves(const Position& position, const KingLines& lines, MoveList& out) {
  Lister lister(out);
  generate<Wanted::Quiet>(position, lines, lister);
}

[[gnu::flatten]] int count_legal_moves(const Position& position) {
  Counter counter;
  generate_all(position, counter);
  return counter.count();
}

bool has_legal_move(const Position& position) { return count_legal_moves(position) != 0; }

}  // namespace tabiya
