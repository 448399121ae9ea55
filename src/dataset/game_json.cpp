#include "dataset/game_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/result.h"
#include "base/text.h"
#include "chess/game.h"
#include "dataset/record_format.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace tabiya {

namespace {

using Json = nlohmann::json;
// What a file says may be anything: these answer "nothing" for a value of another kind.
std::optional<std::string> text_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::string plain_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : std::string();
}

const Json* member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string result_text(const std::optional<RecordedGame::Result>& result) {
  if (!result) return "*";
  if (!result->winner) return "1/2-1/2";
  return *result->winner == Color::White ? "1-0" : "0-1";
}

template <class Number>
std::optional<Number> whole(const Json& value) {
  const auto fitting = [](auto number) -> std::optional<Number> {
    if (!std::in_range<Number>(number)) return std::nullopt;
    return static_cast<Number>(number);
  };
  if (value.is_number_unsigned()) return fitting(value.get<std::uint64_t>());
  if (value.is_number_integer()) return fitting(value.get<std::int64_t>());
  return std::nullopt;
}

// An array as long as the moves, or none.
Result<const Json*> column(const Json& object, const char* name, std::size_t length) {
  const Json* const values = member(object, name);
  if (values == nullptr) return nullptr;
  if (!values->is_array() || values->size() != length)
    return failure("\"{}\" should be a list as long as \"moves\"", name);
  return values;
}

Result<void> read_visits(const Json& value, const Position& position, RecordedGame& game,
                         RecordedMove& move) {
  move.first_visits = static_cast<std::uint32_t>(game.visits.size());
  if (value.is_null()) return {};
  if (!value.is_object()) return failure("\"visits\" should be moves with their numbers");
  for (const auto& [text, count] : value.items()) {
    const auto visited = parse_uci(position, text, game.variant);
    const auto visits = whole<std::uint32_t>(count);
    if (!visited || !visits) return failure("the visits to {} are wrong", in_quotes(text));
    game.visits.push_back({*visited, *visits});
  }
  move.visits_count = static_cast<std::uint32_t>(game.visits.size()) - move.first_visits;
  return {};
}

std::optional<RecordedChances> chances_from(const Json& value) {
  if (!value.is_array() || value.size() != 2) return std::nullopt;
  const auto win = whole<std::uint16_t>(value[0]);
  const auto loss = whole<std::uint16_t>(value[1]);
  if (!win || !loss) return std::nullopt;
  return RecordedChances{.win = *win, .loss = *loss};
}

Result<void> read_end(const Json& object, RecordedGame& game) {
  if (const Json* const result = member(object, "result")) {
    const auto found = result_from(plain_text(*result), ResultNumbers::Points);
    if (!found) return failure("the result is not understood");
    game.result = recorded_result(*found);
  }
  if (const auto told = text_in(object, "ending")) {
    if (!game.result) return failure("there is an ending without a result");
    for (const Ending ending : record::kEndings)
      if (describe(ending) == *told) game.result->ending = ending;
    if (!game.result->ending) return failure("the ending {} is unknown", in_quotes(*told));
  }
  if (const Json* const score = member(object, "final_score")) {
    game.final_score = whole<std::int16_t>(*score);
    if (!game.final_score) return failure("the final score is wrong");
  }
  return {};
}

Result<RecordedGame> whole_game(const Json& object) {
  RecordedGame game;
  if (const auto fen = text_in(object, "start")) {
    const auto start = parse_fen(*fen);
    if (!start) return failure("{}", start.error().message);
    game.start = *start;
  }
  if (const auto variant = text_in(object, "variant")) {
    if (*variant != "standard" && *variant != "chess960")
      return failure("the variant {} is unknown", in_quotes(*variant));
    if (*variant == "chess960") game.variant = Variant::Chess960;
  }
  game.players = text_in(object, "players").value_or("");
  if (auto read = read_end(object, game); !read) return std::unexpected(read.error());

  const Json& moves = object["moves"];
  const auto scores = column(object, "scores", moves.size());
  const auto chances = column(object, "chances", moves.size());
  const auto visits = column(object, "visits", moves.size());
  for (const auto* const read : {&scores, &chances, &visits})
    if (!*read) return std::unexpected(read->error());

  Position position = game.start;
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    const auto move = parse_uci(position, plain_text(moves[ply]), game.variant);
    if (!move) return failure("half-move {}: {}", ply + 1, move.error().message);
    RecordedMove played{};
    played.move = *move;
    if (*scores != nullptr && !(**scores)[ply].is_null()) {
      played.score = whole<std::int16_t>((**scores)[ply]);
      if (!played.score) return failure("half-move {}: the score is wrong", ply + 1);
    }
    if (*chances != nullptr && !(**chances)[ply].is_null()) {
      played.chances = chances_from((**chances)[ply]);
      if (!played.chances) return failure("half-move {}: the chances are wrong", ply + 1);
    }
    if (*visits != nullptr)
      if (auto read = read_visits((**visits)[ply], position, game, played); !read)
        return failure("half-move {}: {}", ply + 1, read.error().message);
    game.moves.push_back(played);
    position.play(*move);
  }
  return game;
}

