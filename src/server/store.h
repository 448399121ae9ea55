// All games in one SQLite file. What a call has written is on the disk when it returns, whole or
// not at all: neither a killed process nor a power failure takes it back.
//
// The file is this server's alone while it is open.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "server/database.h"
#include "server/game_record.h"

namespace tabiya::server {

class Store {
 public:
  static Result<std::unique_ptr<Store>> open(const std::filesystem::path&);

  Written create(const GameRecord&);
  Written save(const GameRecord&, const RecordChange&);
  Written remove(std::string_view id);
  Written try_to_write();  // whether anything can be stored; changes nothing

  // Nothing: there is no such game.
  Result<std::optional<GameRecord>> load(std::string_view id);

  // Their summaries as JSON texts, changed last first.
  Result<std::vector<std::string>> newest(std::size_t most);
  Result<std::vector<std::string>> ids_with_running_clock();

 private:
  explicit Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Written write_game(const GameRecord&);
  Written write_node(Statement&, const GameRecord&, NodeNumber);
  Written write_chat(const GameRecord&, std::size_t from);
  Result<void> load_nodes(GameRecord&);
  Result<void> load_chat(GameRecord&);

  std::unique_ptr<Database> database_;
};

}  // namespace tabiya::server
