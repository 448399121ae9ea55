#include "server/game_json.h"

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace tabiya::server {
namespace {

// The types of the parts of a chat line, in the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<ChatPart>> kPartTypes{"text", "node",
                                                                                 "line", "fen"};

// A result without an ending, as PGN tells it.
constexpr std::string_view kUnknownEnding = "unknown";

}  // namespace

Moment moment_now() {
  return std::chrono::duration_cast<Milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Json to_json(const WrittenScore& score) { return {{score.is_mate ? "mate" : "cp", score.value}}; }

void from_json(const JsonIn& json, WrittenScore& score) {
  score.is_mate = json.contains("mate");
  score.value = json.at(score.is_mate ? "mate" : "cp").get<int>();
}

Json to_json(const Player& player) {
  Json json{{"kind", player.engine ? "engine" : "person"}, {"name", player.name}};
  if (!player.engine) return json;
  json["engine"] = text(*player.engine);
  json["level"] = player.level;
  json["elo"] = player.elo ? Json(static_cast<int>(*player.elo)) : Json(nullptr);
  return json;
}

void from_json(const JsonIn& json, Player& player) {
  player.name = json.at("name").get<std::string>();
  if (json.at("kind") != "engine") return;
  player.engine = word_in<EngineKind>(json.at("engine"));
  player.level = json.at("level").get<int>();
  if (!json.at("elo").is_null()) player.elo = Elo{json.at("elo").get<int>()};
}

Json to_json(const GameResult& result) {
  const char* score = "1/2-1/2";
  if (result.winner) score = *result.winner == Color::White ? "1-0" : "0-1";
  return {{"winner", json_of(result.winner)},
          {"ending", result.ending ? text(*result.ending) : std::string(kUnknownEnding)},
          {"score", score},
          {"text", result.text}};
}

void from_json(const JsonIn& json, GameResult& result) {
  read_value(json.at("winner"), result.winner);
  if (json.at("ending") != kUnknownEnding) read_value(json.at("ending"), result.ending);
  read_value(json.at("text"), result.text);
}

void each_field(SameAs<TextPart> auto& part, auto visit) { visit("text", part.text); }
void each_field(SameAs<FenPart> auto& part, auto visit) { visit("fen", part.fen); }
void each_field(SameAs<NodePart> auto& part, auto visit) {
  visit("node", part.node);
  visit("label", part.label);
}
void each_field(SameAs<LinePart> auto& part, auto visit) {
  visit("node", part.node);
  visit("score", part.score);
  visit("moves", part.moves);
}

Json to_json(const ChatPart& part) {
  Json json{{"type", std::string(kPartTypes[part.index()])}};
  std::visit([&json](const auto& fields) { add_fields(json, fields); }, part);
  return json;
}

void from_json(const JsonIn& json, ChatPart& part) {
  const auto& type = json.at("type").get_ref<const std::string&>();
  const auto read_as = [&](auto fields) {
    read_fields(json, fields);
    part = std::move(fields);
  };
  if (type == kPartTypes[0]) return read_as(TextPart{});
  if (type == kPartTypes[1]) return read_as(NodePart{});
  if (type == kPartTypes[2]) return read_as(LinePart{});
  if (type == kPartTypes[3]) return read_as(FenPart{});
  throw JsonIn::other_error::create(600, "unknown part of a chat line", &json);
}

}  // namespace tabiya::server
