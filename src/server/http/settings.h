// What the transport is told when it begins: where to listen, who may come in, and its limits. And
// what it counts while it runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/milliseconds.h"

namespace tabiya::http {

struct HttpLimits {
  std::size_t connections = 1000;
  std::size_t header_bytes = std::size_t{16} << 10;
  std::size_t body_bytes = std::size_t{64} << 10;
  std::size_t import_bytes = std::size_t{24} << 20;  // of the one request that brings whole files
  std::size_t imports_at_once = 8;                   // being read, so that memory has a limit
  std::size_t frame_bytes = std::size_t{64} << 10;   // of a message from a page
  // Of messages that a page has not read yet. The whole states of games, which a page asks for when
  // it joins them, are larger than updates and have a limit of their own.
  std::size_t waiting_bytes = std::size_t{1} << 20;
  std::size_t large_message_bytes = std::size_t{64} << 10;  // from here on it is such a state
  std::size_t waiting_large_bytes = std::size_t{16} << 20;
  // Of all answers and messages that have not been read yet, so that memory has a limit.
  std::size_t unread_bytes = std::size_t{256} << 20;
  double frames_per_second = 50;  // from one page, after a first
  double frames_at_once = 100;

  // All of a request's header must be there within this time of its first byte, and so on. None of
  // them begins anew with each byte, so it does not help to send slowly.
  Milliseconds header_time{10'000};
  Milliseconds body_time{30'000};
  Milliseconds answer_time{30'000};
  Milliseconds idle_time{60'000};  // between two requests
  // A page that says nothing is asked after this time whether it is there, and dropped after twice.
  Milliseconds ping_time{20'000};
  Milliseconds farewell_time{3'000};  // for what remains to be said when all ends
};

struct HttpSettings {
  std::string listen = "127.0.0.1";  // an address of this machine
  std::uint16_t port = 8960;         // 0: any that is free
  std::string token;                 // empty: none is asked for
  std::vector<std::string> names;    // by which people reach the server, besides localhost
  HttpLimits limits;
};

// For /metrics. Changed and read on the dispatcher's thread only.
struct HttpMetrics {
  std::uint64_t connections = 0;  // open
  std::uint64_t connections_accepted = 0;
  std::uint64_t connections_refused = 0;   // because there were too many
  std::array<std::uint64_t, 6> answers{};  // [2]: those with status 200 to 299
  std::uint64_t pages = 0;                 // open WebSockets
  std::uint64_t unread_bytes = 0;          // of answers and messages that wait to be read
  std::uint64_t frames_refused = 0;        // too many of one page
  std::uint64_t pages_too_slow = 0;        // dropped because they did not read
};

}  // namespace tabiya::http
