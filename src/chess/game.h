// A game: a start position, the moves played, and everything that depends on the past —
// repetition, draws, taking back.
//
// Moves come in as Move values; notation/play.h takes them as UCI or SAN text.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "chess/chess960.h"
#include "chess/move.h"
#include "chess/outcome.h"
#include "chess/position.h"

namespace tabiya {

// Fifty moves and threefold repetition end the game at once (self-play, matches, search), or
// only when a player claims them; then seventy-five moves and fivefold repetition end it.
enum class DrawRule : std::uint8_t { Automatic, Claim };

// One move of a game with everything that is needed to show it.
struct MoveRecord {
  Move move;
  Piece piece;
  Square from;
  Square to;  // where the king lands when castling
  std::optional<Piece> captured;
  std::optional<PieceType> promotion;
  std::optional<Wing> castling;
  bool en_passant;
  Position before;
};

class Game {
 public:
  Game() : Game(Position::start()) {}
  // The variant is Chess960 if the castling rights ask for it, even when not told so.
  explicit Game(const Position& start, Variant variant = Variant::Standard,
                DrawRule draw_rule = DrawRule::Automatic);

  // All 960 of them are Chess960 games, also those whose castling looks like the standard one.
  // Precondition: 0 <= number < 960.
  static Game chess960(int number) { return Game(chess960_start(number), Variant::Chess960); }
  static Game random_chess960(Random& random) {
    return Game(random_chess960_start(random), Variant::Chess960);
  }

  Variant variant() const { return variant_; }
  DrawRule draw_rule() const { return draw_rule_; }
  void use(DrawRule rule) { draw_rule_ = rule; }

  const Position& start() const { return plies_.front().position; }
  const Position& position() const { return plies_.back().position; }

  // Half-moves played; position_at(0) is the start, position_at(length()) the present.
  std::size_t length() const { return plies_.size() - 1; }
  const Position& position_at(std::size_t ply) const { return plies_[ply].position; }
  Move move_at(std::size_t ply) const { return plies_[ply + 1].move; }  // from position_at(ply)
  MoveRecord record_at(std::size_t ply) const;
  std::vector<MoveRecord> history() const;

  // Precondition: the move is legal here. The rules do not stop anyone from playing on after
  // an end; outcome() tells. A resignation and the like are forgotten.
  void play(Move);
  // Takes the last move back; false at the start. A resignation and the like are forgotten.
  bool take_back();

  // How often the position at this ply had occurred by then, itself included.
  int occurrences_at(std::size_t ply) const { return plies_[ply].occurrences; }
  int occurrences() const { return plies_.back().occurrences; }

  // A draw the player to move may claim now: fifty moves or threefold repetition.
  std::optional<Ending> claimable_draw() const;

  // Who won, or why it is drawn; nothing while it is not over. In this order: what the players
  // declared (while it was still open), checkmate, stalemate, insufficient material, move-count
  // rule, repetition.
  std::optional<Outcome> outcome() const;
  bool is_over() const { return outcome().has_value(); }

  // What only players can do. Each is refused (false) when the game is over already, and a
  // claim also when there is nothing to claim.
  bool resign(Color);
  bool agree_draw();
  bool claim_draw();
  // A flag falls: a loss, or a draw if the opponent could not have mated.
  bool lose_on_time(Color);

  // −1 if the side to move has lost, 0 for a draw, +1 if it has won (only by resignation or
  // time); NaN while the game is not over.
  float result_for_side_to_move() const;

 private:
  struct Ply {
    Position position;
    Move move;  // the one that led here; meaningless for the start
    int occurrences;
  };

  bool declare(Outcome);

  std::vector<Ply> plies_;
  std::optional<Outcome> declared_;
  Variant variant_;
  DrawRule draw_rule_;
};

}  // namespace tabiya
