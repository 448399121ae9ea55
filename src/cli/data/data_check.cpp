#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/data/data.h"
#include "dataset/damage.h"
#include "dataset/data_folder.h"
#include "dataset/recorded_game.h"
#include "dataset/shard_file.h"

namespace tabiya {

namespace {

// More than any shard that a writer seals.
constexpr std::size_t kLongestFile = std::size_t{2} << 30;

struct Found {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t files = 0;
  std::uint64_t wrong_games = 0;
  std::uint64_t damaged_files = 0;
};

// Where the file is damaged, as exactly as that can be known; nothing if its checksums are right.
std::optional<std::string> damage_of(const std::filesystem::path& file,
                                     const Interrupt& interrupt) {
  const auto content = read_file(file, kLongestFile);
  if (!content) return std::nullopt;
  const auto damage =
      shard::first_damage(*content, [&interrupt] { return !interrupt.requested(); });
  if (!damage) return std::nullopt;
  if (damage->byte && damage->begin < shard::kFileHeader)
    return fmt::format("{}: one bit of it is wrong", shard::place_text(file, *damage->byte));
  if (damage->byte)
    return fmt::format("{}: one bit of it is wrong, in the block from byte {} on",
                       shard::place_text(file, *damage->byte), damage->begin);
  if (!damage->end) return std::nullopt;
  return fmt::format("{}: the checksum of the block is wrong: it is damaged before byte {}",
                     shard::place_text(file, damage->begin), *damage->end);
}

// Damage ends the reading of a file, a wrong result does not.
void check_file(const std::filesystem::path& file, const Interrupt& interrupt, Found& found) {
  ++found.files;
  const auto damaged = [&](const std::string& why) {
    ++found.damaged_files;
    fmt::print("{}\n", damage_of(file, interrupt).value_or(why));
  };
  const std::array files = {file};
  auto reader = GameReader::open(files);
  if (!reader) return damaged(reader.error().message);
  DataCount count;
  const auto walked =
      walk_games(*reader, file.filename().string(), interrupt,
                 [&](const RecordedGame& game, const GameReader& place) -> Result<void> {
                   ++count.games;
                   count.positions += game.moves.size() + (game.final_score ? 1 : 0);
                   if (const auto wrong = wrong_end_of(game)) {
                     ++found.wrong_games;
                     fmt::print("{}: {}\n", place.place(), *wrong);
                   }
                   return {};
                 });
  found.games += count.games;
  found.positions += count.positions;
  if (!walked) return damaged(walked.error().message);
  if (interrupt.requested()) return;
  if (count != reader->count())
    return damaged(fmt::format("{}: it has {} positions but records {}", file.string(),
                               count.positions, reader->count().positions));
  // What looks like a last game that was cut off may be a wrong size, and games behind it.
  if (file.extension() == ".open")
    if (const auto hidden = damage_of(file, interrupt)) damaged(*hidden);
}

ExitCode check(const std::vector<std::string>& names) {
  const Interrupt interrupt;
  Found found;
  for (const std::string& name : names) {
    std::error_code error;
    if (!std::filesystem::is_directory(name, error)) {
      check_file(name, interrupt, found);
      continue;
    }
    const auto shards = shards_in(name);
    if (!shards) return failed("data check", shards.error().message);
    if (shards->empty())
      return failed("data check", fmt::format("There are no training games in {}", name));
    for (const ShardName& shard : *shards)
      if (!interrupt.requested()) check_file(shard.file, interrupt, found);
  }
  fmt::print("Files {}, damaged {}; games {}, wrong {}; positions {}\n", found.files,
             found.damaged_files, found.games, found.wrong_games, found.positions);
  if (interrupt.requested()) return stopped_by(interrupt);
  return found.damaged_files + found.wrong_games == 0 ? ExitCode::Done : ExitCode::Failed;
}

}  // namespace

void register_data_check(CommandLine& line, CLI::App& data) {
  auto names = std::make_shared<std::vector<std::string>>();
  CLI::App& command =
      *data.add_subcommand("check", "Check every byte, every move and every result");
  command.add_option("PATH", *names, "Folders and files of training games")->required();
  line.when_chosen(command, [names] { return check(*names); });
}

}  // namespace tabiya
