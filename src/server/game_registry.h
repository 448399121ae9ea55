// All games: those with an open session, and those in the database, for which a session is opened
// when a page or a request needs it. Sessions that are not used are closed again.
//
// All calls come from the dispatcher's thread.
#pragma once

#include <cstdint>
#include <expected>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "server/game_service.h"
#include "server/game_session.h"

namespace tabiya::server {

class GameRegistry final : public SessionHost {
 public:
  // The error says what is wrong with the database or a network, for people.
  static Result<std::unique_ptr<GameRegistry>> open(const GameSettings&, Dispatcher&);
  ~GameRegistry() override;
  GameRegistry(const GameRegistry&) = delete;
  GameRegistry& operator=(const GameRegistry&) = delete;

  // Valid until the next call of this or of a function that closes sessions.
  std::expected<GameSession*, Problem> session(const std::string& id);
  GameSession* open_session(const std::string& id);  // null if it is not open
  void close_idle();

  std::expected<std::string, Problem> add(GameRecord);  // its id
  Done remove(const std::string& id);                   // pages that show it are told

  std::optional<std::string> trouble();  // why nothing can be stored now
  void count(GameMetrics&) const;        // fills in what is known here

  Dispatcher& dispatcher() override { return dispatcher_; }
  Store& store() override { return *store_; }
  SearchPool& searches() override { return *searches_; }
  std::expected<CreatedGame, Problem> new_game(const NewGame&) override;
  std::string why_not(EngineKind engine) const override {
    return engine == EngineKind::Mcts ? why_no_tree_search_ : "";
  }
  void stored(const Written&) override;
  void move_was_played() override { ++moves_played_; }
  void give_up(const std::string& game) override;

 private:
  GameRegistry(const GameSettings&, Dispatcher&);
  Result<void> open_engines(const GameSettings&);
  void close_broken();
  void close(const std::string& id, const Problem& why);

  Dispatcher& dispatcher_;
  std::uint64_t seed_;
  bool repeatable_;
  Random random_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<SearchPool> searches_;
  std::string why_no_tree_search_;
  std::unordered_map<std::string, std::unique_ptr<GameSession>> sessions_;
  std::list<std::string> recent_;    // ids of sessions, used last first
  std::vector<std::string> broken_;  // ids of sessions to be closed
  std::unique_ptr<Timer> closing_;
  std::optional<std::string> trouble_;
  std::uint64_t created_ = 0;
  std::uint64_t moves_played_ = 0;
  std::uint64_t store_failures_ = 0;
};

}  // namespace tabiya::server
