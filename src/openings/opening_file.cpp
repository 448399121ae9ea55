#include "openings/opening_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/file.h"
#include "base/result.h"
#include "base/system.h"
#include "base/text.h"
#include "chess/game.h"
#include "notation/epd.h"
#include "notation/pgn_reader.h"

namespace tabiya {

namespace {

// Why no game can begin here; nothing if it can.
std::optional<std::string> objection(const Opening& opening, Variant variant) {
  if (variant == Variant::Standard && needs_chess960(opening.start))
    return "castling here is that of Chess960; use --chess960";
  Game game(opening.start, variant);
  for (const Move move : opening.moves) game.play(move);
  if (const auto outcome = game.outcome())
    return fmt::format("the game is over here: {}", describe(outcome->ending));
  return std::nullopt;
}

class OpeningVisitor : public PgnVisitor {
 public:
  OpeningVisitor(Variant variant, std::optional<std::size_t> plies)
      : variant_(variant), plies_(plies) {}

  void begin_game(PgnPlace place) override { place_ = place; }
  PgnChoice begin_moves(const Position& start, Variant) override {
    opening_ = {.start = start};
    return PgnChoice::Read;
  }
  PgnChoice begin_variation() override { return PgnChoice::Skip; }
  void move(const Position&, Move move) override {
    if (!plies_ || opening_.moves.size() < *plies_) opening_.moves.push_back(move);
  }
  void end_game(PgnResult) override {
    if (const auto why = objection(opening_, variant_))
      fail(place_, *why);
    else
      openings.push_back(std::move(opening_));
  }
  void broken(const PgnProblem& problem) override { fail(problem.place, problem.message); }

  std::vector<Opening> openings;
  std::optional<std::string> error;

 private:
  void fail(PgnPlace place, const std::string& message) {
    if (!error) error = fmt::format("{}:{}: {}", place.line, place.column, message);
  }

  Variant variant_;
  std::optional<std::size_t> plies_;
  PgnPlace place_{};
  Opening opening_;
};

Result<std::string> all_of(TextSource& source) {
  constexpr std::size_t most = std::size_t{1} << 30;
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    const auto count = source.read(buffer);
    if (!count) return std::unexpected(count.error());
    if (*count == 0) return text;
    text.append(buffer.data(), *count);
    if (text.size() > most) return failure("larger than a gigabyte");
  }
}

}  // namespace

Result<std::vector<Opening>> read_epd_openings(std::string_view text, Variant variant) {
  std::vector<Opening> openings;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto epd = parse_epd_line(line);
    if (!epd) return failure("{}:{}: {}", number, epd.error().at + 1, epd.error().message);
    if (!*epd) continue;
    Opening opening{.start = (*epd)->position};
    if (const auto why = objection(opening, variant)) return failure("{}:1: {}", number, *why);
    openings.push_back(std::move(opening));
  }
  if (openings.empty()) return failure("there is no position inside");
  return openings;
}

Result<std::vector<Opening>> read_pgn_openings(TextSource& source, Variant variant,
                                               std::optional<std::size_t> plies) {
  OpeningVisitor visitor(variant, plies);
  PgnReader reader(source);
  while (!visitor.error && reader.read_game(visitor)) {
  }
  if (visitor.error) return std::unexpected(Error{std::move(*visitor.error)});
  if (reader.failure()) return std::unexpected(Error{*reader.failure()});
  if (visitor.openings.empty()) return failure("there is no game inside");
  return std::move(visitor.openings);
}

Result<std::vector<Opening>> read_openings(const std::string& name, Variant variant,
                                           std::optional<std::size_t> plies) {
  const OpenFile file(name);
  if (!file.is_open()) return failure("{}: {}", name, system_message());
  FileSource source(file.descriptor());
  auto openings = [&]() -> Result<std::vector<Opening>> {
    if (name.ends_with(".pgn") || name.ends_with(".PGN"))
      return read_pgn_openings(source, variant, plies);
    const auto text = all_of(source);
    if (!text) return std::unexpected(text.error());
    return read_epd_openings(*text, variant);
  }();
  if (!openings) {
    const bool tells_place = is_digit(openings.error().message.front());  // "9:24: …"
    return failure("{}:{}{}", name, tells_place ? "" : " ", openings.error().message);
  }
  return openings;
}

}  // namespace tabiya
