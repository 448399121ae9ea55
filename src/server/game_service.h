// Everything that a web page can ask for, without the network: games, chats, analyses, engines.
// docs/web-protocol.md is its contract.
//
// All calls come from the dispatcher's thread. Engines think on threads of their own and come back
// to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "server/transport.h"

namespace tabiya::server {

// An HTTP request below /api/v1/. Its body is already limited.
struct ApiRequest {
  std::string method;
  std::string path;  // without the query, still with /api/v1/
  std::string body;
};

struct ApiAnswer {
  int status = 200;
  std::string content_type;  // empty: no body
  std::string body;
};

// Called once, at once or later, on the dispatcher's thread; never after the service is gone.
// With an exception, which is a bug of this program, there is no answer.
using ApiAnswered = std::function<void(const std::exception_ptr&, ApiAnswer)>;

// For /metrics.
struct GameMetrics {
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

// What the transport calls. Its tests have a simple one of their own.
class GameService {
 public:
  virtual ~GameService() = default;

  virtual void answer(ApiRequest, ApiAnswered) = 0;

  // A page is told hello, then asks, then leaves. No call for it after left().
  virtual void entered(Page&) = 0;
  virtual void received(Page&, std::string_view frame) = 0;
  virtual void left(Page&) = 0;

  virtual std::optional<std::string> trouble() = 0;  // why the server cannot do its work now
  virtual GameMetrics metrics() const = 0;
};

struct GameSettings {
  std::filesystem::path database{};  // one SQLite file; made if it is not there
  int search_slots = 1;              // searches that may run at once
  int threads_per_search = 1;
  std::size_t hash_megabytes = 64;  // for each slot
  std::string net{};                // of alpha-beta; empty: the built-in one
  std::string tree_net{};           // of the tree search; empty: the default one
  std::uint64_t seed = 0;           // of ids, colours and weak play; 0: from the system
};

// The games of a database. Destroying the service stops all searches; everything is in the
// database. The error says what is wrong with the database or a network, for people.
Result<std::unique_ptr<GameService>> open_games(const GameSettings&, Dispatcher&);

}  // namespace tabiya::server
