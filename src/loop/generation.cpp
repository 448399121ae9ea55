#include "loop/generation.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/result.h"

namespace tabiya {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestFile = 1 << 20;

// The library throws on a wrong type or a missing key; here that is a value.
template <class Read>
auto read_json(std::string_view text, Read read) -> Result<decltype(read(json{}))> {
  try {
    return read(json::parse(text));
  } catch (const json::exception&) {
    return failure("it is damaged, or not what the loop wrote");
  }
}

Wdl wdl_from(const json& games) {
  return {games.at("wins").get<std::uint64_t>(), games.at("draws").get<std::uint64_t>(),
          games.at("losses").get<std::uint64_t>()};
}

json seconds_of(const Generation& generation) {
  return {{"selfplay", generation.selfplay_seconds},
          {"train", generation.train_seconds},
          {"match", generation.match_seconds},
          {"opponents", generation.opponents_seconds}};
}

void take_seconds(const json& seconds, Generation& generation) {
  seconds.at("selfplay").get_to(generation.selfplay_seconds);
  seconds.at("train").get_to(generation.train_seconds);
  seconds.at("match").get_to(generation.match_seconds);
  // Files of earlier versions know no opponents.
  generation.opponents_seconds = seconds.value("opponents", 0.0);
}

json json_of(const Wdl& games) {
  return {{"wins", games.wins}, {"draws", games.draws}, {"losses", games.losses}};
}

json json_of(const OpponentMatch& match) {
  json all = json_of(match.games);
  all.update({{"name", match.name}, {"elo", match.elo}, {"error", match.error}});
  return all;
}

OpponentMatch opponent_match_from(const json& read) {
  OpponentMatch match;
  read.at("name").get_to(match.name);
  match.games = wdl_from(read);
  read.at("elo").get_to(match.elo);
  read.at("error").get_to(match.error);
  return match;
}

}  // namespace

std::filesystem::path generation_folder(const std::filesystem::path& run, std::uint64_t number) {
  return run / fmt::format("{:04}", number);
}
std::filesystem::path generation_file(const std::filesystem::path& run, std::uint64_t number) {
  return generation_folder(run, number) / "generation.json";
}

std::filesystem::path seconds_file(const std::filesystem::path& run, std::uint64_t number) {
  return generation_folder(run, number) / "seconds.json";
}

std::string seconds_to_json(const Generation& generation) {
  return seconds_of(generation).dump(2) + "\n";
}

Result<void> read_seconds(const std::filesystem::path& run, Generation& generation) {
  const std::filesystem::path file = seconds_file(run, generation.number);
  std::error_code trouble;
  if (!std::filesystem::exists(file, trouble)) return {};
  const auto content = read_file(file, kLargestFile);
  if (!content) return std::unexpected(content.error());
  const std::string_view text(reinterpret_cast<const char*>(content->data()), content->size());
  Generation read = generation;
  const auto taken = read_json(text, [&](const json& seconds) {
    take_seconds(seconds, read);
    return true;
  });
  if (!taken) return failure("{}: {}", file.string(), taken.error().message);
  generation = std::move(read);
  return {};
}

std::string to_json(const Generation& generation) {
  json opponents = json::array();
  for (const OpponentMatch& match : generation.opponents) opponents.push_back(json_of(match));
  const json text = {{"generation", generation.number},
                     {"network", generation.network},
                     {"opponent", generation.opponent},
                     {"match", json_of(generation.match)},
                     {"elo", generation.elo},
                     {"error", generation.error},
                     {"promoted", generation.promoted},
                     {"opponents", opponents},
                     {"positions", generation.positions},
                     {"seconds", seconds_of(generation)}};
  return text.dump(2) + "\n";
}

Result<Generation> generation_from_json(std::string_view text) {
  return read_json(text, [](const json& read) {
    Generation generation;
    read.at("generation").get_to(generation.number);
    read.at("network").get_to(generation.network);
    read.at("opponent").get_to(generation.opponent);
    generation.match = wdl_from(read.at("match"));
    read.at("elo").get_to(generation.elo);
    read.at("error").get_to(generation.error);
    read.at("promoted").get_to(generation.promoted);
    for (const json& match : read.value("opponents", json::array()))
      generation.opponents.push_back(opponent_match_from(match));
    generation.positions = read.value("positions", std::uint64_t{0});
    take_seconds(read.at("seconds"), generation);
    return generation;
  });
}

Result<std::vector<Generation>> finished_generations(const std::filesystem::path& run) {
  std::vector<Generation> all;
  for (std::uint64_t number = 1;; ++number) {
    const std::filesystem::path file = generation_file(run, number);
    std::error_code trouble;
    if (!std::filesystem::exists(file, trouble)) return all;
    const auto content = read_file(file, kLargestFile);
    if (!content) return std::unexpected(content.error());
    const std::string_view text(reinterpret_cast<const char*>(content->data()), content->size());
    auto generation = generation_from_json(text);
    const auto advice = "remove it, and the loop writes it anew from the match";
    if (!generation)
      return failure("{}: {}; {}", file.string(), generation.error().message, advice);
    if (generation->number != number || generation->opponent >= number)
      return failure("{}: this is no generation {}; {}", file.string(), number, advice);
    all.push_back(std::move(*generation));
  }
}

std::uint64_t best_generation(const std::vector<Generation>& all) {
  for (auto it = all.rbegin(); it != all.rend(); ++it)
    if (it->promoted) return it->number;
  return 0;
}

std::vector<std::string> opponents_of(const std::vector<Generation>& all) {
  std::vector<std::string> names;
  for (const Generation& one : all)
    for (const OpponentMatch& match : one.opponents)
      if (std::ranges::find(names, match.name) == names.end()) names.push_back(match.name);
  return names;
}

const OpponentMatch* match_against(const Generation& generation, const std::string& opponent) {
  const auto found = std::ranges::find(generation.opponents, opponent, &OpponentMatch::name);
  return found == generation.opponents.end() ? nullptr : &*found;
}

std::vector<EloOverStart> strengths(const std::vector<Generation>& all) {
  std::vector<EloOverStart> result;
  for (const Generation& generation : all) {
    const EloOverStart opponent =
        generation.opponent == 0 ? EloOverStart{} : result[generation.opponent - 1];
    result.push_back({opponent.elo + generation.elo, std::hypot(opponent.error, generation.error)});
  }
  return result;
}

Result<MatchResult> match_result_from_json(std::string_view text) {
  return read_json(text, [](const json& read) {
    MatchResult result;
    result.games = wdl_from(read);
    read.at("elo").get_to(result.elo);
    read.at("error").get_to(result.error);
    if (const auto test = read.find("sprt"); test != read.end()) {
      result.tested = true;
      if (const json& verdict = test->at("accepted"); !verdict.is_null())
        result.accepted = verdict.get<std::string>() == "elo1";
    }
    return result;
  });
}

Result<MatchResult> read_match_result(const std::filesystem::path& file) {
  const auto content = read_file(file, kLargestFile);
  if (!content) return std::unexpected(content.error());
  auto result =
      match_result_from_json({reinterpret_cast<const char*>(content->data()), content->size()});
  if (!result)
    return failure("{}: {}; remove it, and the match writes it anew from its games", file.string(),
                   result.error().message);
  return result;
}

}  // namespace tabiya
