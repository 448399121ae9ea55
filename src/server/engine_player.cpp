#include "server/engine_player.h"

#include <fmt/format.h>

#include <utility>

#include "engine/draw_offer.h"
#include "server/play.h"

namespace tabiya::server {
namespace {

using namespace std::chrono_literals;

constexpr Milliseconds kMoveWithoutClock = 2s;
constexpr Milliseconds kTimeOfQuestion = 700ms;

}  // namespace

// --- moves -------------------------------------------------------------------------------

SearchLimits EnginePlayer::limits_of_move() const {
  SearchLimits limits;
  const auto clocks = context_.game.clock().at(context_.now());
  if (!clocks) {
    limits.move_time = kMoveWithoutClock;
    return limits;
  }
  const Milliseconds increment = context_.game.record().control->increment;
  limits.white = {clocks->white, increment};
  limits.black = {clocks->black, increment};
  return limits;
}

void EnginePlayer::take_turn() {
  const GameState& game = context_.game;
  const GameRecord& record = game.record();
  if (record.result || move_from_ != record.tip) stop_thinking();
  const Player& player = record.players.of(record.turn());
  const bool clock_runs = game.clock().runs();
  if (!player.engine || record.result || move_search_ || (context_.pages.empty() && !clock_runs))
    return;
  move_from_ = record.tip;
  const auto show = [this, engine = *player.engine](const SearchProgress& progress,
                                                    std::optional<Move> best, bool running) {
    output_.show(frame_of(context_.game.record(), *move_search_, Purpose::Play, engine, move_from_),
                 progress, best, running);
  };
  move_search_ = context_.host.searches().start({
      .game = record.id,
      .kind = SearchKind::Move,
      .against_clock = clock_runs,
      .setting = {*player.engine, player.elo, 1},
      .position = game.played(),
      .limits = [this] { return limits_of_move(); },
      .on_progress = [show](const SearchProgress& news) { show(news, std::nullopt, true); },
      .on_end =
          [this, show](const SearchEnd& end) {
            show(end.progress, end.result.best, false);
            moved(end);
          },
  });
}

void EnginePlayer::moved(const SearchEnd& end) {
  GameState& game = context_.game;
  const Time now = context_.now();
  if (!end.failure.empty() || !end.result.best) {
    // move_search_ stays, so that it is not asked again and again.
    const GameUpdate change = game.update();
    game.say(fmt::format("The engine cannot move: {}",
                         end.failure.empty() ? "it found nothing" : end.failure));
    static_cast<void>(context_.publish(change));
    return;
  }
  if (game.flag_has_fallen(now)) {
    static_cast<void>(context_.publish(fall_flag(game, now)));
    return;
  }
  const Score score = end.result.info.score;
  if (game.record().draw_offer) {
    if (!context_.publish(answer_draw_offer(score)) || game.record().result) return;
  } else if (const auto claim = game.played().claimable_draw(); claim && score <= Score()) {
    static_cast<void>(context_.publish(finish(game, result_of(Outcome::draw(*claim)), now)));
    return;
  }
  move_search_.reset();
  const Changed played = play_at_tip(game, *end.result.best, now);
  if (!played) return;
  context_.host.move_was_played();
  static_cast<void>(context_.publish(**played));
}

void EnginePlayer::move_now() {
  if (move_search_) context_.host.searches().stop(*move_search_);
}

void EnginePlayer::drop_all() {
  output_.drop(move_search_);
  output_.drop(question_search_);
}

// --- questions ---------------------------------------------------------------------------

Done EnginePlayer::ask(Question question, NodeNumber at) {
  const bool is_draw = question == Question::Draw;
  if (!is_draw && is_busy())
    return refused(ProblemCode::Busy,
                   "The engines have too much to do just now. Ask again in a few seconds.");
  if (!is_draw && question_search_ && asked_ == Question::Draw)
    return refused(ProblemCode::NotNow,
                   "The engine thinks about your draw offer. Ask again when it has answered.");
  output_.drop(question_search_);
  asked_ = question;
  question_search_ = context_.host.searches().start({
      .game = context_.game.record().id,
      .kind = SearchKind::Question,
      .setting = {},
      .position = context_.game.record().tree.game_at(at),
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

void EnginePlayer::answered(Question question, NodeNumber at, const SearchEnd& end) {
  GameState& game = context_.game;
  const GameRecord& record = game.record();
  if (question == Question::Draw) {
    if (!record.draw_offer || at != record.tip) return;
    // A search that failed knows no reason to agree.
    const auto answer = end.result.best
                            ? answer_draw_offer(-end.result.info.score)
                            : decline_draw(game, Speaker::Engine, "I cannot judge this position.");
    static_cast<void>(context_.publish(answer));
    return;
  }
  const TreeNode* const node = record.tree.find(at);
  if (node == nullptr || !end.result.best) return;
  const Color turn = node->position.side_to_move();
  std::vector<Move> line = end.result.info.line;
  if (line.empty()) line = {*end.result.best};
  const GameUpdate change = game.update();
  game.say(Speaker::Engine, {TextPart{question == Question::Hint ? "I would play " : "I see "},
                             LinePart{at, end.result.info.score.written().turned_for(turn),
                                      line_moves(node->position, line, record.variant())}});
  static_cast<void>(context_.publish(change));
}

GameUpdate EnginePlayer::answer_draw_offer(Score score) {
  GameState& game = context_.game;
  const int plies = game.record().tree.at(game.record().tip).ply;
  if (agrees_to_draw(score, plies))
    return finish(game, result_of(Outcome::draw(Ending::Agreement)), context_.now());
  return decline_draw(game, Speaker::Engine, "No, I would rather play on.");
}

}  // namespace tabiya::server
