// Which request means what: the HTTP table of docs/web-protocol.md.
#pragma once

#include <optional>
#include <string_view>

namespace tabiya::http {

enum class Place { File, Api, Import, Socket, Health, Metrics };

struct Route {
  Place place;
  std::string_view methods;  // "GET, HEAD", as the header Allow has them
};

// Where a path leads; nothing if it leads nowhere. A path that is not the API's may be that of a
// file.
std::optional<Route> route_of(std::string_view path);

}  // namespace tabiya::http
