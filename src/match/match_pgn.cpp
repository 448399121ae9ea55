#include "match/match_pgn.h"

#include <fmt/format.h>

#include <chrono>

#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"

namespace tabiya {

namespace {

PgnEval eval_for_white(const MoveNote& note, Color mover) {
  const int sign = mover == Color::White ? 1 : -1;
  PgnEval eval{.score = Centipawns{0}, .depth = note.depth};
  if (const auto* pawns = std::get_if<Centipawns>(&*note.score))
    eval.score = Centipawns{sign * pawns->value};
  else
    eval.score = MateIn{sign * std::get<MateIn>(*note.score).moves};
  return eval;
}

std::string comment_for(const MoveNote& note, Color mover) {
  std::string comment;
  if (note.score) comment = eval_command(eval_for_white(note, mover)) + ' ';
  return comment + elapsed_command(note.elapsed);
}

}  // namespace

std::string match_game_to_pgn(const PlayedGame& played, const ScheduledGame& plan,
                              const GameLabels& labels) {
  PgnGame pgn = pgn_from(played.game);
  pgn.result = played.result;
  pgn.tags.set("Event", labels.event);
  pgn.tags.set("Date", labels.date);
  pgn.tags.set("Round", fmt::format("{}.{}", plan.round + 1, plan.number % 2 + 1));
  pgn.tags.set("White", labels.white);
  pgn.tags.set("Black", labels.black);
  pgn.tags.set("Termination", played.termination);
  if (labels.white_limits == labels.black_limits) {
    pgn.tags.set("TimeControl", labels.white_limits);
  } else {
    pgn.tags.set("WhiteTimeControl", labels.white_limits);
    pgn.tags.set("BlackTimeControl", labels.black_limits);
  }
  pgn.tags.set("PlyCount", fmt::format("{}", played.game.length()));
  pgn.tags.set(kMatchTag, labels.match);
  pgn.tags.set(kMatchGameTag, fmt::format("{}", plan.number + 1));

  NodeId node = GameTree::kRoot;
  for (std::size_t ply = 0; ply < played.game.length(); ++ply) {
    node = *pgn.tree.first_child(node);
    const auto& note = played.notes[ply];
    const Color mover = played.game.position_at(ply).side_to_move();
    pgn.tree.comments(node).push_back(note ? comment_for(*note, mover) : "book");
  }
  if (!played.reason.empty()) {
    // An engine's last words are in there; a brace would end the comment.
    std::string reason = played.reason;
    for (char& c : reason)
      if (c == '{' || c == '}') c = '|';
    pgn.tree.comments(node).push_back(reason);
  }
  return to_pgn(pgn);
}

std::string pgn_date_today() {
  const std::chrono::year_month_day today(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(today.year()),
                     static_cast<unsigned>(today.month()), static_cast<unsigned>(today.day()));
}

}  // namespace tabiya
