// What the transport counts, and all figures of the server as Prometheus reads them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "server/hall.h"

namespace tabiya::http {

// Changed and read on the home thread only.
struct HttpFigures {
  std::uint64_t connections = 0;  // open
  std::uint64_t connections_accepted = 0;
  std::uint64_t connections_refused = 0;   // because there were too many
  std::array<std::uint64_t, 6> answers{};  // [2]: those with status 200 to 299
  std::uint64_t pages = 0;                 // open WebSockets
  std::uint64_t unread_bytes = 0;          // of answers and messages that wait to be read
  std::uint64_t frames_refused = 0;        // too many of one page
  std::uint64_t pages_too_slow = 0;        // dropped because they did not read
};

std::string prometheus_text(const HttpFigures&, const server::HallFigures&);

}  // namespace tabiya::http
