// What the parts of a game's session share.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "server/game_state.h"
#include "server/new_game.h"
#include "server/search_pool.h"
#include "server/store.h"
#include "server/subscribers.h"

namespace tabiya::server {

struct CreatedGame {
  std::string id{};
  std::vector<std::string> notes{};  // for people
};

// What a session needs of the registry it is in.
class SessionHost {
 public:
  virtual ~SessionHost() = default;
  virtual Dispatcher& dispatcher() = 0;
  virtual Store& store() = 0;
  virtual SearchPool& searches() = 0;
  virtual std::expected<CreatedGame, Problem> new_game(const NewGame&) = 0;
  virtual std::string why_not(EngineKind) const = 0;  // empty if the engine can be used
  virtual void stored(const Written&) = 0;            // told of every attempt
  virtual void move_was_played() = 0;
  virtual void give_up(const std::string& game) = 0;  // closes its session, after this call
};

struct SessionContext {
  SessionHost& host;
  GameState& game;
  Subscribers& pages;
  // Stores what was changed in the game and tells the pages. If it cannot be stored, the game is
  // read from the database again, and nothing was changed.
  std::function<Done(const GameUpdate&)> publish;

  Time now() const { return host.dispatcher().now(); }
};

}  // namespace tabiya::server
