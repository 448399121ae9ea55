#include "cli/net/position_sample.h"

#include <unistd.h>

#include <utility>

#include "base/file.h"
#include "base/line_reader.h"
#include "base/random.h"
#include "base/system.h"
#include "chess/movegen.h"
#include "notation/epd.h"
#include "notation/pgn_reader.h"
#include "notation/text_source.h"

namespace tabiya {

namespace {

// Keeps some of a stream of unknown length, each with the same chance (Vitter's algorithm R).
struct Reservoir {
  std::size_t most;
  Random random;
  PositionSample sample{};

  void offer(const Game& game) {
    if (!has_legal_move(game.position())) return;
    ++sample.found;
    if (sample.games.size() < most) {
      sample.games.push_back(game);
    } else if (const std::size_t place = random.below(sample.found); place < most) {
      sample.games[place] = game;
    }
  }
};

class SampleVisitor : public PgnVisitor {
 public:
  explicit SampleVisitor(Reservoir& reservoir) : reservoir_(reservoir) {}

  PgnChoice begin_moves(const Position& start, Variant variant) override {
    game_ = Game(start, variant);
    reservoir_.offer(game_);
    return PgnChoice::Read;
  }
  PgnChoice begin_variation() override { return PgnChoice::Skip; }
  void move(const Position&, Move move) override {
    game_.play(move);
    reservoir_.offer(game_);
  }
  void broken(const PgnProblem&) override { ++reservoir_.sample.broken_games; }

 private:
  Reservoir& reservoir_;
  Game game_;
};

Result<void> read_pgn(int file, Reservoir& reservoir, const Interrupt& interrupt) {
  FileSource source(file, [&interrupt] { return interrupt.requested(); });
  PgnReader reader(source);
  SampleVisitor visitor(reservoir);
  while (!interrupt.requested() && reader.read_game(visitor)) {
  }
  if (reader.failure()) return std::unexpected(Error{*reader.failure()});
  return {};
}

Result<void> read_epd(int file, Reservoir& reservoir, const Interrupt& interrupt) {
  LineReader lines(file, &interrupt);
  for (std::size_t number = 1;; ++number) {
    switch (lines.read()) {
      case LineReader::Outcome::End:
      case LineReader::Outcome::Interrupted:
        return {};
      case LineReader::Outcome::TooLong:
        return failure("line {} is too long", number);
      case LineReader::Outcome::Line:
        break;
    }
    const auto epd = parse_epd_line(lines.line());
    if (!epd)
      return failure("line {}, column {}: {}", number, epd.error().at + 1, epd.error().message);
    if (*epd) reservoir.offer(Game((*epd)->position));
  }
}

}  // namespace

Result<PositionSample> sample_positions(const std::string& file, std::size_t most,
                                        std::uint64_t seed, const Interrupt& interrupt) {
  const OpenFile input(file);
  if (!input.is_open()) return failure("{}: {}", file, system_message());
  Reservoir reservoir{.most = most, .random = Random(seed)};
  const bool is_pgn = file.ends_with(".pgn") || file.ends_with(".PGN");
  const auto read = is_pgn ? read_pgn(input.descriptor(), reservoir, interrupt)
                           : read_epd(input.descriptor(), reservoir, interrupt);
  if (!read) return failure("{}: {}", file, read.error().message);
  return std::move(reservoir.sample);
}

}  // namespace tabiya
