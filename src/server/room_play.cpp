// Moves, clocks, draws and results of a room.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "notation/uci_move.h"
#include "server/game_record.h"
#include "server/game_session.h"

namespace tabiya::server {

Done GameSession::play(NodeNumber from, std::string_view uci) {
  if (flag_has_fallen())
    if (auto fallen = flag_falls(); !fallen) return fallen;
  const auto parent = node(from);
  if (!parent) return std::unexpected(parent.error());
  if (from != record_.tip && !may_.vary)
    return refused(ProblemCode::Stale, "the game has gone on; that move came too late");
  if (from == record_.tip && may_.move.empty() && !may_.vary)
    return refused(ProblemCode::NotNow,
                   record_.result ? "the game is over" : "it is not your turn");
  const auto move = parse_uci((*parent)->position, uci, record_.variant());
  if (!move)
    return refused(ProblemCode::IllegalMove,
                   fmt::format("{} is not possible: {}", uci, move.error().message));
  if (from == record_.tip && (!record_.result || record_.is_study())) return play_at_tip(*move);
  return vary(from, *move);
}

Done GameSession::vary(NodeNumber from, Move move) {
  if (record_.tree.child(from, move)) return {};
  if (record_.tree.is_full())
    return refused(ProblemCode::TooLarge, "this game has as many positions as a game may have");
  Update change = update();
  const NodeNumber id = record_.tree.add(from, move);
  record_.tree.notes(id).at = moment_now();
  change.change.nodes = {id};
  return publish(change);
}

Done GameSession::play_at_tip(Move move) {
  if (record_.tree.is_full())
    return refused(ProblemCode::TooLarge, "this game has as many positions as a game may have");
  const Color mover = record_.turn();
  Update change = update();
  const NodeNumber id = record_.tree.add(record_.tip, move);
  NodeNotes& notes = record_.tree.notes(id);
  notes.at = moment_now();
  change.change.nodes = {id};
  change.tip = true;
  if (auto clocks = clocks_now()) {
    // Before the first move no clock runs: it costs nothing and brings nothing.
    const bool ran = clocks->running.has_value();
    notes.spent = record_.clocks->of(mover) - clocks->of(mover);
    if (ran) clocks->of(mover) += record_.control->increment;
    notes.left = clocks->of(mover);
    clocks->running = !mover;
    record_.clocks = clocks;
    clock_since_ = host_.dispatcher().now();
    change.clocks = true;
  }
  go_to(id);
  if (record_.draw_offer == !mover) {
    record_.draw_offer.reset();
    change.draw_offer = true;
  }
  const auto outcome = record_.is_study() ? outcome_of(tip_game_.position()) : tip_game_.outcome();
  if (outcome) {
    put_result(result_of(*outcome), change);
  } else if (record_.result) {  // of a study that goes on behind its end
    record_.result.reset();
    change.result = true;
  }
  host_.move_was_played();
  return publish(change);
}

// --- the end -----------------------------------------------------------------------------

void GameSession::put_result(GameResult result, Update& change) {
  if (!record_.is_study()) say(result.text);
  record_.result = std::move(result);
  change.result = true;
  if (auto clocks = clocks_now()) {
    clocks->running.reset();
    record_.clocks = clocks;
    change.clocks = true;
  }
  if (record_.draw_offer) change.draw_offer = true;
  record_.draw_offer.reset();
  drop(move_search_);
}

Done GameSession::finish(GameResult result, Update change) {
  put_result(std::move(result), change);
  return publish(change);
}

Done GameSession::resign(Color color) {
  if (std::ranges::find(may_.resign, color) == may_.resign.end())
    return refused(ProblemCode::NotNow, "there is nothing to resign");
  return finish(resignation(color), update());
}

Done GameSession::offer_draw() {
  if (!may_.offer_draw) return refused(ProblemCode::NotNow, "a draw cannot be offered now");
  Update change = update();
  const auto engine = engine_color();
  record_.draw_offer = engine ? !*engine : record_.turn();
  change.draw_offer = true;
  say(engine ? "You offer a draw."
             : fmt::format("{} offers a draw.",
                           *record_.draw_offer == Color::White ? "White" : "Black"));
  if (auto told = publish(change); !told) return told;
  // An engine that is about to move answers then.
  if (engine && record_.turn() != *engine) return ask(Question::Draw, record_.tip);
  return {};
}

Done GameSession::answer_draw(bool accept) {
  if (!may_.answer_draw)
    return refused(ProblemCode::NotNow, "nobody has offered a draw that is yours to answer");
  if (accept) return finish(result_of(Outcome::draw(Ending::Agreement)), update());
  Update change = update();
  record_.draw_offer.reset();
  change.draw_offer = true;
  say("The draw is declined.");
  return publish(change);
}

Done GameSession::claim_draw() {
  if (!may_.claim_draw) return refused(ProblemCode::NotNow, "there is no draw to claim");
  return finish(result_of(Outcome::draw(*tip_game_.claimable_draw())), update());
}

// --- back and again ----------------------------------------------------------------------

Done GameSession::take_back() {
  if (!may_.take_back) return refused(ProblemCode::NotNow, "there is nothing to take back");
  Update change = update();
  NodeNumber first = record_.tip;  // of those that go
  NodeNumber back = *record_.tree.at(first).parent;
  if (engine_color() == record_.tree.at(back).position.side_to_move()) {
    first = back;
    back = *record_.tree.at(first).parent;
  }
  drop(move_search_);
  auto clocks = clocks_now();
  change.change.removed = record_.tree.remove(first);
  change.tip = true;
  go_to(back);
  if (clocks) {
    if (back == MoveTree::kStart)
      clocks->running.reset();
    else
      clocks->running = record_.turn();
    record_.clocks = clocks;
    clock_since_ = host_.dispatcher().now();
    change.clocks = true;
  }
  if (record_.draw_offer) change.draw_offer = true;
  record_.draw_offer.reset();
  say("A move was taken back.");
  return publish(change);
}

Done GameSession::rematch() {
  if (!may_.rematch) return refused(ProblemCode::NotNow, "the game is not over");
  NewGame wish = wish_of(record_);
  wish.color = record_.players.white.engine ? ColorWish::White : ColorWish::Black;
  return new_game_after(std::move(wish));
}

Done GameSession::new_game_after(NewGame wish) {
  const auto created = host_.new_game(wish);
  if (!created) return std::unexpected(created.error());
  Update change = update();
  record_.next = created->id;
  change.next = true;
  return publish(change);
}

Done GameSession::change_strength(std::optional<EngineKind> engine,
                                  std::optional<std::int64_t> level) {
  const auto color = engine_color();
  if (!color) return refused(ProblemCode::NotNow, "there is no engine in this game");
  if (level && !is_level(*level))
    return refused(ProblemCode::BadValue, "levels go from 1 to 10", "level");
  if (engine)
    if (std::string why = host_.why_not(*engine); !why.empty())
      return refused(ProblemCode::BadValue, std::move(why), "engine");
  Player& player = record_.players.of(*color);
  const int chosen = level ? static_cast<int>(*level) : player.level;
  Update change = update();
  player = engine_player(engine.value_or(*player.engine), chosen);
  change.players = true;
  say(fmt::format("You now play against {}.", player.name));
  return publish(change);
}

// --- clocks ------------------------------------------------------------------------------

std::optional<Clocks> GameSession::clocks_now() const {
  std::optional<Clocks> clocks = record_.clocks;
  if (clocks && clocks->running) {
    const auto passed =
        std::chrono::duration_cast<Milliseconds>(host_.dispatcher().now() - clock_since_);
    Milliseconds& left = clocks->of(*clocks->running);
    left = std::max(left - passed, Milliseconds(0));
  }
  return clocks;
}

bool GameSession::flag_has_fallen() const {
  const auto clocks = clocks_now();
  return clocks && clocks->running && !record_.result &&
         clocks->of(*clocks->running) <= Milliseconds(0);
}

Done GameSession::flag_falls() {
  return finish(flag_fall(*record_.clocks->running, tip_game_.position()), update());
}

void GameSession::arm_flag() {
  flag_.reset();
  if (!record_.clocks || !record_.clocks->running || record_.result) return;
  const auto falls = clock_since_ + record_.clocks->of(*record_.clocks->running);
  flag_ = host_.dispatcher().call_at(falls, [this] {
    const auto kept = std::move(flag_);  // until this call is over: it is inside
    if (flag_has_fallen())
      static_cast<void>(flag_falls());
    else
      arm_flag();
  });
}

}  // namespace tabiya::server