// Lichess: {"fen": …, "evals": [{"depth": 30, "pvs": [{"cp": 12 | "mate": 3, …}, …]}, …]}; the
// deepest one counts.
std::string deepest_eval(const Json& evals) {
  std::string best;
  std::int64_t best_depth = -1;
  for (const Json& eval : evals) {
    if (!eval.is_object()) continue;
    const Json* const depth = member(eval, "depth");
    const Json* const lines = member(eval, "pvs");
    if (depth == nullptr || !depth->is_number_integer() || lines == nullptr || !lines->is_array() ||
        lines->empty() || !lines->front().is_object() || depth->get<std::int64_t>() <= best_depth)
      continue;
    const Json& line = lines->front();
    const Json* const cp = member(line, "cp");
    const Json* const mate = member(line, "mate");
    if (cp == nullptr && mate == nullptr) continue;
    best_depth = depth->get<std::int64_t>();
    best = cp != nullptr ? plain_text(*cp) : "#" + plain_text(*mate);
  }
  return best;
}

Result<RecordedGame> position_in(const Json& object, const PositionListStyle& style) {
  const auto fen = text_in(object, "fen");
  if (!fen) return failure("there is neither \"moves\" nor \"fen\"");
  std::string score;
  for (const char* const name : {"score", "eval", "cp"})
    if (const Json* const found = member(object, name); found != nullptr && score.empty())
      score = plain_text(*found);
  if (const Json* const mate = member(object, "mate"); mate != nullptr && score.empty())
    score = "#" + plain_text(*mate);
  if (const Json* const evals = member(object, "evals");
      evals != nullptr && evals->is_array() && score.empty())
    score = deepest_eval(*evals);
  const Json* const result = member(object, "result");
  return game_from_position(*fen, score, result == nullptr ? "" : plain_text(*result), style);
}

}  // namespace

std::string to_json(const RecordedGame& game) {
  nlohmann::ordered_json out;
  if (game.start != Position::start()) out["start"] = to_fen(game.start);
  out["variant"] = game.variant == Variant::Chess960 ? "chess960" : "standard";
  if (!game.players.empty()) out["players"] = game.players;
  out["result"] = result_text(game.result);
  if (game.result && game.result->ending)
    out["ending"] = std::string(describe(*game.result->ending));
  auto moves = nlohmann::ordered_json::array();
  auto scores = moves;
  auto chances = moves;
  auto visits = moves;
  bool any_score = false;
  bool any_chances = false;
  Position position = game.start;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const RecordedMove& move = game.moves[ply];
    moves.push_back(to_uci(position, move.move, game.variant));
    scores.push_back(nullptr);
    if (move.score) scores.back() = *move.score;
    any_score = any_score || move.score;
    chances.push_back(nullptr);
    if (move.chances) chances.back() = {move.chances->win, move.chances->loss};
    any_chances = any_chances || move.chances;
    visits.push_back(nullptr);
    for (const RecordedVisits& visit : game.visits_at(ply))
      visits.back()[to_uci(position, visit.move, game.variant)] = visit.visits;
    position.play(move.move);
  }
  out["moves"] = std::move(moves);
  if (any_score) out["scores"] = std::move(scores);
  if (any_chances) out["chances"] = std::move(chances);
  if (!game.visits.empty()) out["visits"] = std::move(visits);
  if (game.final_score) out["final_score"] = *game.final_score;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RecordedGame> game_from_json(std::string_view line, const PositionListStyle& style) {
  // Deeply nested lines would need a deep stack; none of ours is.
  const auto depth_limit = [](int depth, Json::parse_event_t, const Json&) { return depth <= 8; };
  const Json object = Json::parse(line, depth_limit, false);
  if (object.is_discarded() || !object.is_object()) return failure("it is not a JSON object");
  const Json* const moves = member(object, "moves");
  if (moves == nullptr || !moves->is_array()) return position_in(object, style);
  return whole_game(object);
}

}  // namespace tabiya
