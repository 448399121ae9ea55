#include "notation/pgn_start.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "notation/fen.h"

namespace tabiya {

std::optional<Variant> variant_from_tag(std::string_view text) {
  std::string word;
  for (const char c : text)
    if (is_letter(c) || is_digit(c)) word += lower(c);
  if (const std::size_t at = word.find("chess"); at != std::string::npos) word.erase(at, 5);
  for (const std::string_view standard :
       {"", "standard", "normal", "classic", "classical", "orthodox", "regular", "fromposition"})
    if (word == standard) return Variant::Standard;
  for (const std::string_view shuffled : {"960", "9lx", "frc", "fischerandom", "fischerrandom",
                                          "freestyle", "fischerandomfreestyle", "wildfr"})
    if (word == shuffled) return Variant::Chess960;
  return std::nullopt;
}

std::expected<PgnStart, NotationError> pgn_start(std::optional<std::string_view> setup,
                                                 std::optional<std::string_view> fen,
                                                 std::optional<std::string_view> variant) {
  PgnStart start{.position = Position::start()};
  if (variant) {
    const auto known = variant_from_tag(*variant);
    if (!known)
      return std::unexpected(
          NotationError{NotationError::Kind::Tag, 0,
                        fmt::format("the variant {} is neither standard chess nor Chess960",
                                    in_quotes(*variant))});
    start.variant = *known;
  }
  if (!fen) {
    if (setup == "1") start.warnings.push_back("a SetUp tag without a FEN tag");
    if (start.variant == Variant::Chess960)
      start.warnings.push_back("a Chess960 game without a FEN tag");
    return start;
  }
  auto read = parse_fen_leniently(*fen);
  if (!read) {
    read.error().message = "FEN tag: " + read.error().message;
    return std::unexpected(std::move(read.error()));
  }
  start.position = read->position;
  for (const std::string& warning : read->warnings) start.warnings.push_back("FEN tag: " + warning);
  if (setup == "0") start.warnings.push_back("a FEN tag although the SetUp tag is 0");
  if (needs_chess960(start.position)) {
    if (start.variant == Variant::Standard)
      start.warnings.push_back("a position of Chess960 without a Variant tag that says so");
    start.variant = Variant::Chess960;
  }
  return start;
}

}  // namespace tabiya
