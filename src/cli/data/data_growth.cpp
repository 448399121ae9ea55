// tabiya data growth: how many games there are, how fast more come, and which networks played them.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/terminal.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/data/data.h"
#include "cli/options.h"
#include "dataset/growth_log.h"
#include "dataset/player_counts.h"

namespace tabiya {

namespace {

using namespace std::chrono_literals;

struct GrowthOptions {
  std::vector<std::string> paths;
  std::optional<std::uint64_t> goal;
  bool watch = false;
};

constexpr auto kRefresh = 5s;
constexpr auto kShortestPace = 60s;           // less time tells nothing about the next days
constexpr std::size_t kPlayersOfAFolder = 8;  // of each folder
constexpr auto kHour = std::chrono::seconds(1h);
constexpr auto kDay = std::chrono::seconds(24h);

// A folder of games, or those in the folders below it: of a run of `tabiya loop`, 0001/games and so
// on.
Result<std::vector<std::filesystem::path>> folders_in(const std::filesystem::path& path) {
  const auto holds_games = [](const std::filesystem::path& folder) {
    const auto shards = shards_in(folder);
    return shards && !shards->empty();
  };
  std::error_code error;
  if (!std::filesystem::is_directory(path, error))
    return failure("{} is not a folder", path.string());
  if (holds_games(path)) return std::vector{path};
  std::vector<std::filesystem::path> found;
  for (auto entry = std::filesystem::directory_iterator(path, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::filesystem::path& below = entry->path();
    if (holds_games(below))
      found.push_back(below);
    else if (holds_games(below / "games"))
      found.push_back(below / "games");
  }
  if (found.empty()) return failure("There are no training games in {}", path.string());
  std::ranges::sort(found);
  return found;
}

struct FolderGrowth {
  std::filesystem::path folder;
  DataCount count;
  std::vector<GrowthPoint> points;
  std::vector<PlayerCount> players;
};

// What a look at all folders has found.
struct Growth {
  GrowthTime now{};
  std::vector<FolderGrowth> folders;

  DataCount count() const {
    DataCount all;
    for (const FolderGrowth& one : folders) all += one.count;
    return all;
  }
  double added(std::chrono::seconds within) const {
    double all = 0;
    for (const FolderGrowth& one : folders) all += positions_added(one.points, now, within);
    return all;
  }
  // How long games have been played, as far as that is known, but no longer than this.
  std::chrono::seconds age(std::chrono::seconds longest) const {
    auto begin = now;
    for (const FolderGrowth& one : folders)
      if (one.points.size() > 1) begin = std::min(begin, one.points.front().time);
    return std::min(now - begin, longest);
  }
};

class GrowthReader {
 public:
  explicit GrowthReader(const Interrupt& interrupt) : interrupt_(interrupt) {}

  Result<Growth> look(const std::vector<std::string>& paths) {
    Growth growth;
    for (const std::string& path : paths) {
      const auto folders = folders_in(path);
      if (!folders) return std::unexpected(folders.error());
      for (const auto& folder : *folders) {
        auto one = look(folder);
        if (!one) return std::unexpected(one.error());
        growth.folders.push_back(*std::move(one));
      }
    }
    growth.now = now();
    return growth;
  }

 private:
  static GrowthTime now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  }

  Result<FolderGrowth> look(const std::filesystem::path& folder) {
    const auto files = DataFiles::open(std::vector{folder});
    if (!files) return std::unexpected(files.error());
    std::vector<ShardCount> shards;
    for (std::size_t i = 0; i < files->files(); ++i) {
      const auto file = files->file(i);
      ShardCount& shard = shards.emplace_back(file.name);
      for (std::size_t block = file.first; block < file.first + file.count; ++block)
        shard.count +=
            {.games = files->header(block).games, .positions = files->header(block).positions};
    }
    Progress progress("data growth", files->count().positions);
    auto players = players_.of(*files, [&](std::uint64_t done) {
      progress.update(done);
      return !interrupt_.requested();
    });
    if (!players) return std::unexpected(players.error());
    return FolderGrowth{.folder = folder,
                        .count = files->count(),
                        .points = growth_of(folder, shards, now()),
                        .players = *std::move(players)};
  }

  const Interrupt& interrupt_;
  PlayerCounts players_;
};

std::string duration_text(double seconds) {
  const double hours = seconds / 3600;
  if (hours < 1) return fmt::format("{:.0f} minutes", std::ceil(seconds / 60));
  if (hours < 48) return fmt::format("{:.1f} hours", hours);
  return fmt::format("{:.1f} days", hours / 24);
}

// "1250000 in the last hour", or in the last 20 minutes if there were no more.
std::string added_text(const Growth& growth, std::chrono::seconds within) {
  const auto age = growth.age(within);
  return fmt::format("{:.0f} positions in the last {}", growth.added(within),
                     age < within ? duration_text(static_cast<double>(age.count()))
                                  : std::string(within == kHour ? "hour" : "24 hours"));
}

std::string goal_text(const Growth& growth, std::uint64_t goal) {
  const std::uint64_t there = growth.count().positions;
  const double share = 100 * static_cast<double>(there) / static_cast<double>(goal);
  std::string text = fmt::format("Goal         {}: {:.1f} %", goal, share);
  if (there >= goal) return text + ", reached\n";
  const auto age = growth.age(kDay);
  const double added = growth.added(age);
  if (age < kShortestPace || added <= 0) return text + "\n";
  const double left = static_cast<double>(goal - there) * static_cast<double>(age.count()) / added;
  return text + fmt::format(", {} more at the pace of the last {}\n", duration_text(left),
                            duration_text(static_cast<double>(age.count())));
}

// As lines: all, or those with the most games and the sum of the others.
std::vector<PlayerCount> shown(std::vector<PlayerCount> players) {
  PlayerCount others{.players = "others", .count = {}};
  if (players.size() > kPlayersOfAFolder) {
    std::ranges::sort(players, [](const PlayerCount& a, const PlayerCount& b) {
      return a.count.games != b.count.games ? a.count.games > b.count.games : a.players < b.players;
    });
    for (const PlayerCount& who : std::span(players).subspan(kPlayersOfAFolder))
      others.count += who.count;
    players.resize(kPlayersOfAFolder);
  }
  for (PlayerCount& who : players)
    who.players = who.players.empty() ? "(not recorded)" : quoted_if_odd(who.players);
  if (others.count.games > 0) players.push_back(std::move(others));
  return players;
}

std::string growth_text(const Growth& growth, const std::optional<std::uint64_t>& goal) {
  const DataCount all = growth.count();
  std::string text = fmt::format("Games        {}\nPositions    {}\n", all.games, all.positions);
  if (growth.age(kDay) >= kShortestPace) {
    text += fmt::format("Growth       {}\n", added_text(growth, kHour));
    if (growth.age(kDay) > kHour) text += fmt::format("{:<12} {}\n", "", added_text(growth, kDay));
  }
  if (goal) text += goal_text(growth, *goal);
  const char* label = "Played by";
  for (const FolderGrowth& one : growth.folders) {
    const std::string folder =
        growth.folders.size() > 1 ? printable(one.folder.string()) + ": " : std::string();
    for (const PlayerCount& who : shown(one.players)) {
      text += fmt::format("{:<12} {}{}: {}\n", label, folder, who.players, counted(who.count));
      label = "";
    }
  }
  return text;
}

void wait(const Interrupt& interrupt) {
  const auto end = std::chrono::steady_clock::now() + kRefresh;
  while (!interrupt.requested() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(100ms);
}

ExitCode growth(const GrowthOptions& options) {
  const Interrupt interrupt;
  const bool rewrites = is_capable_terminal(STDOUT_FILENO);
  GrowthReader reader(interrupt);
  std::string before;
  while (true) {
    const auto found = reader.look(options.paths);
    if (!found) return failed("data growth", found.error().message);
    if (interrupt.requested()) return stopped_by(interrupt);
    const std::string text = growth_text(*found, options.goal);
    if (rewrites && !before.empty()) fmt::print("\x1b[{}A\x1b[J", std::ranges::count(before, '\n'));
    if (rewrites || text != before) fmt::print("{}", text);
    std::fflush(stdout);
    before = text;
    const bool reached = options.goal && found->count().positions >= *options.goal;
    if (!options.watch || reached) return ExitCode::Done;
    wait(interrupt);
  }
}

}  // namespace

void register_data_growth(CommandLine& line, CLI::App& data) {
  auto options = std::make_shared<GrowthOptions>();
  CLI::App& command = *data.add_subcommand(
      "growth", "Tell how folders of training games grow, and which networks played them");
  command
      .add_option("PATH", options->paths, "Folders of training games, or of runs of `tabiya loop`")
      ->required();
  number_option(command, "--goal", options->goal, 1, 1'000'000'000'000,
                "Positions wanted in all: also tell how long they will take");
  command.add_flag("--watch", options->watch,
                   "Tell it again every five seconds, until the goal is reached or Ctrl-C");
  line.when_chosen(command, [options] { return growth(*options); });
}

}  // namespace tabiya
