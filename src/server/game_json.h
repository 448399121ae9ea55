// The values of a game as JSON, and back: what goes to pages is what the database keeps.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "server/game_values.h"
#include "server/json.h"
#include "server/protocol.h"

namespace tabiya::server {

Json to_json(const Problem&);
Json to_json(const WrittenScore&);
Json to_json(const Evaluation&);
Json to_json(const LineMove&);
Json to_json(const std::vector<LineMove>&);
Json to_json(const Player&);
Json to_json(const Players&);
Json to_json(const ClockControl&);
Json to_json(const Clocks&);
Json to_json(const GameResult&);
Json to_json(const Rights&);
Json to_json(const Analysis&);
Json to_json(const Report&);
Json to_json(const ChatLine&);
void add_to(Json& object, const NodeNotes&);  // its fields

inline Json to_json(Color color) { return Json(std::string(word(color))); }

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? to_json(*value) : Json(nullptr);
}

// Back again. Throw JsonIn::exception where the JSON is not what to_json() writes: for what we have
// stored ourselves, behind one catch.
void from_json(const JsonIn&, WrittenScore&);
void from_json(const JsonIn&, Evaluation&);
void from_json(const JsonIn&, LineMove&);
void from_json(const JsonIn&, Player&);
void from_json(const JsonIn&, Players&);
void from_json(const JsonIn&, ClockControl&);
void from_json(const JsonIn&, Clocks&);
void from_json(const JsonIn&, GameResult&);
void from_json(const JsonIn&, Analysis&);
void from_json(const JsonIn&, Report&);
void from_json(const JsonIn&, ChatLine&);
void from_json(const JsonIn&, NodeNotes&);

// Throws JsonIn::exception for an unknown word.
template <class E>
E word_in(const JsonIn& json) {
  if (const auto found = from_word<E>(json.get_ref<const std::string&>())) return *found;
  throw JsonIn::other_error::create(600, "unknown word", &json);
}

// Nothing where the field is null or left out.
template <class T>
std::optional<T> part_in(const JsonIn& object, std::string_view name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return std::nullopt;
  T value{};
  from_json(*found, value);
  return value;
}

}  // namespace tabiya::server
