// What became of one generation, kept in a small file of its own. The file is written last, so a
// generation that has it is finished.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "match/elo.h"
#include "match/results.h"

namespace tabiya {

// The match of a generation against an engine that never changes.
struct OpponentMatch {
  std::string name;
  Wdl games{};
  double elo = 0;  // over the opponent, and half the width of 95 % around it
  double error = 0;

  bool operator==(const OpponentMatch&) const = default;
};

struct Generation {
  std::uint64_t number = 1;
  std::string network{};       // file name within the generation's folder
  std::uint64_t opponent = 0;  // the generation it played against; 0: where the run began
  Wdl match{};
  double elo = 0;  // against the opponent, and half the width of 95 % around it
  double error = 0;
  bool promoted = false;
  std::vector<OpponentMatch> opponents{};
  std::uint64_t positions = 0;  // of its self-play
  double selfplay_seconds = 0;
  double train_seconds = 0;
  double match_seconds = 0;
  double opponents_seconds = 0;

  double seconds() const {
    return selfplay_seconds + train_seconds + match_seconds + opponents_seconds;
  }

  bool operator==(const Generation&) const = default;
};

// Where things are in the folder of a run.
std::filesystem::path generation_folder(const std::filesystem::path& run, std::uint64_t number);
std::filesystem::path generation_file(const std::filesystem::path& run, std::uint64_t number);

// What the steps of a generation have taken so far, in all runs of the loop.
std::filesystem::path seconds_file(const std::filesystem::path& run, std::uint64_t number);
std::string seconds_to_json(const Generation&);
// Nothing changes if there is no such file. The error names it.
Result<void> read_seconds(const std::filesystem::path& run, Generation&);

std::string to_json(const Generation&);
Result<Generation> generation_from_json(std::string_view);

// All that are finished, from the first on. The error names the file.
Result<std::vector<Generation>> finished_generations(const std::filesystem::path& run);

// The one that plays for the run: the last that was promoted; 0: none yet.
std::uint64_t best_generation(const std::vector<Generation>&);

// Names of the opponents that any generation has met.
std::vector<std::string> opponents_of(const std::vector<Generation>&);

// Null if there was no such match. Valid as long as the generation.
const OpponentMatch* match_against(const Generation&, const std::string& opponent);

// Elo of each generation over the start, by adding up matches along the line of opponents.
struct EloOverStart {
  double elo = 0;
  double error = 0;
};
std::vector<EloOverStart> strengths(const std::vector<Generation>&);

// As `tabiya match --result` writes it: of the first engine against the second.
struct MatchResult {
  Wdl games;
  double elo = 0;
  double error = 0;
  std::optional<bool> accepted;  // by the sequential test, if there was one and it was decided
  bool tested = false;           // there was one
};
Result<MatchResult> match_result_from_json(std::string_view);
// The error names the file, and says what helps.
Result<MatchResult> read_match_result(const std::filesystem::path& file);

}  // namespace tabiya
