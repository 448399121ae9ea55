#include "server/report_maker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "chess/movegen.h"
#include "notation/uci_move.h"
#include "search/score.h"
#include "server/page_json.h"

namespace tabiya::server {
namespace {

using namespace std::chrono_literals;

constexpr Milliseconds kTimeOfPosition = 300ms;
constexpr int kDepthOfPosition = 16;

// Loss of expected points (a win is 1, a draw a half) from which a move is called so.
constexpr double kInaccuracy = 0.05;
constexpr double kMistake = 0.10;
constexpr double kBlunder = 0.15;

constexpr int kMostLoss = 1000;  // centipawns; more says nothing more

int centipawns(const WrittenScore& score) {
  if (score.is_mate) return score.value > 0 ? kMostLoss : -kMostLoss;
  return std::clamp(score.value, -kMostLoss, kMostLoss);
}

// Points that White can expect.
double expected_points(const WrittenScore& score, const Position& position) {
  if (score.is_mate) return score.value > 0 ? 1 : 0;
  const WinDrawLoss chances = chances_of(Score::centipawns(score.value), position);
  return double{chances.win} + double{chances.draw} / 2;
}

// Of one move, in percent: the curve that Lichess fitted to its games.
double accuracy(double lost_points) {
  return std::clamp(103.1668 * std::exp(-0.04354 * 100 * lost_points) - 3.1669, 0.0, 100.0);
}

Judgement judgement_of(double lost_points) {
  if (lost_points >= kBlunder) return Judgement::Blunder;
  if (lost_points >= kMistake) return Judgement::Mistake;
  if (lost_points >= kInaccuracy) return Judgement::Inaccuracy;
  return Judgement::Good;
}

double one_decimal(double value) { return std::round(value * 10) / 10; }

struct Loss {
  double points;
  double centipawns;
};

// What the move to this node lost. Precondition: it and its parent have evaluations.
Loss loss_of(const TreeNode& before, const TreeNode& after) {
  const double sign = before.position.side_to_move() == Color::White ? 1 : -1;
  const WrittenScore& was = before.notes.evaluation->score;
  const WrittenScore& is = after.notes.evaluation->score;
  if (before.notes.evaluation->best == after.uci) return {0, 0};
  return {std::max(0.0, sign * (expected_points(was, before.position) -
                                expected_points(is, after.position))),
          std::max(0.0, sign * (centipawns(was) - centipawns(is)))};
}

// Of a position in which nothing can be searched: the game is over there.
Evaluation evaluation_of_end(const Position& position) {
  const bool mated = position.in_check() && !has_legal_move(position);
  const int sign = position.side_to_move() == Color::White ? -1 : 1;
  return {{mated, mated ? sign : 0}, 0, {}};
}

// Averages over the moves of one side, as far as they are evaluated.
void average(SideReport& side, const MoveTree& tree, std::span<const NodeNumber> line,
             Color mover) {
  double sum_of_accuracy = 0;
  double sum_of_loss = 0;
  int moves = 0;
  for (const NodeNumber id : line.subspan(1)) {
    const TreeNode& each = tree.at(id);
    if (each.position.side_to_move() == mover) continue;
    const Loss lost = loss_of(tree.at(*each.parent), each);
    sum_of_accuracy += accuracy(lost.points);
    sum_of_loss += lost.centipawns;
    ++moves;
  }
  side.accuracy = one_decimal(sum_of_accuracy / moves);
  side.average_loss = one_decimal(sum_of_loss / moves);
}

void count(SideReport& side, Judgement judgement) {
  if (judgement == Judgement::Inaccuracy) ++side.inaccuracies;
  if (judgement == Judgement::Mistake) ++side.mistakes;
  if (judgement == Judgement::Blunder) ++side.blunders;
}

}  // namespace

void judge(GameRecord& game, std::span<const NodeNumber> line,
           const std::optional<Evaluation>& found) {
  const NodeNumber id = line.back();
  NodeNotes& notes = game.tree.notes(id);
  const TreeNode& node = game.tree.at(id);
  notes.evaluation = found ? *found : evaluation_of_end(node.position);
  if (!node.parent || !game.tree.at(*node.parent).notes.evaluation) return;
  const TreeNode& before = game.tree.at(*node.parent);
  const Judgement judgement = judgement_of(loss_of(before, node).points);
  notes.judgement = judgement;

  const Color mover = before.position.side_to_move();
  std::optional<SideReport>& side = mover == Color::White ? game.report->white : game.report->black;
  if (!side) side.emplace();
  average(*side, game.tree, line, mover);
  count(*side, judgement);
  if (judgement == Judgement::Good) return;
  const auto best = parse_uci(before.position, before.notes.evaluation->best, game.variant());
  if (!best) return;
  game.report->mistakes.push_back(
      {id, judgement, before.notes.evaluation->score, notes.evaluation->score,
       line_moves(before.position, std::span(&*best, 1), game.variant()).front()});
}

Done ReportMaker::begin() {
  GameState& game = context_.game;
  if (!game.may().analyse) return refused(ProblemCode::NotNow, "the report comes after the game");
  if (search_) return refused(ProblemCode::NotNow, "the report is being made already");
  line_ = game.record().tree.path(game.record().tip);
  GameUpdate change = game.update();
  Report& report = game.edit().report.emplace();
  report.running = true;
  report.total = static_cast<int>(line_.size());
  change.report = true;
  if (auto told = context_.publish(change); !told) return told;
  search_next();
  return {};
}

void ReportMaker::search_next() {
  const GameRecord& record = context_.game.record();
  const NodeNumber id = line_[static_cast<std::size_t>(record.report->done)];
  search_ = context_.host.searches().start({
      .game = record.id,
      .kind = SearchKind::Report,
      .setting = {},
      .position = record.tree.game_at(id),
      .limits =
          [] {
            SearchLimits limits;
            limits.move_time = kTimeOfPosition;
            limits.depth = kDepthOfPosition;
            return limits;
          },
      .on_progress = {},
      .on_end = [this](const SearchEnd& end) { position_ended(end); },
  });
}

void ReportMaker::position_ended(const SearchEnd& end) {
  search_.reset();
  GameRecord& record = context_.game.edit();
  Report& report = *record.report;
  GameUpdate change = context_.game.update();
  change.report = true;
  if (!end.failure.empty()) {
    report.running = false;
    context_.game.say("The report ended: " + end.failure);
    static_cast<void>(context_.publish(change));
    return;
  }
  const auto judged = std::span(line_).first(static_cast<std::size_t>(++report.done));
  const NodeNumber id = judged.back();
  report.running = report.done < report.total;
  judge(record, judged, evaluation_of(end.progress, record.tree.at(id).position, record.variant()));
  change.change.nodes = {id};
  if (!context_.publish(change)) return;
  if (record.report->running) search_next();
}

bool ReportMaker::needs_what_is_gone() const {
  const MoveTree& tree = context_.game.record().tree;
  return search_ &&
         std::ranges::any_of(line_, [&](NodeNumber each) { return tree.find(each) == nullptr; });
}

void ReportMaker::stop(GameUpdate& change) {
  drop();
  auto& report = context_.game.edit().report;
  if (!report || !report->running) return;
  report->running = false;
  change.report = true;
}

void ReportMaker::drop() {
  if (search_) context_.host.searches().cancel(*search_);
  search_.reset();
}

}  // namespace tabiya::server
