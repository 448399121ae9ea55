// What an engine says, one line at a time, as far as a match needs to know.
//
// Lenient: what is unknown or malformed is skipped, never an error, since engines say all kinds of
// things. Whether a best move is a move at all is for the game to find out.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "openings/adjudication.h"

namespace tabiya {

struct UciOk {};
struct UciReadyOk {};
struct UciIdName {
  std::string_view name;
};
struct UciOptionOffer {
  std::string_view name;
  std::string_view type;  // check, spin, combo, button, string; empty if it was not said
  std::optional<std::int64_t> lowest{};  // of a number
  std::optional<std::int64_t> highest{};
  std::optional<std::int64_t> usual{};  // its default, if that is a number
};
struct UciBestMove {
  std::string_view move;  // empty if there is none
};
// Only of the best line; of a second or third line nothing is kept. A score that is only a bound
// is not kept either.
struct UciInfo {
  std::optional<int> depth{};
  std::optional<WrittenScore> score{};
  std::optional<std::uint64_t> nodes{};
};
struct UciOther {};

using UciLine =
    std::variant<UciOther, UciOk, UciReadyOk, UciIdName, UciOptionOffer, UciBestMove, UciInfo>;

// Views point into the line.
UciLine parse_uci_line(std::string_view line);

}  // namespace tabiya
