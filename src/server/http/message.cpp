#include "server/http/message.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tabiya::http {
namespace {

constexpr auto kReasons = std::to_array<std::pair<int, std::string_view>>({
    {200, "OK"},
    {201, "Created"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
});

std::string_view reason_of(int status) {
  const auto* const found =
      std::ranges::find(kReasons, status, &std::pair<int, std::string_view>::first);
  return found == kReasons.end() ? "Unknown" : found->second;
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
