#include "notation/play.h"

#include <fmt/format.h>

#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace tabiya {

namespace {

using ParsedMove = std::expected<Move, NotationError>;

template <class Parse>
ParsedMove play_text(Game& game, Parse parse) {
  if (const auto outcome = game.outcome())
    return std::unexpected(
        NotationError{NotationError::Kind::GameOver, 0,
                      fmt::format("the game is over: {}", describe(outcome->ending))});
  ParsedMove move = parse(game.position());
  if (move) game.play(*move);
  return move;
}

template <class Write>
std::vector<std::string> moves_as(const Game& game, Write write) {
  std::vector<std::string> texts;
  texts.reserve(game.length());
  for (std::size_t ply = 0; ply < game.length(); ++ply)
    texts.push_back(write(game.position_at(ply), game.move_at(ply)));
  return texts;
}

}  // namespace

ParsedMove play_uci(Game& game, std::string_view text) {
  return play_text(
      game, [&](const Position& position) { return parse_uci(position, text, game.variant()); });
}

ParsedMove play_san(Game& game, std::string_view text) {
  return play_text(game, [&](const Position& position) { return parse_san(position, text); });
}

std::vector<std::string> moves_as_san(const Game& game) { return moves_as(game, to_san); }

std::vector<std::string> moves_as_uci(const Game& game) {
  return moves_as(game, [&](const Position& position, Move move) {
    return to_uci(position, move, game.variant());
  });
}

std::expected<Game, NotationError> game_from_fen(std::string_view fen, Variant variant) {
  auto position = parse_fen(fen);
  if (!position) return std::unexpected(std::move(position.error()));
  return Game(*position, variant);
}

}  // namespace tabiya
