#include "server/game_state.h"

#include <algorithm>
#include <utility>

namespace tabiya::server {

std::optional<Clocks> GameClock::at(Time now) const {
  std::optional<Clocks> clocks = set;
  if (!runs()) return clocks;
  Milliseconds& left = clocks->of(*clocks->running);
  left = std::max(left - std::chrono::duration_cast<Milliseconds>(now - since), Milliseconds(0));
  return clocks;
}

GameState::GameState(GameRecord record, Time clocks_since)
    : record_(std::move(record)),
      played_(record_.tree.game_at(record_.tip, record_.draw_rule())),
      clocks_since_(clocks_since) {}

std::expected<const TreeNode*, Problem> GameState::node(NodeNumber id) const {
  if (const TreeNode* const found = record_.tree.find(id)) return found;
  return refused(ProblemCode::UnknownNode, "that position is no longer part of the game");
}

std::optional<Color> GameState::engine_color() const {
  for (const Color color : kColors)
    if (record_.players.of(color).engine) return color;
  return std::nullopt;
}

bool GameState::flag_has_fallen(Time now) const {
  const auto clocks = clock().at(now);
  return clocks && clocks->running && !record_.result &&
         clocks->of(*clocks->running) <= Milliseconds(0);
}

GameUpdate GameState::update() const {
  GameUpdate update;
  update.change.chat_from = record_.chat.size();
  return update;
}

void GameState::say(Speaker from, std::vector<ChatPart> parts) {
  if (record_.chat.size() >= kMostChatLines) return;
  const std::int64_t id = record_.chat.empty() ? 1 : record_.chat.back().id + 1;
  record_.chat.push_back({id, moment_now(), from, std::move(parts)});
}

void GameState::go_to(NodeNumber tip) {
  record_.tip = tip;
  played_ = record_.tree.game_at(tip, record_.draw_rule());
}

void GameState::set_clocks(const Clocks& clocks, Time now, GameUpdate& change) {
  record_.clocks = clocks;
  clocks_since_ = now;
  change.clocks = true;
}

void GameState::drop_draw_offer(GameUpdate& change) {
  if (record_.draw_offer) change.draw_offer = true;
  record_.draw_offer.reset();
}

void GameState::put_result(GameResult result, Time now, GameUpdate& change) {
  if (!record_.is_study()) say(result.text);
  record_.result = std::move(result);
  change.result = true;
  if (auto clocks = clock().at(now)) {
    clocks->running.reset();
    set_clocks(*clocks, now, change);
  }
  drop_draw_offer(change);
}

}  // namespace tabiya::server
