#include "openings/adjudication.h"

#include <gtest/gtest.h>

namespace tabiya {
namespace {

// Both engines give these scores, each from its own side, for that number of moves; the verdict
// then.
std::optional<Outcome> after(Arbiter& arbiter, int moves, std::optional<WrittenScore> white,
                             std::optional<WrittenScore> black, int first_number = 1) {
  for (int move = 0; move < moves; ++move) {
    arbiter.note(Color::White, white, first_number + move);
    arbiter.note(Color::Black, black, first_number + move);
  }
  return arbiter.verdict();
}

constexpr WrittenScore cp(int value) { return WrittenScore::centipawns(value); }

TEST(Adjudication, AMateEndsTheGameAtOnceOnlyIfThatIsWanted) {
  for (const bool at_mate : {false, true})
    for (const int moves : {1, -2}) {
      Arbiter arbiter({.resign = ResignAdjudication{.both = true, .at_mate = at_mate}});
      arbiter.note(Color::White, cp(30), 1);
      arbiter.note(Color::Black, WrittenScore::mate(moves), 1);
      const Color winner = moves > 0 ? Color::Black : Color::White;
      EXPECT_EQ(arbiter.verdict(),
                at_mate ? std::optional(Outcome::win(winner, Ending::Resignation)) : std::nullopt);
    }
}

TEST(Adjudication, ADrawNeedsLevelScoresOfBoth) {
  const Adjudication rules{.draw = DrawAdjudication{.from = 10, .moves = 3, .score = {10}}};
  const auto draw = Outcome::draw(Ending::Agreement);
  Arbiter level(rules);
  EXPECT_EQ(after(level, 3, cp(10), cp(-10), 20), draw);
  Arbiter short_row(rules);
  EXPECT_EQ(after(short_row, 2, cp(0), cp(0), 20), std::nullopt);
  Arbiter one_is_happy(rules);
  EXPECT_EQ(after(one_is_happy, 9, cp(11), cp(0), 20), std::nullopt);
  Arbiter early(rules);
  EXPECT_EQ(after(early, 9, cp(0), cp(0), 1), std::nullopt) << "not before move 10";
  EXPECT_EQ(after(early, 1, cp(0), cp(0), 10), draw);
}

TEST(Adjudication, AMissingScoreBreaksTheRow) {
  Arbiter arbiter({.draw = DrawAdjudication{.from = 0, .moves = 3}});
  after(arbiter, 2, cp(0), cp(0));
  after(arbiter, 1, std::nullopt, cp(0));
  EXPECT_EQ(after(arbiter, 2, cp(0), cp(0)), std::nullopt);
  EXPECT_TRUE(after(arbiter, 1, cp(0), cp(0)));
}

TEST(Adjudication, WhoSaysItIsLostHasLost) {
  const Adjudication rules{.resign = ResignAdjudication{.moves = 2, .score = {500}}};
  Arbiter arbiter(rules);
  EXPECT_EQ(after(arbiter, 1, cp(-500), cp(0)), std::nullopt);
  EXPECT_EQ(after(arbiter, 1, cp(-501), cp(0)), Outcome::win(Color::Black, Ending::Resignation));
  Arbiter mated(rules);
  EXPECT_EQ(after(mated, 2, cp(0), WrittenScore::mate(-7)),
            Outcome::win(Color::White, Ending::Resignation));
  Arbiter winning(rules);
  EXPECT_EQ(after(winning, 9, cp(900), cp(-499)), std::nullopt)
      << "its own opinion counts, not the opponent's";
}

TEST(Adjudication, MayAskBothEngines) {
  const Adjudication rules{.resign = ResignAdjudication{.moves = 2, .score = {500}, .both = true}};
  Arbiter alone(rules);
  EXPECT_EQ(after(alone, 9, cp(-900), cp(499)), std::nullopt);
  Arbiter together(rules);
  EXPECT_EQ(after(together, 2, cp(-900), WrittenScore::mate(5)),
            Outcome::win(Color::Black, Ending::Resignation));
}

TEST(Adjudication, AGameMayBeTooLong) {
  Arbiter arbiter({.most_moves = 3});
  after(arbiter, 2, cp(0), cp(0));
  arbiter.note(Color::White, cp(0), 3);
  EXPECT_FALSE(arbiter.is_too_long());
  arbiter.note(Color::Black, cp(0), 3);
  EXPECT_TRUE(arbiter.is_too_long());
  Arbiter unlimited({});
  after(unlimited, 5000, cp(0), cp(0));
  EXPECT_FALSE(unlimited.is_too_long());
  EXPECT_EQ(unlimited.verdict(), std::nullopt);
}

}  // namespace
}  // namespace tabiya
