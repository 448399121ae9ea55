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

struct Collector {
  Random random;
  Reservoir<Game> games;
  std::size_t broken_games = 0;

  void offer(const Game& game) {
    if (has_legal_move(game.position())) games.offer(random, [&] { return game; });
  }
};

class SampleVisitor : public PgnVisitor {
 public:
  explicit SampleVisitor(Collector& collector) : collector_(collector) {}

  PgnChoice begin_moves(const Position& start, Variant variant) override {
    game_ = Game(start, variant);
    collector_.offer(game_);
    return PgnChoice::Read;
  }
  PgnChoice begin_variation() override { return PgnChoice::Skip; }
  void move(const Position&, Move move) override {
    game_.play(move);
    collector_.offer(game_);
  }
  void broken(const PgnProblem&) override { ++collector_.broken_games; }

 private:
  Collector& collector_;
  Game game_;
};

Result<void> read_pgn(int file, Collector& collector, const Interrupt& interrupt) {
  FileSource source(file, [&interrupt] { return interrupt.requested(); });
  PgnReader reader(source);
  SampleVisitor visitor(collector);
  while (!interrupt.requested() && reader.read_game(visitor)) {
  }
  if (reader.failure()) return std::unexpected(Error{*reader.failure()});
  return {};
}

Result<void> read_epd(int file, Collector& collector, const Interrupt& interrupt) {
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
    if (*epd) collector.offer(Game((*epd)->position));
  }
}

}  // namespace

Result<PositionSample> sample_positions(const std::string& file, std::size_t most,
                                        std::uint64_t seed, const Interrupt& interrupt) {
  const OpenFile input(file);
  if (!input.is_open()) return failure("{}: {}", file, system_message());
  Collector collector{.random = Random(seed), .games = Reservoir<Game>(most)};
  const bool is_pgn = file.ends_with(".pgn") || file.ends_with(".PGN");
  const auto read = is_pgn ? read_pgn(input.descriptor(), collector, interrupt)
                           : read_epd(input.descriptor(), collector, interrupt);
  if (!read) return failure("{}: {}", file, read.error().message);
  return PositionSample{.games = std::move(collector.games.items),
                        .found = collector.games.found(),
                        .broken_games = collector.broken_games};
}

}  // namespace tabiya
