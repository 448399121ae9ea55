#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/data/data.h"
#include "dataset/record_format.h"

namespace tabiya {

namespace {

// Files of others may name more players than anyone wants to see.
constexpr std::size_t kMostPlayersKept = 10000;
constexpr std::size_t kMostPlayersShown = 8;

struct Statistics {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t scored = 0;
  std::uint64_t with_chances = 0;
  std::uint64_t with_visits = 0;
  std::array<std::uint64_t, 4> results{};  // white, black, drawn, none
  std::array<std::uint64_t, record::kEndings.size()> endings{};
  std::uint64_t untold = 0;
  std::uint64_t chess960 = 0;
  std::vector<std::uint32_t> lengths;
  std::map<std::string, std::uint64_t> players;
  std::uint64_t other_players = 0;

  void add(const RecordedGame& game) {
    ++games;
    chess960 += game.variant == Variant::Chess960;
    lengths.push_back(static_cast<std::uint32_t>(game.moves.size()));
    positions += game.moves.size() + (game.final_score ? 1U : 0U);
    scored += game.final_score.has_value();
    for (const RecordedMove& move : game.moves) {
      scored += move.score.has_value();
      with_chances += move.chances.has_value();
      with_visits += move.visits_count > 0;
    }
    add_result(game.result);
    if (players.size() < kMostPlayersKept || players.contains(game.players))
      ++players[game.players];
    else
      ++other_players;
  }

 private:
  void add_result(const std::optional<RecordedGame::Result>& result) {
    if (!result) {
      ++results[3];
      return;
    }
    ++results[result->winner ? static_cast<std::size_t>(*result->winner) : 2];
    if (result->ending)
      ++endings[static_cast<std::size_t>(std::ranges::find(record::kEndings, *result->ending) -
                                         record::kEndings.begin())];
    else
      ++untold;
  }
};

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

double per_item(std::uint64_t all, std::uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(all) / static_cast<double>(count);
}

void print_endings(const Statistics& facts) {
  std::vector<std::string> endings;
  for (std::size_t i = 0; i < facts.endings.size(); ++i)
    if (facts.endings[i] > 0)
      endings.push_back(fmt::format("{} {}", describe(record::kEndings[i]), facts.endings[i]));
  if (facts.untold > 0) endings.push_back(fmt::format("not recorded {}", facts.untold));
  if (!endings.empty()) fmt::print("Endings      {}\n", fmt::join(endings, ", "));
}

void print_players(const Statistics& facts) {
  std::vector<std::pair<std::uint64_t, std::string>> players;
  players.reserve(facts.players.size());
  for (const auto& [name, games] : facts.players) players.emplace_back(games, name);
  std::ranges::sort(players, [](const auto& a, const auto& b) {
    return std::pair(b.first, a.second) < std::pair(a.first, b.second);
  });
  const char* label = "Players";
  std::uint64_t others = facts.other_players;
  for (std::size_t i = 0; i < players.size(); ++i) {
    const auto& [games, name] = players[i];
    if (i >= kMostPlayersShown) {
      others += games;
      continue;
    }
    fmt::print("{:<12} {}, {}\n", label, name.empty() ? "(not recorded)" : quoted_if_odd(name),
               counted(games, "game", "games"));
    label = "";
  }
  if (others > 0) fmt::print("{:<12} others, {}\n", label, counted(others, "game", "games"));
}

void print(const Statistics& facts, const DataFiles& files) {
  fmt::print("Files        {}, {} bytes\n", files.files(), files.bytes());
  fmt::print("Games        {}\n", facts.games);
  if (facts.chess960 > 0) fmt::print("Chess960     {}\n", facts.chess960);
  fmt::print("Positions    {}, {:.1f} a game, {:.2f} bytes each\n", facts.positions,
             per_item(facts.positions, facts.games), per_item(files.bytes(), facts.positions));
  fmt::print("Scored       {:.1f} %\n", percent(facts.scored, facts.positions));
  fmt::print("Chances      {:.1f} %\n", percent(facts.with_chances, facts.positions));
  fmt::print("Visits       {:.1f} %\n", percent(facts.with_visits, facts.positions));
  fmt::print(
      "Results      white {} ({:.1f} %), black {} ({:.1f} %), drawn {} ({:.1f} %), none {}\n",
      facts.results[0], percent(facts.results[0], facts.games), facts.results[1],
      percent(facts.results[1], facts.games), facts.results[2],
      percent(facts.results[2], facts.games), facts.results[3]);
  print_endings(facts);
  if (!facts.lengths.empty()) {
    auto lengths = facts.lengths;
    std::ranges::sort(lengths);
    fmt::print("Half-moves   {} to {}, median {}\n", lengths.front(), lengths.back(),
               lengths[lengths.size() / 2]);
  }
  print_players(facts);
}

ExitCode info(const std::vector<std::string>& names) {
  const Interrupt interrupt;
  auto reader = GameReader::open(paths_of(names));
  if (!reader) return failed("data info", reader.error().message);
  Statistics facts;
  const auto walked =
      walk_games(*reader, "data info", interrupt, [&](const RecordedGame& game, const GameReader&) {
        facts.add(game);
        return Result<void>();
      });
  if (walked && !interrupt.requested()) print(facts, reader->files());
  return ended("data info", walked, interrupt);
}

}  // namespace

void register_data_info(CommandLine& line, CLI::App& data) {
  auto names = std::make_shared<std::vector<std::string>>();
  CLI::App& command =
      *data.add_subcommand("info", "Describe the contents of files of training games");
  command.add_option("PATH", *names, "Folders and files of training games")->required();
  line.when_chosen(command, [names] { return info(*names); });
}

}  // namespace tabiya
