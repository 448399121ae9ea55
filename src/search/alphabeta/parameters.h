// Every number of the alpha-beta search that games may show to be better: name, value, lowest,
// highest, step.
//
// Margins are in centipawns, depths in plies, reductions in 1024ths of a ply. The rules that use
// them, with their reasons, are in rules.h.
#pragma once

#include "search/parameter.h"

namespace tabiya {

struct Parameters {
  // What pieces are worth in exchanges.
  Parameter pawn_value{"PawnValue", 100, 50, 200, 5};
  Parameter knight_value{"KnightValue", 320, 200, 500, 10};
  Parameter bishop_value{"BishopValue", 330, 200, 500, 10};
  Parameter rook_value{"RookValue", 520, 350, 800, 15};
  Parameter queen_value{"QueenValue", 980, 700, 1500, 25};

  // Iterations at the root: the width of the window around the expected value.
  Parameter aspiration_depth{"AspirationDepth", 4, 2, 8, 1};
  Parameter aspiration_width{"AspirationWidth", 14, 5, 60, 2};
  Parameter aspiration_growth{"AspirationGrowth", 50, 10, 200, 10};  // per cent
  Parameter aspiration_limit{"AspirationLimit", 600, 200, 2000, 50};
  Parameter aspiration_reduction{"AspirationReduction", 3, 0, 6, 1};

  // The choice among the threads' lines: what a ply of depth counts, against centipawns.
  Parameter vote_depth{"VoteDepth", 64, 8, 256, 8};
  Parameter vote_value_divisor{"VoteValueDivisor", 8, 1, 64, 2};

  // What the transposition table may decide, and how its entries are kept.
  Parameter tt_highest_clock{"TtHighestClock", 90, 50, 100, 5};  // half-moves
  Parameter tt_any_node_depth{"TtAnyNodeDepth", 8, 0, 20, 1};
  Parameter tt_age_weight{"TtAgeWeight", 8, 1, 32, 1};
  Parameter tt_keep_depth{"TtKeepDepth", 4, 0, 12, 1};
  Parameter tt_keep_pv_depth{"TtKeepPvDepth", 2, 0, 8, 1};
  Parameter tt_tablebase_depth{"TtTablebaseDepth", 6, 0, 20, 1};
  Parameter tt_evaluation_depth{"TtEvaluationDepth", -6, -12, 0, 1};  // of an evaluation alone
  Parameter tablebase_depth{"TablebaseDepth", 2, 1, 10, 1};

  // Nodes that need not be searched move by move.
  Parameter razor_depth{"RazorDepth", 3, 0, 8, 1};
  Parameter razor_margin{"RazorMargin", 280, 100, 600, 15};
  Parameter reverse_futility_depth{"ReverseFutilityDepth", 9, 2, 16, 1};
  Parameter reverse_futility_margin{"ReverseFutilityMargin", 80, 20, 200, 5};
  Parameter reverse_futility_floor{"ReverseFutilityFloor", 20, 0, 80, 4};
  Parameter reverse_futility_to_beta{"ReverseFutilityToBeta", 50, 0, 100, 5};  // per cent
  Parameter pass_depth{"PassDepth", 3, 1, 8, 1};
  Parameter pass_depth_margin{"PassDepthMargin", 20, 0, 60, 2};
  Parameter pass_margin{"PassMargin", 120, 0, 400, 10};
  Parameter pass_base{"PassBase", 4, 2, 8, 1};
  Parameter pass_depth_divisor{"PassDepthDivisor", 3, 2, 10, 1};
  Parameter pass_value_divisor{"PassValueDivisor", 200, 50, 500, 15};
  Parameter pass_value_limit{"PassValueLimit", 4, 0, 8, 1};
  Parameter pass_tt_capture{"PassTtCapture", 1, 0, 2, 1};
  Parameter probcut_depth{"ProbcutDepth", 5, 3, 10, 1};
  Parameter probcut_margin{"ProbcutMargin", 180, 50, 400, 10};
  Parameter probcut_improving{"ProbcutImproving", 50, 0, 150, 5};
  Parameter probcut_reduction{"ProbcutReduction", 4, 2, 8, 1};
  Parameter probcut_tt_depth{"ProbcutTtDepth", 3, 0, 8, 1};
  Parameter internal_reduction_depth{"InternalReductionDepth", 4, 2, 10, 1};
  Parameter internal_reduction{"InternalReduction", 1, 0, 3, 1};

  // Moves that need not be searched.
  Parameter late_quiet_base{"LateQuietBase", 4, 1, 12, 1};
  Parameter late_quiet_divisor{"LateQuietDivisor", 2, 1, 4, 1};  // when not improving
  Parameter futility_depth{"FutilityDepth", 8, 2, 16, 1};
  Parameter futility_base{"FutilityBase", 110, 0, 300, 10};
  Parameter futility_margin{"FutilityMargin", 95, 20, 250, 5};
  Parameter history_pruning_depth{"HistoryPruningDepth", 5, 1, 10, 1};
  Parameter history_pruning_margin{"HistoryPruningMargin", 3500, 1000, 8000, 200};
  Parameter history_pruning_base{"HistoryPruningBase", 500, 0, 4000, 100};
  Parameter exchange_depth{"ExchangeDepth", 9, 2, 16, 1};
  Parameter exchange_capture_margin{"ExchangeCaptureMargin", 95, 20, 250, 5};
  Parameter exchange_quiet_margin{"ExchangeQuietMargin", 22, 5, 80, 2};

