#include "server/game_record.h"

#include <fmt/format.h>

#include "chess/movegen.h"
#include "chess/outcome.h"

namespace tabiya::server {
namespace {

std::string_view capitalized(Color color) { return color == Color::White ? "White" : "Black"; }

// Has this player made a move that can be taken back?
bool has_moved(const GameRecord& game, Color color) {
  const int plies = game.tree.at(game.tip).ply;
  const Color first = game.tree.at(MoveTree::kStart).position.side_to_move();
  return color == first ? plies >= 1 : plies >= 2;
}

}  // namespace

GameResult result_of(const Outcome& outcome) {
  if (outcome.winner)
    return {outcome.winner, outcome.ending,
            fmt::format("Checkmate, {} wins", name(*outcome.winner))};
  const std::string_view how = describe(outcome.ending);
  const std::string_view article = how.ends_with("rule") ? "the " : "";
  return {std::nullopt, outcome.ending, fmt::format("Draw by {}{}", article, how)};
}

GameResult resignation(Color loser) {
  return {!loser, Ending::Resignation,
          fmt::format("{} resigned, {} wins", capitalized(loser), name(!loser))};
}

GameResult flag_fall(Color loser, const Position& position) {
  if (!can_mate(position, !loser))
    return {std::nullopt, Ending::TimeForfeit,
            fmt::format("Draw: {} is out of time, but {} cannot mate", capitalized(loser),
                        name(!loser))};
  return {!loser, Ending::TimeForfeit, fmt::format("{} wins on time", capitalized(!loser))};
}

Rights rights_of(const GameRecord& game, const Game& tip) {
  const bool study = game.is_study();
  const bool open = !game.result;
  const bool playing = open && !study;
  const Color turn = game.turn();
  const bool person_to_move = !game.players.of(turn).engine;
  const bool moved = game.tip != MoveTree::kStart;
  const bool against_engine = game.mode == Mode::Engine;
  const Color own = against_engine && !person_to_move ? !turn : turn;

  Rights may;
  if ((open || study) && person_to_move && has_legal_move(tip.position())) may.move = {turn};
  may.take_back = playing && moved && (!against_engine || has_moved(game, own));
  if (playing) may.resign = {own};
  may.offer_draw = playing && moved && !game.draw_offer;
  may.answer_draw = playing && !against_engine && game.draw_offer == !turn;
  if (playing && person_to_move) may.claim_draw = tip.claimable_draw();
  may.rematch = !open && !study;
  may.vary = may.analyse = study || !open;
  may.hint = may.vary || (open && person_to_move);
  return may;
}

}  // namespace tabiya::server
