#include "chess/game.h"

#include <gtest/gtest.h>

#include <cmath>

#include "notation/fen.h"
#include "notation/play.h"
#include "support/data.h"

namespace tabiya {
namespace {

using test::position_of;

void play(Game& game, std::initializer_list<std::string_view> sans) {
  for (std::string_view san : sans) {
    const auto move = play_san(game, san);
    ASSERT_TRUE(move.has_value()) << san << ": " << move.error().message;
  }
}

TEST(Game, BeginsFromTheStartPositionAndGoesOn) {
  const Game game;
  EXPECT_EQ(to_fen(game.position()), kStartFen);
  EXPECT_EQ(game.length(), 0u);
  EXPECT_EQ(game.outcome(), std::nullopt);
  EXPECT_TRUE(std::isnan(game.result_for_side_to_move()));
}

TEST(Game, FoolsMateIsALossForTheSideToMove) {
  Game game;
  play(game, {"f3", "e5", "g4", "Qh4#"});
  EXPECT_EQ(game.outcome(), Outcome::win(Color::Black, Ending::Checkmate));
  EXPECT_EQ(game.result_for_side_to_move(), -1.0f);
}

TEST(Game, TakesBackToTheStart) {
  Game game;
  play(game, {"e4", "e5"});
  EXPECT_TRUE(game.take_back());
  EXPECT_TRUE(game.take_back());
  EXPECT_FALSE(game.take_back());
  EXPECT_EQ(to_fen(game.position()), kStartFen);
}

TEST(Game, HistoryHasEverythingAboutEachMove) {
  Game game(position_of("r3k2r/1P6/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1"));
  play(game, {"dxc6", "O-O", "bxa8=N", "Rxa8", "O-O-O"});
  const auto history = game.history();
  ASSERT_EQ(history.size(), 5u);
  EXPECT_TRUE(history[0].en_passant);
  EXPECT_EQ(history[0].captured, Piece(Color::Black, PieceType::Pawn));
  EXPECT_EQ(history[1].castling, Wing::Kingside);
  EXPECT_EQ(history[1].to, Square::G8);
  EXPECT_EQ(history[1].captured, std::nullopt);
  EXPECT_EQ(history[2].promotion, PieceType::Knight);
  EXPECT_EQ(history[2].captured, Piece(Color::Black, PieceType::Rook));
  EXPECT_EQ(history[3].piece, Piece(Color::Black, PieceType::Rook));
  EXPECT_EQ(history[4].castling, Wing::Queenside);
  EXPECT_EQ(history[4].from, Square::E1);
  EXPECT_EQ(history[4].before, game.position_at(4));
  const std::vector<std::string> sans{"dxc6", "O-O", "bxa8=N", "Rxa8", "O-O-O"};
  EXPECT_EQ(moves_as_san(game), sans);
}

TEST(Repetition, CountsOccurrencesAndEndsTheGameAtTheThird) {
  Game game;
  play(game, {"Nf3", "Nf6", "Ng1", "Ng8"});
  EXPECT_EQ(game.occurrences(), 2);
  EXPECT_EQ(game.outcome(), std::nullopt);
  play(game, {"Nf3", "Nf6", "Ng1", "Ng8"});
  EXPECT_EQ(game.occurrences(), 3);
  EXPECT_EQ(game.outcome(), Outcome::draw(Ending::ThreefoldRepetition));
  EXPECT_EQ(game.result_for_side_to_move(), 0.0f);
  EXPECT_EQ(game.occurrences_at(4), 2);
}

TEST(Repetition, NeedsAClaimWhenThatIsTheRuleUntilTheFifthTime) {
  Game game;
  game.use(DrawRule::Claim);
  for (int round = 0; round < 3; ++round) play(game, {"Nf3", "Nf6", "Ng1", "Ng8"});
  EXPECT_EQ(game.outcome(), std::nullopt);
  EXPECT_EQ(game.claimable_draw(), Ending::ThreefoldRepetition);
  Game claimed = game;
  EXPECT_TRUE(claimed.claim_draw());
  EXPECT_EQ(claimed.outcome(), Outcome::draw(Ending::ThreefoldRepetition));
  play(game, {"Nf3", "Nf6", "Ng1", "Ng8"});
  EXPECT_EQ(game.outcome(), Outcome::draw(Ending::FivefoldRepetition));
}

TEST(Repetition, LostCastlingRightsMakeADifferentPosition) {
  Game game(position_of("r3k3/8/8/8/8/8/8/4K2R w K - 0 1"));
  game.use(DrawRule::Claim);
  play(game, {"Rh2", "Ra7", "Rh1", "Ra8"});
  EXPECT_EQ(game.occurrences(), 1);  // white could castle before
  play(game, {"Rh2", "Ra7", "Rh1", "Ra8"});
  EXPECT_EQ(game.occurrences(), 2);
}

TEST(Repetition, AnEnPassantSquareNobodyCanUseMakesNoDifference) {
  Game game;
  game.use(DrawRule::Claim);
  play(game, {"e4", "Nf6", "Nf3", "Ng8", "Ng1"});
  EXPECT_EQ(game.occurrences(), 2);  // the position after 1. e4, which had e3 in its FEN
}

TEST(FiftyMoves, EndTheGameAtTheHundredthHalfMove) {
  Game game(position_of("k7/8/8/8/8/8/7R/K7 w - - 99 80"));
  EXPECT_EQ(game.outcome(), std::nullopt);
  play(game, {"Rh3"});
  EXPECT_EQ(game.outcome(), Outcome::draw(Ending::FiftyMoves));
}

TEST(FiftyMoves, AMateOnTheHundredthHalfMoveIsAMate) {
  Game game(position_of("k7/8/1K6/8/8/8/8/7R w - - 99 80"));
  play(game, {"Rh8#"});
  EXPECT_EQ(game.outcome(), Outcome::win(Color::White, Ending::Checkmate));
}

TEST(FiftyMoves, AreClaimableAndSeventyFiveForced) {
  Game game(position_of("k7/8/8/8/8/8/7R/K7 w - - 148 80"));
  game.use(DrawRule::Claim);
  EXPECT_EQ(game.claimable_draw(), Ending::FiftyMoves);
  play(game, {"Rh3"});
  EXPECT_EQ(game.outcome(), std::nullopt);
  play(game, {"Kb8"});
  EXPECT_EQ(game.outcome(), Outcome::draw(Ending::SeventyFiveMoves));
}

TEST(Declarations, EndAGameOnce) {
  Game game;
  EXPECT_FALSE(game.claim_draw());
  EXPECT_TRUE(game.resign(Color::White));
  EXPECT_EQ(game.outcome(), Outcome::win(Color::Black, Ending::Resignation));
  EXPECT_EQ(game.result_for_side_to_move(), -1.0f);
  EXPECT_FALSE(game.agree_draw());
  const auto refused = play_san(game, "e4");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message, "the game is over: resignation");
}

TEST(Declarations, ARunOutClockLosesOnlyAgainstMatingMaterial) {
  Game won(position_of("k7/8/8/8/8/8/7R/K7 w - - 0 1"));
  EXPECT_TRUE(won.lose_on_time(Color::Black));
  EXPECT_EQ(won.outcome(), Outcome::win(Color::White, Ending::TimeForfeit));
  Game drawn(position_of("k7/8/8/8/8/8/7R/K7 w - - 0 1"));
  EXPECT_TRUE(drawn.lose_on_time(Color::White));
  EXPECT_EQ(drawn.outcome(), Outcome::draw(Ending::TimeForfeit));
}

TEST(Declarations, ComeBeforeTheRulesThatWouldHaveEndedTheGameToo) {
  Game game(position_of("k7/8/8/8/8/8/7R/K7 w - - 100 80"));
  game.use(DrawRule::Claim);
  EXPECT_TRUE(game.resign(Color::White));
  game.use(DrawRule::Automatic);
  EXPECT_EQ(game.outcome(), Outcome::win(Color::Black, Ending::Resignation));
}

TEST(Declarations, AreUndoneByTakingBack) {
  Game game;
  play(game, {"e4"});
  game.agree_draw();
  EXPECT_TRUE(game.take_back());
  EXPECT_EQ(game.outcome(), std::nullopt);
}

TEST(Variants, FollowFromTheCastlingRights) {
  EXPECT_EQ(Game().variant(), Variant::Standard);
  EXPECT_EQ(Game(chess960_start(0)).variant(), Variant::Chess960);
  EXPECT_EQ(Game(Position::start(), Variant::Chess960).variant(), Variant::Chess960);
}

TEST(Variants, AllNineHundredAndSixtyStartsAreChess960Games) {
  for (int number = 0; number < kChess960Positions; ++number)
    EXPECT_EQ(Game::chess960(number).variant(), Variant::Chess960) << number;
  Random random{3};
  EXPECT_EQ(Game::random_chess960(random).variant(), Variant::Chess960);
}

TEST(Refusals, LeaveTheGameAsItWas) {
  Game game;
  play(game, {"e4"});
  const Position before = game.position();
  for (std::string_view text : {"e4", "Ke9", "", "Nf3", "O-O"})
    EXPECT_FALSE(play_san(game, text).has_value()) << text;
  for (std::string_view text : {"e2e4", "e4e5", "a1", "e7e5q", "0000"})
    EXPECT_FALSE(play_uci(game, text).has_value()) << text;
  EXPECT_EQ(game.position(), before);
  EXPECT_EQ(game.length(), 1u);
}

}  // namespace
}  // namespace tabiya
