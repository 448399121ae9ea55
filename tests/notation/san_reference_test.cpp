// SAN as chessops and chess.js write it, for all legal moves of thousands of positions.
#include <gtest/gtest.h>

#include <set>

#include "chess/movegen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "support/data.h"

namespace tabiya {
namespace {

TEST(SanReference, EveryMoveIsWrittenAndReadAsTheRefereesDo) {
  std::size_t moves = 0;
  for (const std::string& line : test::data_lines("san_reference.txt")) {
    const auto fields = test::split(line, '\t');
    const Position position = test::position_of(fields.at(0));
    const Variant variant = fields.at(1) == "chess960" ? Variant::Chess960 : Variant::Standard;

    std::set<std::string> expected;
    if (fields.at(2) != "-")
      for (const std::string& pair : test::split(fields[2], ' ')) expected.insert(pair);

    std::set<std::string> written;
    for (Move move : legal_moves(position)) {
      const std::string san = to_san(position, move);
      written.insert(to_uci(position, move, variant) + "=" + san);
      const auto read = parse_san(position, san);
      ASSERT_TRUE(read && *read == move) << line << ' ' << san;
    }
    ASSERT_EQ(written, expected) << fields[0];
    moves += written.size();
  }
  EXPECT_GT(moves, 50'000u);
}

}  // namespace
}  // namespace tabiya
