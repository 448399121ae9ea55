// What the games need to know at the start, and what is counted while they run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace tabiya::server {

struct HallSettings {
  std::filesystem::path database{};  // one SQLite file; made if it is not there
  int search_slots = 1;              // searches that may run at once
  int threads_per_search = 1;
  std::size_t hash_megabytes = 64;  // for each slot
  std::string net{};                // of alpha-beta; empty: the built-in one
  std::string tree_net{};           // of the tree search; empty: the default one
  std::uint64_t seed = 0;           // of ids, colours and weak play; 0: from the system
};

// For /metrics and the log.
struct HallFigures {
  std::uint64_t games_open = 0;  // in memory
  std::uint64_t games_created = 0;
  std::uint64_t moves_played = 0;
  std::uint64_t messages_in = 0;
  std::uint64_t messages_refused = 0;
  std::uint64_t store_failures = 0;  // changes that the database could not have
  std::uint64_t searches_running = 0;
  std::uint64_t searches_waiting = 0;
  std::uint64_t searches_done = 0;
  std::uint64_t nodes_searched = 0;
};

}  // namespace tabiya::server
