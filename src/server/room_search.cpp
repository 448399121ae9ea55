// What engines do for a room: they play, analyse, and answer questions.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "chess/movegen.h"
#include "notation/uci_move.h"
#include "server/game_json.h"
#include "server/game_record.h"
#include "server/game_session.h"
#include "server/page_json.h"
#include "server/protocol.h"

namespace tabiya::server {
namespace {

using namespace std::chrono_literals;

constexpr Milliseconds kMoveWithoutClock = 2s;
constexpr Milliseconds kTimeOfQuestion = 700ms;
// An engine agrees to a draw when it is worse, or after so many half-moves when it is not better.
constexpr int kPliesBeforeDraw = 60;
constexpr int kWorse = -60;  // centipawns
constexpr int kNotBetter = 20;

int centipawns_of(const SearchResult& result) {
  const Score score = result.info.score;
  if (!score.is_mate()) return score.centipawns();
  return score.is_win() ? Score::kHighestCentipawns : -Score::kHighestCentipawns;
}

}  // namespace

std::optional<Color> GameSession::engine_color() const {
  for (const Color color : kColors)
    if (record_.players.of(color).engine) return color;
  return std::nullopt;
}

ThinkingFrame GameSession::frame(SearchNumber search, Purpose purpose, EngineKind engine,
                                 NodeNumber at) const {
  return {record_.id, search, purpose, engine, at, record_.tree.at(at).position, record_.variant()};
}

void GameSession::show(const ThinkingFrame& frame, const SearchProgress& progress,
                       std::optional<Move> best, bool running) {
  thinking_ = thinking_json(frame, progress, best, running);
  Json message{{"type", "thinking"}};
  message.update(thinking_);
  const auto text = std::make_shared<const std::string>(text_of(message));
  for (Page* const page : pages()) page->send_newest(Stream::Thinking, frame.search, text);
  if (progress.tree) show_tree(frame, *progress.tree);
}

void GameSession::show_tree(const ThinkingFrame& frame, const TreeView& view) {
  tree_ = tree_json(frame, view);
  tree_frame_ = frame;
  Json message{{"type", "tree"}};
  message.update(tree_);
  const auto text = std::make_shared<const std::string>(text_of(message));
  for (Page* const page : pages()) page->send_newest(Stream::Tree, frame.search, text);
}

void GameSession::drop(std::optional<SearchNumber>& search) {
  if (!search) return;
  host_.searches().cancel(*search);
  // Whoever joins now is not to wait for its end. What has ended already may be shown for ever.
  if (thinking_.is_object() && thinking_.value("search", SearchNumber{0}) == *search &&
      thinking_.value("running", false)) {
    thinking_ = tree_ = nullptr;
    tree_frame_.reset();
  }
  search.reset();
}

// --- playing -----------------------------------------------------------------------------

SearchLimits GameSession::limits_of_move() const {
  SearchLimits limits;
  const auto clocks = clocks_now();
  if (!clocks) {
    limits.move_time = kMoveWithoutClock;
    return limits;
  }
  limits.white = {clocks->white, record_.control->increment};
  limits.black = {clocks->black, record_.control->increment};
  return limits;
}

// Somebody must wait for it: a page, or a clock that runs.
void GameSession::let_engine_move() {
  const Color turn = record_.turn();
  const Player& player = record_.players.of(turn);
  const bool clock_runs = record_.clocks && record_.clocks->running;
  if (!player.engine || record_.result || move_search_ || (pages_.empty() && !clock_runs)) return;
  const auto number = std::make_shared<SearchNumber>();
  const EngineKind engine = *player.engine;
  const NodeNumber at = record_.tip;
  *number =
      *(move_search_ = host_.searches().start({
            .game = record_.id,
            .kind = SearchKind::Move,
            .against_clock = clock_runs,
            .setting = {engine, player.elo, 1},
            .position = tip_game_,
            .limits = [this] { return limits_of_move(); },
            .on_progress =
                [this, number, engine, at](const SearchProgress& progress) {
                  show(frame(*number, Purpose::Play, engine, at), progress, std::nullopt, true);
                },
            .on_end =
                [this, number, engine, at](const SearchEnd& end) {
                  show(frame(*number, Purpose::Play, engine, at), end.progress, end.result.best,
                       false);
                  engine_moved(end);
                },
        }));
}

void GameSession::engine_moved(const SearchEnd& end) {
  if (!end.failure.empty() || !end.result.best) {
    // move_search_ stays, so that it is not asked again and again.
    Update change = update();
    say(fmt::format("The engine cannot move: {}",
                    end.failure.empty() ? "it found nothing" : end.failure));
    static_cast<void>(publish(change));
    return;
  }
  if (flag_has_fallen()) {
    static_cast<void>(flag_falls());
    return;
  }
  const int score = centipawns_of(end.result);
  if (record_.draw_offer) {
    if (!answer_draw_offer(score) || record_.result) return;
  } else if (const auto claim = tip_game_.claimable_draw(); claim && score <= 0) {
    static_cast<void>(finish(result_of(Outcome::draw(*claim)), update()));
    return;
  }
  move_search_.reset();
  static_cast<void>(play_at_tip(*end.result.best));
}

// --- questions ---------------------------------------------------------------------------

Done GameSession::ask(Question question, NodeNumber at) {
  const bool is_draw = question == Question::Draw;
  if (!is_draw && host_.searches().is_full_for_questions())
    return refused(ProblemCode::Busy,
                   "The engines have too much to do just now. Ask again in a few seconds.");
  if (!is_draw && question_search_ && asked_ == Question::Draw)
    return refused(ProblemCode::NotNow,
                   "The engine thinks about your draw offer. Ask again when it has answered.");
  drop(question_search_);
  asked_ = question;
  question_search_ = host_.searches().start({
      .game = record_.id,
      .kind = SearchKind::Question,
      .setting = {},
      .position = record_.tree.game_at(at),
      .limits =
          [] {
            SearchLimits limits;
            limits.move_time = kTimeOfQuestion;
            return limits;
          },
      .on_progress = {},
      .on_end =
          [this, question, at](const SearchEnd& end) {
            question_search_.reset();
            answered(question, at, end);
          },
  });
  return {};
}

void GameSession::answered(Question question, NodeNumber at, const SearchEnd& end) {
  if (question == Question::Draw) {
    if (record_.draw_offer && at == record_.tip)
      static_cast<void>(answer_draw_offer(-centipawns_of(end.result)));
    return;
  }
  const TreeNode* const node = record_.tree.find(at);
  if (node == nullptr || !end.result.best) return;
  const Color turn = node->position.side_to_move();
  std::vector<Move> line = end.result.info.line;
  if (line.empty()) line = {*end.result.best};
  Update change = update();
  say(Speaker::Engine, {TextPart{question == Question::Hint ? "I would play " : "I see "},
                        LinePart{at, white_score(end.result.info.score, turn),
                                 line_moves(node->position, line, record_.variant())}});
  static_cast<void>(publish(change));
}

Done GameSession::answer_draw_offer(int score) {
  const int plies = record_.tree.at(record_.tip).ply;
  const bool agrees = score <= kWorse || (score <= kNotBetter && plies >= kPliesBeforeDraw);
  if (agrees) return finish(result_of(Outcome::draw(Ending::Agreement)), update());
  Update change = update();
  record_.draw_offer.reset();
  change.draw_offer = true;
  say(Speaker::Engine, {TextPart{"No, I would rather play on."}});
  return publish(change);
}

// --- analysis ----------------------------------------------------------------------------

Done GameSession::analyse(NodeNumber at, EngineKind engine, std::int64_t lines) {
  if (!may_.analyse)
    return refused(ProblemCode::NotNow, "analysis is for studies and for games that are over");
  const auto there = node(at);
  if (!there) return std::unexpected(there.error());
  if (lines < 1 || lines > kMostLines)
    return refused(ProblemCode::BadValue, fmt::format("lines go from 1 to {}", kMostLines),
                   "lines");
  if (std::string why = host_.why_not(engine); !why.empty())
    return refused(ProblemCode::BadValue, std::move(why), "engine");
  if (!has_legal_move((*there)->position))
    return refused(ProblemCode::NotNow, "the game is over in this position");
  if (host_.searches().is_full_for_analysis_of(record_.id))
    return refused(
        ProblemCode::Busy,
        fmt::format("All {} search slots are in use. Try again when another analysis has ended.",
                    host_.searches().slots()));
  drop(analysis_search_);
  tree_ = nullptr;
  const auto number = std::make_shared<SearchNumber>();
  *number =
      *(analysis_search_ = host_.searches().start({
            .game = record_.id,
            .kind = SearchKind::Analysis,
            .setting = {engine, std::nullopt, static_cast<int>(lines)},
            .position = record_.tree.game_at(at),
            .limits =
                [] {
                  SearchLimits limits;
                  limits.infinite = true;
                  return limits;
                },
            .on_progress =
                [this, number, engine, at](const SearchProgress& progress) {
                  show(frame(*number, Purpose::Analysis, engine, at), progress, std::nullopt, true);
                },
            .on_end =
                [this, number, engine, at](const SearchEnd& end) {
                  if (!end.progress.lines.empty())
                    show(frame(*number, Purpose::Analysis, engine, at), end.progress,
                         end.result.best, false);
                  analysis_ended(end);
                },
        }));
  Update change = update();
  record_.analysis = Analysis{*number, at, engine, static_cast<int>(lines), true};
  change.analysis = true;
  return publish(change);
}

void GameSession::analysis_ended(const SearchEnd& end) {
  analysis_search_.reset();
  if (!record_.analysis) return;
  Update change = update();
  record_.analysis->running = false;
  change.analysis = true;
  if (!end.failure.empty()) say("The analysis ended: " + end.failure);
  const NodeNumber at = record_.analysis->node;
  const auto found = evaluation_of(end.progress, record_.tree.at(at).position, record_.variant());
  if (found) {
    record_.tree.notes(at).evaluation = found;
    change.change.nodes = {at};
    record_.thinking = text_of(thinking_);
  }
  static_cast<void>(publish(change));
}

Done GameSession::stop() {
  if (analysis_search_) host_.searches().stop(*analysis_search_);
  if (move_search_) host_.searches().stop(*move_search_);
  end_report();
  return {};
}

void GameSession::stop_searches_of_nobody() {
  if (analysis_search_) host_.searches().stop(*analysis_search_);
  end_report();
  const bool clock_runs = record_.clocks && record_.clocks->running;
  if (!clock_runs) drop(move_search_);
}

std::expected<Json, Problem> GameSession::branch(const request::Branch& wish) const {
  const auto gone = refused(ProblemCode::UnknownSearch, "that tree is gone");
  if (!tree_frame_ || !std::cmp_equal(tree_frame_->search, wish.search)) return gone;
  std::vector<Move> path;
  Position position = tree_frame_->position;
  for (std::size_t i = 0; i < wish.path.size(); ++i) {
    const auto move = parse_uci(position, wish.path[i], record_.variant());
    if (!move)
      return refused(ProblemCode::IllegalMove, move.error().message, fmt::format("path[{}]", i));
    path.push_back(*move);
    position.play(*move);
  }
  const auto view = host_.searches().tree(tree_frame_->search, path);
  // A search whose slot went to others has no tree any more.
  if (!view && !host_.searches().tree(tree_frame_->search, {})) return gone;
  Json json{{"search", wish.search}, {"path", wish.path}};
  json.update(branch_json(view.value_or(TreeView{position, 0, 0, {}}), record_.variant()));
  return json;
}

}  // namespace tabiya::server
