#include "server/http/figures.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace tabiya::http {

std::string prometheus_text(const HttpFigures& http, const server::HallFigures& hall) {
  std::string text;
  const auto describe = [&](std::string_view name, std::string_view kind, std::string_view about) {
    fmt::format_to(std::back_inserter(text), "# HELP tabiya_{0} {2}\n# TYPE tabiya_{0} {1}\n", name,
                   kind, about);
  };
  const auto gauge = [&](std::string_view name, std::uint64_t value, std::string_view about) {
    describe(name, "gauge", about);
    fmt::format_to(std::back_inserter(text), "tabiya_{} {}\n", name, value);
  };
  const auto counter = [&](std::string_view name, std::uint64_t value, std::string_view about) {
    describe(name, "counter", about);
    fmt::format_to(std::back_inserter(text), "tabiya_{} {}\n", name, value);
  };
  gauge("connections", http.connections, "Open connections.");
  counter("connections_accepted_total", http.connections_accepted, "Connections since the start.");
  counter("connections_refused_total", http.connections_refused,
          "Connections turned away because there were too many.");
  describe("http_answers_total", "counter", "Answers by the first digit of their status.");
  for (std::size_t digit = 2; digit < http.answers.size(); ++digit)
    fmt::format_to(std::back_inserter(text), "tabiya_http_answers_total{{status=\"{}xx\"}} {}\n",
                   digit, http.answers[digit]);
  gauge("unread_bytes", http.unread_bytes, "Bytes of answers and messages that wait to be read.");
  gauge("pages", http.pages, "Open WebSockets.");
  counter("pages_too_slow_total", http.pages_too_slow, "Pages dropped because they did not read.");
  counter("frames_refused_total", http.frames_refused, "Messages of pages that sent too many.");
  gauge("games_open", hall.games_open, "Games in memory.");
  counter("games_created_total", hall.games_created, "Games created.");
  counter("moves_played_total", hall.moves_played, "Moves played, by people and engines.");
  counter("messages_total", hall.messages_in, "Messages from pages.");
  counter("messages_refused_total", hall.messages_refused, "Messages answered with an error.");
  counter("store_failures_total", hall.store_failures,
          "Changes that the database could not have; they were refused.");
  gauge("searches_running", hall.searches_running, "Searches under way.");
  gauge("searches_waiting", hall.searches_waiting, "Searches waiting for a slot.");
  counter("searches_total", hall.searches_done, "Searches that have ended.");
  counter("nodes_total", hall.nodes_searched, "Nodes of all searches that have ended.");
  return text;
}

}  // namespace tabiya::http
