// Which requests there are: the HTTP table of docs/web-protocol.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tabiya::server {

enum class Place : std::uint8_t {
  // The transport's.
  File,
  Health,
  Metrics,
  Socket,
  // The games', below /api/v1/.
  About,
  Games,
  Import,
  Check,
  Game,
  Pgn,
};

struct Route {
  Place place;
  std::string_view methods;  // "GET, HEAD", as the header Allow has them
  std::string_view game{};   // of Game and Pgn: its id; whether it exists is not known yet
};

// Where a path leads; nothing if it leads nowhere. A path that is not the API's may be that of a
// file.
std::optional<Route> route_of(std::string_view path);

// Whether a list of methods has this one.
bool allows(std::string_view methods, std::string_view method);

}  // namespace tabiya::server
