// A game in memory: its record, the moves up to its tip, its clock. What players do in it is in
// play.h and variations.h.
//
// It knows neither pages nor engines nor the database: who changes it says what was changed in a
// GameUpdate, which the session stores and publishes.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "chess/game.h"
#include "server/game_record.h"
#include "server/protocol.h"
#include "server/transport.h"

namespace tabiya::server {

inline constexpr std::size_t kMostChatLines = 2000;

using Time = Dispatcher::Clock::time_point;

// What an update tells beside nodes and chat lines.
struct GameUpdate {
  RecordChange change{};
  bool tip = false;  // with its position
  bool players = false;
  bool clocks = false;
  bool result = false;
  bool draw_offer = false;
  bool analysis = false;
  bool report = false;
  bool next = false;
};

// What was changed; nothing if the game is as it was.
using Changed = std::expected<std::optional<GameUpdate>, Problem>;

// Clocks as they were set at one moment, and what they show later.
struct GameClock {
  std::optional<Clocks> set{};  // nothing: a game without clocks
  Time since{};

  std::optional<Clocks> at(Time now) const;
  bool runs() const { return set && set->running; }
  Time flag_falls_at() const { return since + set->of(*set->running); }  // precondition: it runs
};

class GameState {
 public:
  // The clocks of the record were right at that time.
  GameState(GameRecord, Time clocks_since);

  const GameRecord& record() const { return record_; }
  GameRecord& edit() { return record_; }  // but for the tip and the clocks
  const Game& played() const { return played_; }
  Rights may() const { return rights_of(record_, played_); }
  std::expected<const TreeNode*, Problem> node(NodeNumber) const;
  std::optional<Color> engine_color() const;

  GameClock clock() const { return {record_.clocks, clocks_since_}; }
  bool flag_has_fallen(Time now) const;

  GameUpdate update() const;  // an empty one
  void say(Speaker, std::vector<ChatPart>);
  void say(std::string text) { say(Speaker::System, {TextPart{std::move(text)}}); }
  void go_to(NodeNumber tip);
  void set_clocks(const Clocks&, Time now, GameUpdate&);
  void drop_draw_offer(GameUpdate&);
  void put_result(GameResult, Time now, GameUpdate&);

 private:
  GameRecord record_;
  Game played_;  // up to the tip
  Time clocks_since_;
};

}  // namespace tabiya::server
