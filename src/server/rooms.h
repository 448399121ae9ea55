// All games: those that are open, each a room, and those in the database, where a room is opened
// when somebody asks for it. Rooms that nobody uses are closed again.
//
// All calls come from the home thread.
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
#include "server/hall_settings.h"
#include "server/room.h"

namespace tabiya::server {

class Rooms final : public RoomHost {
 public:
  // The error says what is wrong with the database or a network, for people.
  static Result<std::unique_ptr<Rooms>> open(const HallSettings&, HomeThread&);
  ~Rooms() override;
  Rooms(const Rooms&) = delete;
  Rooms& operator=(const Rooms&) = delete;

  // Valid until the next call of this or of a function that closes rooms.
  std::expected<Room*, Problem> room(const std::string& id);
  Room* open_room(const std::string& id);  // null if it is not open
  void close_idle();

  std::expected<std::string, Problem> add(GameRecord);  // its id
  Done remove(const std::string& id);                   // pages that show it are told

  std::optional<std::string> trouble();  // why nothing can be stored now
  void count(HallFigures&) const;        // fills in what is known here

  HomeThread& home() override { return home_; }
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
  Rooms(const HallSettings&, HomeThread&);
  Result<void> open_engines(const HallSettings&);
  void close_broken();
  void close(const std::string& id, const Problem& why);

  HomeThread& home_;
  std::uint64_t seed_;
  bool repeatable_;
  Random random_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<SearchPool> searches_;
  std::string why_no_tree_search_;
  std::unordered_map<std::string, std::unique_ptr<Room>> rooms_;
  std::list<std::string> recent_;    // ids of rooms, used last first
  std::vector<std::string> broken_;  // ids of rooms to be closed
  std::unique_ptr<Appointment> closing_;
  std::optional<std::string> trouble_;
  std::uint64_t created_ = 0;
  std::uint64_t moves_played_ = 0;
  std::uint64_t store_failures_ = 0;
};

}  // namespace tabiya::server
