#include "dataset/game_pgn.h"

#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "chess/game.h"
#include "chess/values.h"
#include "dataset/position_list.h"
#include "notation/pgn_comment.h"

namespace tabiya {

namespace {

constexpr std::size_t kLongestName = 200;

std::string players_of(const PgnTags& tags) {
  const auto name = [&](std::string_view tag) {
    return std::string(tags.value(tag).value_or("?").substr(0, kLongestName));
  };
  const std::string white = name("White");
  const std::string black = name("Black");
  return white == "?" && black == "?" ? "" : white + " - " + black;
}

std::optional<Color> winner_of(PgnResult result) {
  if (result == PgnResult::WhiteWins) return Color::White;
  if (result == PgnResult::BlackWins) return Color::Black;
  return std::nullopt;
}

// What only players can bring about, if the file names it and the result allows it.
std::optional<Ending> told_ending(const PgnTags& tags, bool drawn) {
  const std::string_view told = tags.value("Termination").value_or("");
  if (same_name(told, describe(Ending::TimeForfeit))) return Ending::TimeForfeit;
  const Ending by_players = drawn ? Ending::Agreement : Ending::Resignation;
  if (same_name(told, describe(by_players))) return by_players;
  return std::nullopt;
}

std::optional<RecordedGame::Result> result_of(const PgnGame& pgn, const Game& game) {
  if (const auto decided = outcome_of(game.position()))
    return RecordedGame::Result{.winner = decided->winner, .ending = decided->ending};
  if (pgn.result == PgnResult::Unknown) return std::nullopt;
  const bool drawn = pgn.result == PgnResult::Draw;
  if (const auto told = told_ending(pgn.tags, drawn))
    return RecordedGame::Result{.winner = winner_of(pgn.result), .ending = told};
  if (const auto on_board = game.outcome(); drawn && on_board)
    return RecordedGame::Result{.winner = std::nullopt, .ending = on_board->ending};
  return RecordedGame::Result{.winner = winner_of(pgn.result), .ending = std::nullopt};
}

std::optional<PgnEval> eval_of(std::int16_t score, Color mover) {
  const int size = std::abs(int{score});
  if (size <= kHighestCentipawns)
    return PgnEval{.score = WrittenScore::centipawns(score).turned_for(mover)};
  if (size >= kMateScore) return std::nullopt;
  const int moves = (kMateScore - size + 1) / 2;
  return PgnEval{.score = WrittenScore::mate(score > 0 ? moves : -moves).turned_for(mover)};
}

}  // namespace

RecordedGame recorded_from(const PgnGame& pgn, PgnEvalOf of) {
  const Game game = pgn.main_line();
  RecordedGame record;
  record.start = game.start();
  record.variant = game.variant();
  record.players = players_of(pgn.tags);
  record.result = result_of(pgn, game);

  NodeId node = GameTree::kRoot;
  std::optional<PgnEval> before = pgn.tree.commands(node).eval;  // of the position before the move
  for (std::size_t ply = 0; ply < game.length(); ++ply) {
    node = *pgn.tree.first_child(node);
    const std::optional<PgnEval> here = pgn.tree.commands(node).eval;
    RecordedMove move{};
    move.move = game.move_at(ply);
    const auto& eval = of == PgnEvalOf::PositionBefore ? here : before;
    if (eval)
      move.score = recorded_score(eval->score.turned_for(game.position_at(ply).side_to_move()));
    record.moves.push_back(move);
    before = here;
  }
  if (of == PgnEvalOf::PositionAfter && before && !outcome_of(game.position()))
    record.final_score = recorded_score(before->score.turned_for(game.position().side_to_move()));
  return record;
}

PgnGame pgn_from(const RecordedGame& record) {
  Game game(record.start, record.variant);
  for (const RecordedMove& move : record.moves) game.play(move.move);
  PgnGame pgn = pgn_from(game);
  pgn.result = PgnResult::Unknown;
  if (record.result) {
    pgn.result = PgnResult::Draw;
    if (record.result->winner)
      pgn.result =
          *record.result->winner == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins;
  }
  pgn.tags.remove("Termination");
  if (record.result && record.result->ending)
    pgn.tags.set("Termination", describe(*record.result->ending));
  if (!record.players.empty()) pgn.tags.set("Annotator", record.players);
  // What was thought before a move is about the position that the move before led to.
  const auto note = [&](NodeId node, std::optional<std::int16_t> score, const Position& position) {
    const auto eval = score ? eval_of(*score, position.side_to_move()) : std::nullopt;
    if (eval) pgn.tree.comments(node).push_back(eval_command(*eval));
  };
  NodeId node = GameTree::kRoot;
  for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
    note(node, record.moves[ply].score, game.position_at(ply));
    node = *pgn.tree.first_child(node);
  }
  note(node, record.final_score, game.position());
  return pgn;
}

}  // namespace tabiya
