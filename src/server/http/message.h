// An HTTP request and its answer as plain values, without the library that reads and writes them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tabiya::http {

// The header of a request, as far as anybody here looks at it. A field that was not there is empty,
// one that was there twice is kTwice, which no field may be.
struct Request {
  std::string method;
  std::string target;
  std::string host;
  std::string origin;
  std::string fetch_site;  // Sec-Fetch-Site
  std::string cookie;
  std::string authorization;
  std::string content_type;
  std::string accept_encoding;
  std::string if_none_match;
  std::string subprotocols;       // Sec-WebSocket-Protocol
  std::string websocket_key;      // Sec-WebSocket-Key
  std::string websocket_version;  // Sec-WebSocket-Version
  bool upgrades = false;          // wants to become a WebSocket

  // Without the question mark and what follows it.
  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  std::string_view query() const {
    const auto mark = target.find('?');
    return mark == std::string::npos ? std::string_view{}
                                     : std::string_view(target).substr(mark + 1);
  }
};

inline constexpr std::string_view kTwice = "\n";

struct Answer {
  int status = 200;
  std::string content_type{};  // empty: no body
  std::string body{};
  std::string_view lasting_body{};  // instead of body, for what lives as long as the program
  std::string cache = "no-store";
  std::string policy = "default-src 'none'; frame-ancestors 'none'";  // Content-Security-Policy
  std::vector<std::pair<std::string, std::string>> headers{};         // further ones

  std::string_view content() const { return lasting_body.empty() ? body : lasting_body; }
};

// Of the letters A to Z: names of hosts and media types ignore case.
std::string in_small_letters(std::string_view);

// {"error": {"code", "message"}}, as docs/web-protocol.md has it.
Answer failure(int status, std::string_view code, std::string_view message);

// The status line and all headers, with the empty line after them. ends: no request may follow.
std::string head_of(const Answer&, bool ends);

}  // namespace tabiya::http
