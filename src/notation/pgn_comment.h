// What programs write into PGN comments for other programs: clocks and evaluations.
//
//   { [%clk 0:04:59] [%emt 0:00:01] [%eval 0.35,20] [%csl Ga4] and words for people }
//
// Comments are kept as text and written back as they came; these functions read the commands
// inside. Those that draw arrows and squares ([%cal, [%csl) stay text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/milliseconds.h"
#include "chess/values.h"

namespace tabiya {

// An engine's judgement, from White's side.
struct PgnEval {
  WrittenScore score{};
  std::optional<int> depth{};
  bool operator==(const PgnEval&) const = default;
};

struct CommentCommands {
  std::optional<Milliseconds> clock{};    // %clk: what the player had left
  std::optional<Milliseconds> elapsed{};  // %emt: what the move took
  std::optional<PgnEval> eval{};          // %eval
  bool operator==(const CommentCommands&) const = default;
};

// The first of each kind that can be understood.
CommentCommands commands_in(std::string_view comment);

// "[%clk 0:04:59]", with a fraction only if there is one: "[%emt 0:00:00.35]".
std::string clock_command(Milliseconds);
std::string elapsed_command(Milliseconds);
std::string eval_command(const PgnEval&);

// A comment without the freedom its line ends and its outer blanks had: where lines were broken
// stands one space.
std::string tidy_comment(std::string_view);

// A numeric annotation glyph of PGN: 1 is "!", 2 is "?", 10 is "even position".
enum class Nag : std::uint8_t {};

}  // namespace tabiya
