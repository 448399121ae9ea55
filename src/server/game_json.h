// The values of a game as JSON, and back: what goes to pages is what the database keeps.
#pragma once

#include "server/game_values.h"
#include "server/json.h"
#include "server/json_fields.h"
#include "server/protocol.h"

namespace tabiya::server {

Json to_json(const Player&);
Json to_json(const GameResult&);
Json to_json(const ChatPart&);

void from_json(const JsonIn&, Player&);
void from_json(const JsonIn&, GameResult&);
void from_json(const JsonIn&, ChatPart&);

template <>
inline constexpr bool kLeavesOut<Problem> = true;
void each_field(SameAs<Problem> auto& problem, auto visit) {
  visit("code", problem.code);
  visit("message", problem.message);
  visit("field", problem.field);
  visit("line", problem.line);
  visit("column", problem.column);
}

template <>
inline constexpr bool kLeavesOut<Evaluation> = true;
void each_field(SameAs<Evaluation> auto& evaluation, auto visit) {
  visit("score", evaluation.score);
  visit("depth", evaluation.depth);
  visit("best", evaluation.best);
}

void each_field(SameAs<LineMove> auto& move, auto visit) {
  visit("uci", move.uci);
  visit("san", move.san);
  visit("board", move.board);
}

void each_field(SameAs<Players> auto& players, auto visit) {
  visit("white", players.white);
  visit("black", players.black);
}

void each_field(SameAs<ClockControl> auto& control, auto visit) {
  visit("initial", control.initial);
  visit("increment", control.increment);
}

void each_field(SameAs<Clocks> auto& clocks, auto visit) {
  visit("white", clocks.white);
  visit("black", clocks.black);
  visit("running", clocks.running);
}

void each_field(SameAs<Rights> auto& may, auto visit) {
  visit("move", may.move);
  visit("takeBack", may.take_back);
  visit("resign", may.resign);
  visit("offerDraw", may.offer_draw);
  visit("answerDraw", may.answer_draw);
  visit("claimDraw", may.claim_draw);
  visit("rematch", may.rematch);
  visit("analyse", may.analyse);
  visit("vary", may.vary);
  visit("hint", may.hint);
}

void each_field(SameAs<Analysis> auto& analysis, auto visit) {
  visit("search", analysis.search);
  visit("node", analysis.node);
  visit("engine", analysis.engine);
  visit("lines", analysis.lines);
  visit("running", analysis.running);
}

void each_field(SameAs<SideReport> auto& side, auto visit) {
  visit("accuracy", side.accuracy);
  visit("averageLoss", side.average_loss);
  visit("inaccuracies", side.inaccuracies);
  visit("mistakes", side.mistakes);
  visit("blunders", side.blunders);
}

void each_field(SameAs<ReportedMistake> auto& mistake, auto visit) {
  visit("node", mistake.node);
  visit("judgement", mistake.judgement);
  visit("before", mistake.before);
  visit("after", mistake.after);
  visit("best", mistake.best);
}

void each_field(SameAs<Report> auto& report, auto visit) {
  visit("running", report.running);
  visit("done", report.done);
  visit("total", report.total);
  visit("white", report.white);
  visit("black", report.black);
  visit("mistakes", report.mistakes);
}

void each_field(SameAs<ChatLine> auto& line, auto visit) {
  visit("id", line.id);
  visit("at", line.at);
  visit("from", line.from);
  visit("parts", line.parts);
}

template <>
inline constexpr bool kLeavesOut<NodeNotes> = true;
void each_field(SameAs<NodeNotes> auto& notes, auto visit) {
  visit("at", notes.at);
  visit("left", notes.left);
  visit("spent", notes.spent);
  visit("evaluation", notes.evaluation);
  visit("judgement", notes.judgement);
  visit("nags", notes.nags);
  visit("comment", notes.comment);
}

}  // namespace tabiya::server