  // Extensions of a singular move.
  Parameter singular_depth{"SingularDepth", 6, 4, 12, 1};
  Parameter singular_tt_depth{"SingularTtDepth", 3, 1, 6, 1};
  Parameter singular_margin{"SingularMargin", 1, 1, 6, 1};  // for each ply
  Parameter singular_depth_divisor{"SingularDepthDivisor", 2, 1, 4, 1};
  Parameter singular_ply_limit{"SingularPlyLimit", 2, 1, 4, 1};  // times the iteration's depth
  Parameter singular_fail_high_reduction{"SingularFailHighReduction", 2, 0, 4, 1};
  Parameter singular_cut_reduction{"SingularCutReduction", 1, 0, 3, 1};
  Parameter double_extension_margin{"DoubleExtensionMargin", 18, 0, 80, 3};
  Parameter double_extension_limit{"DoubleExtensionLimit", 8, 0, 20, 1};
  Parameter triple_extension_margin{"TripleExtensionMargin", 100, 30, 400, 10};

  // Late move reductions.
  Parameter lmr_depth{"LmrDepth", 2, 1, 5, 1};
  Parameter lmr_quiet_base{"LmrQuietBase", 800, 0, 2000, 50};
  Parameter lmr_quiet_divisor{"LmrQuietDivisor", 23, 10, 50, 1};  // tenths
  Parameter lmr_capture_base{"LmrCaptureBase", 100, -500, 1000, 50};
  Parameter lmr_capture_divisor{"LmrCaptureDivisor", 33, 10, 70, 2};  // tenths
  Parameter lmr_was_pv{"LmrWasPv", 1024, 0, 2500, 75};
  Parameter lmr_cut_node{"LmrCutNode", 1400, 0, 3000, 100};
  Parameter lmr_tt_capture{"LmrTtCapture", 700, 0, 2000, 75};
  Parameter lmr_check{"LmrCheck", 700, 0, 2000, 75};
  Parameter lmr_not_improving{"LmrNotImproving", 400, 0, 2000, 50};
  Parameter lmr_fail_highs{"LmrFailHighs", 3, 0, 8, 1};  // of siblings, to be several
  Parameter lmr_unforeseen_fail_high{"LmrUnforeseenFailHigh", 1, 0, 3, 1};  // counts more by that
  Parameter lmr_others_failed_high{"LmrOthersFailedHigh", 700, 0, 2000, 75};
  Parameter lmr_refutation{"LmrRefutation", 900, 0, 2500, 75};
  Parameter lmr_quiet_history{"LmrQuietHistory", 9, 3, 30, 1};
  Parameter lmr_capture_history{"LmrCaptureHistory", 8, 3, 30, 1};
  Parameter lmr_deeper_margin{"LmrDeeperMargin", 60, 10, 200, 5};
  Parameter lmr_shallower_margin{"LmrShallowerMargin", 1, 0, 10, 1};  // for each ply

  // A move has raised alpha: the rest is searched less deeply in this range of depths.
  Parameter raised_alpha_above{"RaisedAlphaAbove", 2, 0, 6, 1};
  Parameter raised_alpha_below{"RaisedAlphaBelow", 12, 6, 24, 1};
  Parameter raised_alpha_reduction{"RaisedAlphaReduction", 1, 0, 3, 1};

  // Histories. What a quiet move's count for pruning and reductions, in quarters.
  Parameter quiet_share{"QuietShare", 4, 0, 12, 1};
  Parameter continuation_share_1{"ContinuationShare1", 4, 0, 12, 1};
  Parameter continuation_share_2{"ContinuationShare2", 4, 0, 12, 1};
  Parameter history_bonus_margin{"HistoryBonusMargin", 180, 50, 400, 10};
  Parameter history_bonus_base{"HistoryBonusBase", 80, -200, 400, 20};
  Parameter history_bonus_limit{"HistoryBonusLimit", 1800, 500, 4000, 100};
  Parameter history_beta_margin{"HistoryBetaMargin", 80, 10, 300, 10};
  Parameter history_first_move_depth{"HistoryFirstMoveDepth", 3, 0, 8, 1};
  Parameter history_early_moves{"HistoryEarlyMoves", 2, 0, 6, 1};
  Parameter history_unrefuted_divisor{"HistoryUnrefutedDivisor", 2, 1, 8, 1};
  Parameter correction_weight{"CorrectionWeight", 12, 2, 40, 1};
  Parameter correction_grain{"CorrectionGrain", 512, 128, 2048, 32};
  Parameter correction_largest_step{"CorrectionLargestStep", 4096, 512, 16384, 256};
  Parameter fifty_move_fade{"FiftyMoveFade", 200, 110, 400, 10};  // half-moves to nothing

  // The order of moves.
  Parameter capture_victim_weight{"CaptureVictimWeight", 16, 4, 64, 2};
  Parameter capture_history_divisor{"CaptureHistoryDivisor", 4, 1, 16, 1};
  Parameter quiet_history_weight{"QuietHistoryWeight", 2, 0, 6, 1};
  Parameter continuation_weight_1{"ContinuationWeight1", 2, 0, 6, 1};
  Parameter continuation_weight_2{"ContinuationWeight2", 1, 0, 6, 1};
  Parameter continuation_weight_4{"ContinuationWeight4", 1, 0, 6, 1};

  // The quiescence search.
  Parameter quiescence_margin{"QuiescenceMargin", 180, 50, 400, 10};
  Parameter quiescence_moves{"QuiescenceMoves", 3, 1, 10, 1};
  Parameter quiescence_evasions{"QuiescenceEvasions", 1, 0, 6, 1};
  Parameter quiescence_evasion_loss{"QuiescenceEvasionLoss", 60, 0, 300, 10};
  Parameter quiescence_to_beta{"QuiescenceToBeta", 50, 0, 100, 5};  // per cent
  Parameter stand_pat_to_beta{"StandPatToBeta", 50, 0, 100, 5};     // per cent
};

TABIYA_TUNABLE Parameters parameters;

}  // namespace tabiya
