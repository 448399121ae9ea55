#include "repl/game_text.h"

#include <fmt/format.h>

#include <cstdlib>

#include "chess/values.h"
#include "notation/san.h"

namespace tabiya {

MaterialCount material_count(const Setup& setup) {
  MaterialCount count;
  for (const std::optional<Piece>& piece : setup.board) {
    if (!piece) continue;
    const double value =
        piece->type() == PieceType::King ? 200 : centipawns_of(piece->type()) / 100.0;
    count.all += value;
    count.advantage += piece->color() == Color::White ? value : -value;
  }
  return count;
}

std::string board_and_material(const Setup& setup, BoardStyle style) {
  const MaterialCount count = material_count(setup);
  return fmt::format("{}\n  material: {:g} ({:g})\n  {} is moving\n", board_text(setup, style),
                     count.all, count.advantage, name(setup.side_to_move));
}

std::string outcome_text(const Outcome& outcome) {
  if (outcome.is_draw()) return fmt::format("draw by {}", describe(outcome.ending));
  return fmt::format("{}, {} wins", describe(outcome.ending), name(*outcome.winner));
}

std::string score_text(Score score, Color to_move) {
  const int sign = to_move == Color::White ? 1 : -1;
  if (!score.is_mate()) return fmt::format("{:+.2f}", sign * score.centipawns() / 100.0);
  const bool white_mates = score.is_win() == (to_move == Color::White);
  return fmt::format("{}M{}", white_mates ? '+' : '-', std::abs(score.mate_moves()));
}

std::string moves_text(const Position& start, std::span<const Move> moves, std::size_t columns) {
  std::string text;
  Position position = start;
  for (const Move move : moves) {
    std::string next;
    if (position.side_to_move() == Color::White)
      next = fmt::format("{}. ", position.fullmove_number());
    else if (text.empty())
      next = fmt::format("{}... ", position.fullmove_number());
    next += to_san(position, move);
    if (!text.empty() && text.size() + 1 + next.size() > columns) break;
    if (!text.empty()) text += ' ';
    text += next;
    position.play(move);
  }
  return text;
}

}  // namespace tabiya
