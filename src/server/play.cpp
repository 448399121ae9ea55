#include "server/play.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "notation/uci_move.h"
#include "server/new_game.h"

namespace tabiya::server {
namespace {

std::unexpected<Problem> full_tree() {
  return refused(ProblemCode::TooLarge, "this game has as many positions as a game may have");
}

Changed play_variation(GameState& game, NodeNumber from, Move move) {
  MoveTree& tree = game.edit().tree;
  if (tree.child(from, move)) return std::nullopt;
  if (tree.is_full()) return full_tree();
  GameUpdate change = game.update();
  const NodeNumber id = tree.add(from, move);
  tree.notes(id).at = moment_now();
  change.change.nodes = {id};
  return change;
}

// Before the first move no clock runs: it costs nothing and brings nothing.
void press_clock(GameState& game, Color mover, NodeNotes& notes, Time now, GameUpdate& change) {
  auto clocks = game.clock().at(now);
  if (!clocks) return;
  notes.spent = game.record().clocks->of(mover) - clocks->of(mover);
  if (clocks->running) clocks->of(mover) += game.record().control->increment;
  notes.left = clocks->of(mover);
  clocks->running = !mover;
  game.set_clocks(*clocks, now, change);
}

}  // namespace

// --- moves -------------------------------------------------------------------------------

Changed play_move(GameState& game, NodeNumber from, std::string_view uci, Time now) {
  const GameRecord& record = game.record();
  const Rights may = game.may();
  const auto parent = game.node(from);
  if (!parent) return std::unexpected(parent.error());
  if (from != record.tip && !may.vary)
    return refused(ProblemCode::Stale, "the game has gone on; that move came too late");
  if (from == record.tip && may.move.empty() && !may.vary)
    return refused(ProblemCode::NotNow, record.result ? "the game is over" : "it is not your turn");
  const auto move = parse_uci((*parent)->position, uci, record.variant());
  if (!move)
    return refused(ProblemCode::IllegalMove,
                   fmt::format("{} is not possible: {}", uci, move.error().message));
  if (from == record.tip && (!record.result || record.is_study()))
    return play_at_tip(game, *move, now);
  return play_variation(game, from, *move);
}

Changed play_at_tip(GameState& game, Move move, Time now) {
  GameRecord& record = game.edit();
  if (record.tree.is_full()) return full_tree();
  const Color mover = record.turn();
  GameUpdate change = game.update();
  const NodeNumber id = record.tree.add(record.tip, move);
  NodeNotes& notes = record.tree.notes(id);
  notes.at = moment_now();
  change.change.nodes = {id};
  change.tip = true;
  press_clock(game, mover, notes, now, change);
  game.go_to(id);
  if (record.draw_offer == !mover) game.drop_draw_offer(change);
  const Game& played = game.played();
  const auto outcome = record.is_study() ? outcome_of(played.position()) : played.outcome();
  if (outcome) {
    game.put_result(result_of(*outcome), now, change);
  } else if (record.result) {  // of a study that goes on behind its end
    record.result.reset();
    change.result = true;
  }
  return change;
}

// --- the end -----------------------------------------------------------------------------

GameUpdate finish(GameState& game, GameResult result, Time now) {
  GameUpdate change = game.update();
  game.put_result(std::move(result), now, change);
  return change;
}

GameUpdate fall_flag(GameState& game, Time now) {
  const Color loser = *game.record().clocks->running;
  return finish(game, flag_fall(loser, game.played().position()), now);
}

Changed resign(GameState& game, Color color, Time now) {
  const Rights may = game.may();
  if (std::ranges::find(may.resign, color) == may.resign.end())
    return refused(ProblemCode::NotNow, "there is nothing to resign");
  return finish(game, resignation(color), now);
}

// --- draws -------------------------------------------------------------------------------

Changed offer_draw(GameState& game) {
  if (!game.may().offer_draw) return refused(ProblemCode::NotNow, "a draw cannot be offered now");
  GameRecord& record = game.edit();
  GameUpdate change = game.update();
  const auto engine = game.engine_color();
  record.draw_offer = engine ? !*engine : record.turn();
  change.draw_offer = true;
  game.say(engine ? "You offer a draw."
                  : fmt::format("{} offers a draw.",
                                *record.draw_offer == Color::White ? "White" : "Black"));
  return change;
}

Changed answer_draw(GameState& game, bool accept, Time now) {
  if (!game.may().answer_draw)
    return refused(ProblemCode::NotNow, "there is no draw offer that you can answer");
  if (accept) return finish(game, result_of(Outcome::draw(Ending::Agreement)), now);
  return decline_draw(game, Speaker::System, "The draw is declined.");
}

GameUpdate decline_draw(GameState& game, Speaker speaker, std::string words) {
  GameUpdate change = game.update();
  game.drop_draw_offer(change);
  game.say(speaker, {TextPart{std::move(words)}});
  return change;
}

Changed claim_draw(GameState& game, Time now) {
  const auto claim = game.may().claim_draw;
  if (!claim) return refused(ProblemCode::NotNow, "there is no draw to claim");
  return finish(game, result_of(Outcome::draw(*claim)), now);
}

// --- back and again ----------------------------------------------------------------------

Changed take_back(GameState& game, Time now) {
  if (!game.may().take_back) return refused(ProblemCode::NotNow, "there is nothing to take back");
  MoveTree& tree = game.edit().tree;
  GameUpdate change = game.update();
  NodeNumber first = game.record().tip;  // of those that go
  NodeNumber back = *tree.at(first).parent;
  if (game.engine_color() == tree.at(back).position.side_to_move()) {
    first = back;
    back = *tree.at(first).parent;
  }
  change.change.removed = tree.remove(first);
  change.tip = true;
  game.go_to(back);
  if (auto clocks = game.clock().at(now)) {
    clocks->running.reset();
    if (back != MoveTree::kStart) clocks->running = game.record().turn();
    game.set_clocks(*clocks, now, change);
  }
  game.drop_draw_offer(change);
  game.say("A move was taken back.");
  return change;
}

Changed change_strength(GameState& game, std::optional<EngineKind> engine,
                        std::optional<std::int64_t> level) {
  const auto color = game.engine_color();
  if (!color) return refused(ProblemCode::NotNow, "there is no engine in this game");
  if (level && !is_level(*level))
    return refused(ProblemCode::BadValue, "levels go from 1 to 10", "level");
  Player& player = game.edit().players.of(*color);
  const int chosen = level ? static_cast<int>(*level) : player.level;
  GameUpdate change = game.update();
  player = engine_player(engine.value_or(*player.engine), chosen);
  change.players = true;
  game.say(fmt::format("You now play against {}.", player.name));
  return change;
}

}  // namespace tabiya::server
