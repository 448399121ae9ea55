#include "server/http/message.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tabiya::http {
namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 426:
      return "Upgrade Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Unknown";
  }
}

// Formatting it takes longer than answering, and it changes once a second.
std::string_view date_now() {
  struct Written {
    std::time_t when = -1;
    std::string text;
  };
  thread_local Written last;
  const std::time_t now = std::time(nullptr);
  if (now != last.when) last = {now, fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now))};
  return last.text;
}

}  // namespace

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = lower(c);
  return small;
}

Answer failure(int status, std::string_view code, std::string_view message) {
  const nlohmann::ordered_json body{{"error", {{"code", code}, {"message", message}}}};
  // A message may cite what a client sent.
  return {.status = status,
          .content_type = "application/json",
          .body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

std::string head_of(const Answer& answer, bool ends) {
  std::string head;
  head.reserve(1024);
  auto out = std::back_inserter(head);
  fmt::format_to(out, "HTTP/1.1 {} {}\r\nDate: {}\r\n", answer.status, reason_of(answer.status),
                 date_now());
  if (!answer.content_type.empty())
    fmt::format_to(out, "Content-Type: {}\r\n", answer.content_type);
  if (answer.status != 204 && answer.status != 304)
    fmt::format_to(out, "Content-Length: {}\r\n", answer.content().size());
  fmt::format_to(out,
                 "Cache-Control: {}\r\n"
                 "Content-Security-Policy: {}\r\n",
                 answer.cache, answer.policy);
  head +=
      "X-Content-Type-Options: nosniff\r\n"
      "X-Frame-Options: DENY\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Opener-Policy: same-origin\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n";
  for (const auto& [name, value] : answer.headers) fmt::format_to(out, "{}: {}\r\n", name, value);
  head += ends ? "Connection: close\r\n\r\n" : "Connection: keep-alive\r\n\r\n";
  return head;
}

}  // namespace tabiya::http
