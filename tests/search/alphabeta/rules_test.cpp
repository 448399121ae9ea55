#include "search/alphabeta/rules.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "notation/fen.h"
#include "search/alphabeta/history.h"

namespace tabiya {
namespace {

constexpr Parameters p;

NodeFacts node(int depth, Value evaluation, Value alpha = 0, bool improving = false) {
  return {.depth = depth,
          .alpha = alpha,
          .beta = alpha + 1,
          .evaluation = evaluation,
          .static_evaluation = evaluation,
          .improving = improving,
          .tt_move_is_capture = false};
}

TEST(Parameters, HaveDifferentNamesAndValuesInTheirRanges) {
  std::set<std::string_view> names;
  for (const Parameter& each : all_of(p)) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_LE(each.lowest, each.value) << each.name;
    EXPECT_GE(each.highest, each.value) << each.name;
    EXPECT_GT(each.step, 0) << each.name;
    EXPECT_LE(each.step, each.highest - each.lowest) << each.name;
  }
}

TEST(Parameters, AreAssignedByName) {
  Parameters changed;
  EXPECT_TRUE(assign(changed, "RazorMargin", 300));
  EXPECT_EQ(changed.razor_margin, 300);
  EXPECT_EQ(changed.razor_depth, p.razor_depth);
  EXPECT_FALSE(assign(changed, "razor_margin", 1));
}

TEST(Rules, AnEntryIsEnoughIfItIsDeepDecidesAndIsNoSurprise) {
  const EntryFacts facts{
      .value = 50, .alpha = 20, .beta = 21, .depth = 6, .cut_node = true, .halfmove_clock = 0};
  const TableEntry entry{.value = 50, .depth = 6, .bound = Bound::Lower};
  EXPECT_TRUE(entry_is_enough(entry, facts, p));
  const auto with = [&](auto change) {
    EntryFacts f = facts;
    TableEntry e = entry;
    change(e, f);
    return entry_is_enough(e, f, p);
  };
  EXPECT_FALSE(with([](TableEntry& e, EntryFacts&) { e.depth = 5; }));
  EXPECT_FALSE(with([](TableEntry& e, EntryFacts&) { e.bound = Bound::Upper; }));
  EXPECT_FALSE(with([](TableEntry& e, EntryFacts&) { e.bound.reset(); }));
  EXPECT_TRUE(with([](TableEntry& e, EntryFacts&) { e.bound = Bound::Exact; }));
  EXPECT_FALSE(with([](TableEntry&, EntryFacts& f) { f.value = kNoValue; }));
  EXPECT_FALSE(with([](TableEntry&, EntryFacts& f) { f.value = 20; })) << "not above beta";
  EXPECT_FALSE(with([](TableEntry&, EntryFacts& f) { f.cut_node = false; })) << "a surprise";
  EXPECT_TRUE(
      with([](TableEntry& e, EntryFacts& f) { f.cut_node = false, f.depth = e.depth = 9; }));
  EXPECT_TRUE(with([](TableEntry&, EntryFacts& f) { f.halfmove_clock = 89; }));
  EXPECT_FALSE(with([](TableEntry&, EntryFacts& f) { f.halfmove_clock = 90; }));
}

TEST(Rules, AnUpperBoundIsEnoughWhereNoCutIsExpected) {
  const TableEntry entry{.value = 10, .depth = 6, .bound = Bound::Upper};
  const EntryFacts facts{
      .value = 10, .alpha = 20, .beta = 21, .depth = 6, .cut_node = false, .halfmove_clock = 0};
  EXPECT_TRUE(entry_is_enough(entry, facts, p));
  EntryFacts cut = facts;
  cut.cut_node = true;
  EXPECT_FALSE(entry_is_enough(entry, cut, p));
}

TEST(Rules, ABoundImprovesOnTheEvaluationOnItsOwnSide) {
  const auto improves = [](std::optional<Bound> bound, Value value) {
    return improves_on({.bound = bound}, value, 30);
  };
  EXPECT_TRUE(improves(Bound::Lower, 31));
  EXPECT_FALSE(improves(Bound::Lower, 30));
  EXPECT_TRUE(improves(Bound::Upper, 29));
  EXPECT_FALSE(improves(Bound::Upper, 31));
  EXPECT_TRUE(improves(Bound::Exact, 31));
  EXPECT_FALSE(improves(std::nullopt, 31));
  EXPECT_FALSE(improves(Bound::Exact, kNoValue));
  EXPECT_FALSE(improves(Bound::Lower, kDecisive));
}

TEST(Rules, IsImprovingSinceTheLastEvaluationOfTheSamePlayer) {
  EXPECT_TRUE(is_improving(31, 30, 99));
  EXPECT_FALSE(is_improving(30, 30, -99));
  EXPECT_TRUE(is_improving(31, kNoValue, 30));
  EXPECT_FALSE(is_improving(30, kNoValue, 30));
  EXPECT_FALSE(is_improving(30, kNoValue, kNoValue));
}

TEST(Rules, BringUnconfirmedValuesNearerToBeta) {
  EXPECT_EQ(cautious(100, 21, 50), 60);
  EXPECT_EQ(cautious(-21, -100, 50), -60);
  EXPECT_EQ(cautious(100, 20, 0), 100);
  EXPECT_EQ(cautious(100, 20, 100), 20);
}

TEST(Rules, FearZugzwangWithoutARookAQueenOrTwoMinorPieces) {
  const auto unlikely = [](const char* fen) { return zugzwang_is_unlikely(*parse_fen(fen)); };
  EXPECT_FALSE(unlikely("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
  EXPECT_FALSE(unlikely("4kr2/8/8/8/8/8/4P3/3NK3 w - - 0 1"));
  EXPECT_TRUE(unlikely("4k3/8/8/8/8/8/4P3/2BNK3 w - - 0 1"));
  EXPECT_TRUE(unlikely("4k3/8/8/8/8/8/4P3/3RK3 w - - 0 1"));
  EXPECT_TRUE(unlikely("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1"));
  EXPECT_FALSE(unlikely("4k3/8/8/8/8/8/4P3/3QK3 b - - 0 1"));
}

TEST(Rules, LearnAboutTheEvaluationFromWhatContradictsIt) {
  EXPECT_TRUE(tells_about_evaluation(Bound::Exact, 10, 30));
  EXPECT_TRUE(tells_about_evaluation(Bound::Lower, 31, 30));
  EXPECT_FALSE(tells_about_evaluation(Bound::Lower, 30, 30));
  EXPECT_TRUE(tells_about_evaluation(Bound::Upper, 29, 30));
  EXPECT_FALSE(tells_about_evaluation(Bound::Upper, 30, 30));
  EXPECT_FALSE(tells_about_evaluation(Bound::Exact, kDecisive, 30));
  EXPECT_FALSE(tells_about_evaluation(Bound::Exact, -kDecisive, 30));
}

TEST(Rules, RazorsFarBelowAlphaAtLowDepthOnly) {
  EXPECT_TRUE(razors(node(3, -841), p));
  EXPECT_FALSE(razors(node(3, -840), p));
  EXPECT_TRUE(razors(node(1, -281), p));
  EXPECT_FALSE(razors(node(4, -5000), p));
}

TEST(Rules, ReverseFutilityCutsFarAboveBetaAtLowDepthOnly) {
  EXPECT_TRUE(reverse_futility_cuts(node(9, 721), p));
  EXPECT_FALSE(reverse_futility_cuts(node(9, 720), p));
  EXPECT_TRUE(reverse_futility_cuts(node(9, 641, 0, true), p));
  EXPECT_FALSE(reverse_futility_cuts(node(9, 640, 0, true), p));
  EXPECT_TRUE(reverse_futility_cuts(node(1, 21, 0, true), p));
  EXPECT_FALSE(reverse_futility_cuts(node(1, 20, 0, true), p)) << "less than the floor above beta";
  EXPECT_FALSE(reverse_futility_cuts(node(10, 5000), p));
  EXPECT_TRUE(reverse_futility_cuts(node(1, kDecisive - 1), p));
  EXPECT_FALSE(reverse_futility_cuts(node(1, kDecisive), p));
  EXPECT_FALSE(reverse_futility_cuts(node(1, 0, -kDecisive - 1), p));
  EXPECT_TRUE(reverse_futility_cuts(node(1, 0, -kDecisive), p));
}

TEST(Rules, PassesOnlyAboveBeta) {
  EXPECT_FALSE(may_pass(node(2, 1000), p));
  EXPECT_TRUE(may_pass(node(3, 61), p));  // beta − 60 + 120
  EXPECT_FALSE(may_pass(node(3, 60), p));
  EXPECT_TRUE(may_pass(node(10, 1), p));
  EXPECT_FALSE(may_pass(node(10, 0), p));
  EXPECT_FALSE(may_pass(node(10, 0, -kDecisive - 1), p));
  NodeFacts hopeful = node(6, 1);
  EXPECT_TRUE(may_pass(hopeful, p));
  hopeful.static_evaluation = 0;
  EXPECT_FALSE(may_pass(hopeful, p));
}

TEST(Rules, PassReducesMoreWithDepthAndAdvantageAndACaptureToCome) {
  EXPECT_EQ(pass_reduction(node(5, 1), p), 5);
  EXPECT_EQ(pass_reduction(node(6, 1), p), 6);
  EXPECT_EQ(pass_reduction(node(6, 200), p), 6);
  EXPECT_EQ(pass_reduction(node(6, 201), p), 7);
  EXPECT_EQ(pass_reduction(node(6, 801), p), 10);
  EXPECT_EQ(pass_reduction(node(6, 9001), p), 10);
  NodeFacts tense = node(6, 1);
  tense.tt_move_is_capture = true;
  EXPECT_EQ(pass_reduction(tense, p), 7);
}

TEST(Rules, ProbcutWantsDepthAndAnUndecidedBeta) {
  EXPECT_FALSE(may_probcut(node(4, 0), p));
  EXPECT_TRUE(may_probcut(node(5, 0), p));
  EXPECT_FALSE(may_probcut(node(5, 0, kDecisive - 1), p));
  EXPECT_TRUE(may_probcut(node(5, 0, kDecisive - 2), p));
  EXPECT_EQ(probcut_beta(node(5, 0), p), 181);
  EXPECT_EQ(probcut_beta(node(5, 0, 0, true), p), 131);
}

TEST(Rules, ReduceInternallyWithoutAMoveFromTheTranspositionTable) {
  EXPECT_EQ(internal_reduction(4, false, true, false, p), 1);
  EXPECT_EQ(internal_reduction(4, false, false, true, p), 1);
  EXPECT_EQ(internal_reduction(3, false, true, true, p), 0);
  EXPECT_EQ(internal_reduction(4, true, true, true, p), 0);
  EXPECT_EQ(internal_reduction(4, false, false, false, p), 0);
}

TEST(Rules, TryFewerQuietMovesWhenNotImproving) {
  EXPECT_EQ(quiet_moves_worth_trying(1, true, p), 5);
  EXPECT_EQ(quiet_moves_worth_trying(1, false, p), 2);
  EXPECT_EQ(quiet_moves_worth_trying(4, true, p), 20);
  EXPECT_EQ(quiet_moves_worth_trying(4, false, p), 10);
}

TEST(Rules, LeaveOutFutileMoves) {
  EXPECT_TRUE(futile(8, -870, 0, p));
  EXPECT_FALSE(futile(8, -869, 0, p));
  EXPECT_TRUE(futile(0, -110, 0, p));
  EXPECT_FALSE(futile(0, -109, 0, p));
  EXPECT_FALSE(futile(9, -5000, 0, p));
}

TEST(Rules, LeaveOutMovesWithAHopelessHistory) {
  EXPECT_TRUE(history_is_too_low(5, -18001, p));
  EXPECT_FALSE(history_is_too_low(5, -18000, p));
  EXPECT_FALSE(history_is_too_low(6, -40000, p));
  EXPECT_TRUE(history_is_too_low(0, -501, p));
  EXPECT_FALSE(history_is_too_low(0, -500, p));
}

TEST(Rules, TolerateMoreLossWithMoreDepth) {
  EXPECT_EQ(tolerated_loss(3, 2, true, p), -285);
  EXPECT_EQ(tolerated_loss(3, 2, false, p), -88);
  EXPECT_EQ(tolerated_loss(3, 0, false, p), 0);
}

TEST(LateMoveReduction, GrowsWithTheLogarithmsOfDepthAndMoveNumber) {
  EXPECT_EQ(tables::kLogs[1], 0);
  EXPECT_EQ(tables::kLogs[2], 709);
  EXPECT_EQ(tables::kLogs[255], 5674);
  EXPECT_EQ(late_move_reduction(1, 30, true, p), 800);
  EXPECT_EQ(late_move_reduction(30, 1, false, p), 100);
  EXPECT_EQ(late_move_reduction(2, 2, true, p), 800 + 490 * 10 / 23);
  EXPECT_EQ(late_move_reduction(2, 2, false, p), 100 + 490 * 10 / 33);
  EXPECT_EQ(late_move_reduction(300, 300, true, p), late_move_reduction(255, 255, true, p));
}

TEST(LateMoveReduction, IsAdjustedByEachFactAlone) {
  const MoveFacts plain{.was_pv = false,
                        .cut_node = false,
                        .is_quiet = true,
                        .tt_move_is_capture = false,
                        .gives_check = false,
                        .improving = true,
                        .others_failed_high = false,
                        .is_refutation = false,
                        .history = 0};
  const auto with = [&](auto change) {
    MoveFacts facts = plain;
    change(facts);
    return reduction_adjustment(facts, p);
  };
  EXPECT_EQ(reduction_adjustment(plain, p), 0);
  EXPECT_EQ(with([](MoveFacts& m) { m.was_pv = true; }), -1024);
  EXPECT_EQ(with([](MoveFacts& m) { m.cut_node = true; }), 1400);
  EXPECT_EQ(with([](MoveFacts& m) { m.tt_move_is_capture = true; }), 700);
  EXPECT_EQ(with([](MoveFacts& m) { m.tt_move_is_capture = true, m.is_quiet = false; }), 0);
  EXPECT_EQ(with([](MoveFacts& m) { m.gives_check = true; }), -700);
  EXPECT_EQ(with([](MoveFacts& m) { m.improving = false; }), 400);
  EXPECT_EQ(with([](MoveFacts& m) { m.others_failed_high = true; }), 700);
  EXPECT_EQ(with([](MoveFacts& m) { m.is_refutation = true; }), -900);
  EXPECT_EQ(with([](MoveFacts& m) { m.history = 7200; }), -800);
  EXPECT_EQ(with([](MoveFacts& m) { m.history = 7200, m.is_quiet = false; }), -900);
}

TEST(Rules, LookForSingularMovesAtDepthWithADeepEntry) {
  EXPECT_TRUE(may_be_singular(6, 3, 0, p));
  EXPECT_FALSE(may_be_singular(5, 5, 0, p));
  EXPECT_FALSE(may_be_singular(6, 2, 0, p));
  EXPECT_FALSE(may_be_singular(7, 7, kDecisive, p));
  EXPECT_FALSE(may_be_singular(7, 7, -kDecisive, p));
  EXPECT_EQ(singular_beta(50, 8, p), 42);
}

constexpr SingularFacts kSingular{.value = 10,
                                  .threshold = 20,
                                  .tt_value = 40,
                                  .beta = 100,
                                  .is_pv = false,
                                  .cut_node = true,
                                  .double_extensions = 0};

TEST(Rules, ExtendASingularMoveMoreTheFartherItIsAboveTheOthers) {
  const auto with = [](auto&& change) {
    SingularFacts facts = kSingular;
    change(facts);
    return singular_extension(facts, p);
  };
  EXPECT_EQ(with([](SingularFacts&) {}), 1);
  EXPECT_EQ(with([](SingularFacts& s) { s.value = 2; }), 1);
  EXPECT_EQ(with([](SingularFacts& s) { s.value = 1; }), 2);
  EXPECT_EQ(with([](SingularFacts& s) { s.value = -80; }), 2);
  EXPECT_EQ(with([](SingularFacts& s) { s.value = -81; }), 3);
  EXPECT_EQ(with([](SingularFacts& s) { s.value = 1, s.is_pv = true; }), 1);
  EXPECT_EQ(with([](SingularFacts& s) { s.value = 1, s.double_extensions = 8; }), 2);
  EXPECT_EQ(with([](SingularFacts& s) { s.value = 1, s.double_extensions = 9; }), 1);
}

TEST(Rules, SearchAMoveLessDeeplyIfOthersAreAsGood) {
  SingularFacts facts = kSingular;
  facts.value = facts.threshold;
  EXPECT_EQ(singular_extension(facts, p), -1);
  facts.cut_node = false;
  EXPECT_EQ(singular_extension(facts, p), 0);
  facts.beta = 40;
  EXPECT_EQ(singular_extension(facts, p), -2);
}

TEST(Rules, LookAgainAsDeeplyAsTheSurpriseWasLarge) {
  EXPECT_EQ(depth_after_reduction(8, 61, 0, p), 9);
  EXPECT_EQ(depth_after_reduction(8, 60, 0, p), 8);
  EXPECT_EQ(depth_after_reduction(8, 8, 0, p), 8);
  EXPECT_EQ(depth_after_reduction(8, 7, 0, p), 7);
}

TEST(Rules, HistoryBonusGrowsToItsLimit) {
  EXPECT_EQ(history_bonus(1, p), 100);
  EXPECT_EQ(history_bonus(10, p), 1720);
  EXPECT_EQ(history_bonus(11, p), 1800);
}

TEST(Rules, SearchLessDeeplyAfterAlphaWasRaised) {
  EXPECT_EQ(reduction_after_raised_alpha(2, 0, p), 0);
  EXPECT_EQ(reduction_after_raised_alpha(3, 0, p), 1);
  EXPECT_EQ(reduction_after_raised_alpha(11, 0, p), 1);
  EXPECT_EQ(reduction_after_raised_alpha(12, 0, p), 0);
  EXPECT_EQ(reduction_after_raised_alpha(5, kDecisive, p), 0);
}

TEST(Rules, AdvantageFadesTowardsTheFiftyMoveDraw) {
  EXPECT_EQ(faded(200, 0, p), 200);
  EXPECT_EQ(faded(200, 50, p), 150);
  EXPECT_EQ(faded(-200, 100, p), -100);
  EXPECT_EQ(faded(200, 140, p), 100);
}

TEST(HistoryEntry, DriftsTowardsItsLimitAndNeverBeyond) {
  HistoryEntry entry;
  entry.add(1000);
  EXPECT_EQ(entry.value(), 1000);
  entry.add(1000);
  EXPECT_EQ(entry.value(), 1939);  // 1000 + 1000 − 1000 · 1000 / 16384
  for (int i = 0; i < 100; ++i) entry.add(HistoryEntry::kLimit);
  EXPECT_EQ(entry.value(), HistoryEntry::kLimit);
  for (int i = 0; i < 100; ++i) entry.add(-HistoryEntry::kLimit);
  EXPECT_EQ(entry.value(), -HistoryEntry::kLimit);
}

// Two that differ in one thing only have each a place of its own.
TEST(MoveHistory, KeepsMovesApart) {
  const auto history = std::make_unique<MoveHistory>();
  const Move e2e4 = Move::normal(Square::E2, Square::E4);
  const Piece pawn(Color::White, PieceType::Pawn);
  const Piece black_pawn(Color::Black, PieceType::Pawn);
  const Piece knight(Color::White, PieceType::Knight);
  std::set<const void*> places;
  const auto is_new = [&](const auto& place) { return places.insert(&place).second; };
  EXPECT_TRUE(is_new(history->quiet(Color::White, e2e4)));
  EXPECT_TRUE(is_new(history->quiet(Color::Black, e2e4)));
  EXPECT_TRUE(is_new(history->quiet(Color::White, Move::normal(Square::E2, Square::E3))));
  EXPECT_TRUE(is_new(history->quiet(Color::White, Move::normal(Square::E3, Square::E4))));
  EXPECT_FALSE(is_new(history->quiet(Color::White, e2e4)));
  EXPECT_TRUE(is_new(history->capture(pawn, Square::E4, PieceType::Rook)));
  EXPECT_TRUE(is_new(history->capture(pawn, Square::E4, PieceType::Queen)));
  EXPECT_TRUE(is_new(history->capture(pawn, Square::E5, PieceType::Rook)));
  EXPECT_TRUE(is_new(history->capture(knight, Square::E4, PieceType::Rook)));
  EXPECT_TRUE(is_new(history->capture(black_pawn, Square::E4, PieceType::Rook)));
  EXPECT_TRUE(is_new(history->after(PieceTo(pawn, Square::E4))));
  EXPECT_TRUE(is_new(history->after(PieceTo(black_pawn, Square::E4))));
  EXPECT_TRUE(is_new(history->after(PieceTo(knight, Square::E4))));
  EXPECT_TRUE(is_new(history->counter(PieceTo(pawn, Square::E4))));
  EXPECT_TRUE(is_new(history->counter(PieceTo(knight, Square::E4))));

  history->quiet(Color::White, e2e4).add(100);
  history->counter(PieceTo(pawn, Square::E4)) = e2e4;
  history->clear();
  EXPECT_EQ(history->quiet(Color::White, e2e4).value(), 0);
  EXPECT_EQ(history->counter(PieceTo(pawn, Square::E4)), kNoMove);
}

TEST(CorrectionHistory, LearnsTheErrorOfLikePositionsForOneSide) {
  const auto history = std::make_unique<CorrectionHistory>();
  const Position start = Position::start();
  EXPECT_EQ(history->correction(start), 0);
  history->learn(start, 100, 3);  // 3600 in each of three parts
  EXPECT_EQ(history->correction(start), 3 * 3600 / 512);
  EXPECT_EQ(history->correction(start.after_pass()), 0);
}

// Learnt in the first position: a third each for the same pawns, white pieces and black pieces.
TEST(CorrectionHistory, IsSharedByThePawnsAndByEachSidesPieces) {
  const auto history = std::make_unique<CorrectionHistory>();
  const auto correction = [&](const char* fen) { return history->correction(*parse_fen(fen)); };
  history->learn(*parse_fen("4k1n1/3p4/8/8/8/8/3P4/1N2K3 w - - 0 1"), 100, 3);
  constexpr int kEach = 3600;
  EXPECT_EQ(correction("4k1n1/3p4/8/8/8/8/3P4/1N2K3 w - - 0 1"), 3 * kEach / 512);
  EXPECT_EQ(correction("4k1b1/3p4/8/8/8/8/3P4/1N2K3 w - - 0 1"), 2 * kEach / 512);
  EXPECT_EQ(correction("4k1n1/3p4/8/8/8/8/3P4/1B2K3 w - - 0 1"), 2 * kEach / 512);
  EXPECT_EQ(correction("4k1n1/4p3/8/8/8/8/3P4/1N2K3 w - - 0 1"), 2 * kEach / 512);
  EXPECT_EQ(correction("4k1n1/3p4/8/8/8/8/4P3/1N2K3 w - - 0 1"), 2 * kEach / 512);
  EXPECT_EQ(correction("3k2n1/3p4/8/8/8/8/3P4/1B2K3 w - - 0 1"), kEach / 512);
  EXPECT_EQ(correction("3k2n1/4p3/8/8/8/8/3P4/1N2K3 w - - 0 1"), kEach / 512);
  EXPECT_EQ(correction("3k2n1/4p3/8/8/8/8/3P4/1B2K3 w - - 0 1"), 0);
  EXPECT_EQ(correction("4k1n1/3p4/8/8/8/8/3P4/1N2K3 b - - 0 1"), 0);
}

TEST(CorrectionHistory, LearnsNoMoreThanAStepAtOnce) {
  const auto history = std::make_unique<CorrectionHistory>();
  const Position start = Position::start();
  history->learn(start, -1000, 20);
  EXPECT_EQ(history->correction(start), -3 * 4096 / 512);
}

}  // namespace
}  // namespace tabiya
