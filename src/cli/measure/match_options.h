// The options of `tabiya match`, and making a match of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "match/match.h"
#include "match/sprt.h"

namespace tabiya {

// As they stand on the command line.
struct MatchOptions {
  std::vector<std::vector<std::string>> engines;
  std::vector<std::string> each;
  std::string tc;
  std::string movetime;
  std::string nodes;
  std::string depth;

  bool gauntlet = false;
  std::optional<std::size_t> games;  // of each pairing
  std::size_t concurrency = 1;
  bool chess960 = false;

  std::string openings = "random";
  std::string order = "file";
  std::optional<std::size_t> plies;
  std::uint64_t seed = 1;

  bool has_draw = false;
  std::vector<std::string> draw;
  bool has_resign = false;
  std::vector<std::string> resign;
  int most_moves = 0;
  bool has_sprt = false;
  std::vector<std::string> sprt;

  int margin = 50;       // milliseconds
  double timeout = 10;   // seconds
  double longest = 600;  // seconds
  std::string pgn;
  std::string result;
  std::string event = "Tabiya match";
};

struct Match {
  MatchPlan plan;
  std::optional<Sprt> sprt;
  std::string fingerprint;  // of all that decides about moves and results
};

struct MatchRefusal {
  std::string message;        // a sentence
  bool in_the_words = false;  // of the command line: there is something to correct
};

// Reads files and starts nothing. Engines without a name of their own have none yet, and the
// fingerprint is empty.
std::expected<Match, MatchRefusal> planned_match(const MatchOptions&);

// The same, and starts every engine once.
std::expected<Match, MatchRefusal> match_from(const MatchOptions&, const std::stop_token&);

}  // namespace tabiya
