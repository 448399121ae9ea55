#include "chess/game.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "chess/movegen.h"

namespace tabiya {

Game::Game(const Position& start, Variant variant, DrawRule draw_rule)
    : plies_{{start, Move::from_bits(0), 1}},
      variant_(needs_chess960(start) ? Variant::Chess960 : variant),
      draw_rule_(draw_rule) {}

MoveRecord Game::record_at(std::size_t ply) const {
  const Position& before = position_at(ply);
  const Move move = move_at(ply);
  MoveRecord record{.move = move,
                    .piece = *before.piece_at(move.from()),
                    .from = move.from(),
                    .to = move.to(),
                    .captured = before.piece_at(move.to()),
                    .promotion = move.promotes_to(),
                    .castling = std::nullopt,
                    .en_passant = move.kind() == Move::Kind::EnPassant,
                    .before = before};
  if (record.en_passant) record.captured = Piece(!before.side_to_move(), PieceType::Pawn);
  if (move.kind() == Move::Kind::Castling) {
    record.captured = std::nullopt;
    record.castling = wing_of(move.from(), move.to());
    record.to = king_after_castling(before.side_to_move(), *record.castling);
  }
  return record;
}

std::vector<MoveRecord> Game::history() const {
  std::vector<MoveRecord> records;
  records.reserve(length());
  for (std::size_t ply = 0; ply < length(); ++ply) records.push_back(record_at(ply));
  return records;
}

void Game::play(Move move) {
  assert(is_legal(position(), move));
  const Position next = position().after(move);
  // Only positions since the last capture or pawn move, with the same side to move, can be
  // the same; the latest of them already knows how often it had occurred.
  int occurrences = 1;
  const std::size_t reach =
      std::min(static_cast<std::size_t>(next.halfmove_clock()), plies_.size());
  for (std::size_t back = 4; back <= reach; back += 2) {
    const Ply& earlier = plies_[plies_.size() - back];
    if (next.repeats(earlier.position)) {
      occurrences = earlier.occurrences + 1;
      break;
    }
  }
  plies_.push_back({next, move, occurrences});
  declared_.reset();
}

bool Game::take_back() {
  if (length() == 0) return false;
  plies_.pop_back();
  declared_.reset();
  return true;
}

std::optional<Ending> Game::claimable_draw() const {
  if (position().halfmove_clock() >= 100) return Ending::FiftyMoves;
  if (occurrences() >= 3) return Ending::ThreefoldRepetition;
  return std::nullopt;
}

std::optional<Outcome> Game::outcome() const {
  if (declared_) return declared_;
  if (const auto decided = outcome_of(position())) return decided;
  if (draw_rule_ == DrawRule::Automatic) {
    if (const auto draw = claimable_draw()) return Outcome::draw(*draw);
    return std::nullopt;
  }
  if (position().halfmove_clock() >= 150) return Outcome::draw(Ending::SeventyFiveMoves);
  if (occurrences() >= 5) return Outcome::draw(Ending::FivefoldRepetition);
  return std::nullopt;
}

bool Game::declare(Outcome outcome) {
  if (is_over()) return false;
  declared_ = outcome;
  return true;
}

bool Game::resign(Color side) { return declare(Outcome::win(!side, Ending::Resignation)); }

bool Game::agree_draw() { return declare(Outcome::draw(Ending::Agreement)); }

bool Game::claim_draw() {
  const auto draw = claimable_draw();
  return draw && declare(Outcome::draw(*draw));
}

bool Game::lose_on_time(Color side) {
  return declare(can_mate(position(), !side) ? Outcome::win(!side, Ending::TimeForfeit)
                                             : Outcome::draw(Ending::TimeForfeit));
}

float Game::result_for_side_to_move() const {
  const auto end = outcome();
  if (!end) return std::numeric_limits<float>::quiet_NaN();
  if (end->is_draw()) return 0.0f;
  return end->winner == position().side_to_move() ? 1.0f : -1.0f;
}

}  // namespace tabiya
