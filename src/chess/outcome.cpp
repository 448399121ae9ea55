#include "chess/outcome.h"

#include <array>
#include <cstddef>

#include "chess/movegen.h"

namespace tabiya {

std::string_view describe(Ending ending) {
  constexpr std::array<std::string_view, 10> names{"checkmate",
                                                   "stalemate",
                                                   "insufficient material",
                                                   "fifty-move rule",
                                                   "threefold repetition",
                                                   "seventy-five-move rule",
                                                   "fivefold repetition",
                                                   "agreement",
                                                   "resignation",
                                                   "time forfeit"};
  return names[static_cast<std::size_t>(ending)];
}

std::string_view score_text(const std::optional<Outcome>& outcome) {
  if (!outcome) return "*";
  if (outcome->is_draw()) return "1/2-1/2";
  return outcome->winner == Color::White ? "1-0" : "0-1";
}

bool is_checkmate(const Position& position) {
  return position.in_check() && !has_legal_move(position);
}

bool is_stalemate(const Position& position) {
  return !position.in_check() && !has_legal_move(position);
}

std::optional<Outcome> outcome_of(const Position& position) {
  if (!has_legal_move(position)) {
    if (position.in_check()) return Outcome::win(!position.side_to_move(), Ending::Checkmate);
    return Outcome::draw(Ending::Stalemate);
  }
  if (is_insufficient_material(position)) return Outcome::draw(Ending::InsufficientMaterial);
  return std::nullopt;
}

namespace {

bool on_one_square_color(Bitboard pieces) {
  return !pieces.meets(kLightSquares) || !pieces.meets(kDarkSquares);
}

}  // namespace

bool is_insufficient_material(const Position& position) {
  const Bitboard kings = position.pieces(PieceType::King);
  const Bitboard knights = position.pieces(PieceType::Knight);
  const Bitboard bishops = position.pieces(PieceType::Bishop);
  const Bitboard others = position.occupied() ^ kings;
  if (others == knights) return !knights.many();
  return others == bishops && on_one_square_color(bishops);
}

bool can_mate(const Position& position, Color side) {
  const Bitboard own = position.pieces(side);
  const Bitboard theirs = position.pieces(!side);
  const auto has = [&](Bitboard set, PieceType type) { return set.meets(position.pieces(type)); };

  if (has(own, PieceType::Pawn) || has(own, PieceType::Rook) || has(own, PieceType::Queen))
    return true;
  if (has(own, PieceType::Knight)) {
    // A knight with any help mates. Alone it needs an enemy piece that takes a flight square
    // from its own king; a queen there would rather capture the knight or interpose.
    const Bitboard helpers =
        theirs & ~position.pieces(PieceType::King) & ~position.pieces(PieceType::Queen);
    return own.count() > 2 || helpers.any();
  }
  if (has(own, PieceType::Bishop)) {
    // Bishops of one colour never attack the other colour's flight squares; a pawn, a knight
    // or a bishop of the other colour has to block them, on either side.
    return !on_one_square_color(position.pieces(PieceType::Bishop)) ||
           position.pieces(PieceType::Pawn, PieceType::Knight).any();
  }
  return false;
}

}  // namespace tabiya
