// The report of a game: every position of the main line is searched for a moment, and what a move
// lost against the best one is what it is judged by.
#include <algorithm>
#include <cmath>
#include <utility>

#include "chess/movegen.h"
#include "notation/uci_move.h"
#include "search/score.h"
#include "server/game_session.h"
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

int centipawns(const WhiteScore& score) {
  if (score.is_mate) return score.value > 0 ? kMostLoss : -kMostLoss;
  return std::clamp(score.value, -kMostLoss, kMostLoss);
}

// Points that White can expect.
double expected_points(const WhiteScore& score, const Position& position) {
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
  const WhiteScore& was = before.notes.evaluation->score;
  const WhiteScore& is = after.notes.evaluation->score;
  if (before.notes.evaluation->best == after.uci) return {0, 0};
  return {std::max(0.0, sign * (expected_points(was, before.position) -
                                expected_points(is, after.position))),
          std::max(0.0, sign * (centipawns(was) - centipawns(is)))};
}

}  // namespace

Done GameSession::begin_report() {
  if (!may_.analyse) return refused(ProblemCode::NotNow, "the report comes after the game");
  if (report_search_) return refused(ProblemCode::NotNow, "the report is being made already");
  report_nodes_ = record_.tree.path(record_.tip);
  Update change = update();
  record_.report = Report{};
  record_.report->running = true;
  record_.report->total = static_cast<int>(report_nodes_.size());
  change.report = true;
  if (auto told = publish(change); !told) return told;
  next_of_report();
  return {};
}

void GameSession::next_of_report() {
  const auto at = static_cast<std::size_t>(record_.report->done);
  const NodeNumber id = report_nodes_[at];
  report_search_ = host_.searches().start({
      .game = record_.id,
      .kind = SearchKind::Report,
      .setting = {},
      .position = record_.tree.game_at(id),
      .limits =
          [] {
            SearchLimits limits;
            limits.move_time = kTimeOfPosition;
            limits.depth = kDepthOfPosition;
            return limits;
          },
      .on_progress = {},
      .on_end = [this](const SearchEnd& end) { report_step_ended(end); },
  });
}

void GameSession::report_step_ended(const SearchEnd& end) {
  report_search_.reset();
  Report& report = *record_.report;
  const NodeNumber id = report_nodes_[static_cast<std::size_t>(report.done)];
  Update change = update();
  change.report = true;
  if (!end.failure.empty()) {
    report.running = false;
    say("The report ended: " + end.failure);
    static_cast<void>(publish(change));
    return;
  }
  ++report.done;
  report.running = report.done < report.total;
  judge(id, evaluation_of(end.progress, record_.tree.at(id).position, record_.variant()));
  change.change.nodes = {id};
  if (!publish(change)) return;
  if (record_.report->running) next_of_report();
}

// Writes what was found into the node and into the report.
void GameSession::judge(NodeNumber id, const std::optional<Evaluation>& found) {
  NodeNotes& notes = record_.tree.notes(id);
  const TreeNode& node = record_.tree.at(id);
  const Color turn = node.position.side_to_move();
  notes.evaluation = found;
  if (!found) {
    const bool mated = node.position.in_check() && !has_legal_move(node.position);
    notes.evaluation = Evaluation{{mated, mated ? (turn == Color::White ? -1 : 1) : 0}, 0, {}};
  }
  if (!node.parent || !record_.tree.at(*node.parent).notes.evaluation) return;
  const TreeNode& before = record_.tree.at(*node.parent);
  const Loss loss = loss_of(before, node);
  notes.judgement = judgement_of(loss.points);

  Report& report = *record_.report;
  std::optional<SideReport>& side = turn == Color::White ? report.black : report.white;
  if (!side) side.emplace();
  // Averages over the moves of this side so far.
  const Color mover = !turn;
  double sum_of_accuracy = 0;
  double sum_of_loss = 0;
  int moves = 0;
  for (int i = 1; i < report.done; ++i) {
    const TreeNode& each = record_.tree.at(report_nodes_[static_cast<std::size_t>(i)]);
    if (each.position.side_to_move() == mover) continue;
    const Loss lost = loss_of(record_.tree.at(*each.parent), each);
    sum_of_accuracy += accuracy(lost.points);
    sum_of_loss += lost.centipawns;
    ++moves;
  }
  side->accuracy = one_decimal(sum_of_accuracy / moves);
  side->average_loss = one_decimal(sum_of_loss / moves);
  if (*notes.judgement == Judgement::Good) return;
  if (*notes.judgement == Judgement::Inaccuracy) ++side->inaccuracies;
  if (*notes.judgement == Judgement::Mistake) ++side->mistakes;
  if (*notes.judgement == Judgement::Blunder) ++side->blunders;
  const auto best = parse_uci(before.position, before.notes.evaluation->best, record_.variant());
  if (!best) return;
  report.mistakes.push_back(
      {id, *notes.judgement, before.notes.evaluation->score, notes.evaluation->score,
       line_moves(before.position, std::span(&*best, 1), record_.variant()).front()});
}

void GameSession::end_report() {
  Update change = update();
  stop_report(change);
  if (change.report) static_cast<void>(publish(change));
}

void GameSession::stop_report(Update& change) {
  drop(report_search_);
  if (!record_.report || !record_.report->running) return;
  record_.report->running = false;
  change.report = true;
}

}  // namespace tabiya::server
