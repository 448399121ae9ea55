#include "server/game_session.h"

#include <utility>

#include "server/game_json.h"
#include "server/page_json.h"

namespace tabiya::server {
namespace {

constexpr auto kBeforeTryingAgain = std::chrono::seconds(1);

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace

GameSession::GameSession(SessionHost& host, GameRecord record)
    : host_(host),
      game_(std::move(record), host.dispatcher().now()),
      context_{host, game_, pages_, [this](const GameUpdate& update) { return publish(update); }},
      output_(host.searches(), pages_),
      analyser_(context_, output_),
      engine_(context_, output_),
      report_(context_),
      may_(game_.may()),
      stored_clock_since_(game_.clock().since) {
  // What ran when the server ended runs no more.
  GameRecord& game = game_.edit();
  if (game.analysis) game.analysis->running = false;
  if (game.report) game.report->running = false;
  output_.restore(game.thinking);
  after_change();
}

GameSession::~GameSession() {
  drop_searches();
  host_.searches().forget(record().id);
}

// --- pages -------------------------------------------------------------------------------

void GameSession::join(Page& page, const PageRequest& request, std::optional<std::int64_t> since) {
  pages_.add(page);
  const auto missed = since ? pages_.updates_since(*since, record().seq) : std::nullopt;
  std::string text = text_of({{"type", "joined"},
                              {"for", request.id},
                              {"game", record().id},
                              {"seq", record().seq},
                              {"state", missed ? Json(nullptr) : state()},
                              {"clocks", json_of(game_.clock().at(now()))},
                              {"thinking", output_.thinking()},
                              {"tree", output_.tree()}});
  // The updates are texts already, and stay so.
  text.insert(text.size() - 1, ",\"updates\":" + missed.value_or("[]"));
  page.send(std::make_shared<const std::string>(std::move(text)));
  engine_.take_turn();
}

void GameSession::leave(Page& page) {
  pages_.remove(page);
  if (!pages_.empty()) return;
  analyser_.stop();
  static_cast<void>(end_report());
  if (!game_.clock().runs()) engine_.stop_thinking();
}

bool GameSession::is_idle() const {
  return pages_.empty() && !game_.clock().runs() && !analyser_.runs() && !engine_.runs() &&
         !report_.runs();
}

// --- changes -----------------------------------------------------------------------------

Done GameSession::publish(const Changed& changed) {
  if (!changed) return std::unexpected(changed.error());
  if (!*changed) return {};
  return publish(**changed);
}

Done GameSession::publish(const GameUpdate& update) {
  if (is_broken_) return refused(ProblemCode::Internal, "This game cannot be read any more.");
  GameRecord& game = game_.edit();
  game.changed = moment_now();
  ++game.seq;
  const Written written = host_.store().save(game, update.change);
  host_.stored(written);
  if (!written) {
    go_back_to_what_is_stored();
    return refused(ProblemCode::Internal, "The game could not be stored, so nothing was changed: " +
                                              written.error().message);
  }
  stored_clock_since_ = game_.clock().since;
  const Rights may = game_.may();
  const bool with_rights = may != may_;
  may_ = may;
  pages_.send_update(game.seq, text_of(update_json(game_, update, now(), with_rights)));
  after_change();
  return {};
}

void GameSession::go_back_to_what_is_stored() {
  drop_searches();  // they may be about what is no longer there
  flag_.reset();
  auto stored = host_.store().load(record().id);
  if (!stored || !*stored) {
    is_broken_ = true;
    again_.reset();
    host_.give_up(record().id);
    return;
  }
  game_ = GameState(std::move(**stored), stored_clock_since_);
  may_ = game_.may();
  again_ = host_.dispatcher().call_at(now() + kBeforeTryingAgain, [this] {
    const auto kept = std::move(again_);  // until this call is over: it is inside
    resume();
  });
}

// Tells what ran and runs no more, and goes on as a session does that was just opened.
void GameSession::resume() {
  GameUpdate change = game_.update();
  auto& analysis = game_.edit().analysis;
  if (analysis && analysis->running && !analyser_.runs()) {
    analysis->running = false;
    change.analysis = true;
  }
  if (!report_.runs()) report_.stop(change);
  if (change.analysis || change.report)
    static_cast<void>(publish(change));
  else
    after_change();
}

void GameSession::after_change() {
  arm_flag();
  engine_.take_turn();
}

void GameSession::drop_searches() {
  analyser_.drop();
  engine_.drop_all();
  report_.drop();
}

void GameSession::arm_flag() {
  flag_.reset();
  if (!game_.clock().runs() || record().result) return;
  flag_ = host_.dispatcher().call_at(game_.clock().flag_falls_at(), [this] {
    const auto kept = std::move(flag_);  // until this call is over: it is inside
    if (game_.flag_has_fallen(now()))
      static_cast<void>(publish(fall_flag(game_, now())));
    else
      arm_flag();
  });
}

// --- requests ----------------------------------------------------------------------------

std::expected<std::optional<Json>, Problem> GameSession::handle(const PageRequest& request) {
  if (const auto* const look = std::get_if<request::Look>(&request.body)) {
    const auto node = game_.node(look->node);
    if (!node) return std::unexpected(node.error());
    return Json{{"type", "position"},
                {"for", request.id},
                {"game", record().id},
                {"node", look->node},
                {"position", position_json((*node)->position, record().variant())}};
  }
  if (const auto* const branch = std::get_if<request::Branch>(&request.body)) {
    const auto found = output_.branch(*branch);
    if (!found) return std::unexpected(found.error());
    Json json{{"type", "branch"}, {"for", request.id}, {"game", record().id}};
    json.update(*found);
    return json;
  }
  if (auto done = carry_out(request.body); !done) return std::unexpected(std::move(done.error()));
  return std::nullopt;
}

Done GameSession::carry_out(const RequestBody& body) {
  return std::visit([this](const auto& wish) { return on(wish); }, body);
}

Done GameSession::on(const request::PlayMove& wish) {
  if (game_.flag_has_fallen(now()))
    if (auto fallen = publish(fall_flag(game_, now())); !fallen) return fallen;
  const NodeNumber tip = record().tip;
  const Changed played = play_move(game_, wish.node, wish.uci, now());
  if (record().tip != tip) host_.move_was_played();
  return publish(played);
}

Done GameSession::on(const request::OfferDraw&) {
  if (auto told = publish(offer_draw(game_)); !told) return told;
  // An engine that is about to move answers then.
  const auto engine = game_.engine_color();
  if (engine && record().turn() != *engine)
    return engine_.ask(EnginePlayer::Question::Draw, record().tip);
  return {};
}

Done GameSession::on(const request::ChangeStrength& wish) {
  if (wish.engine && game_.engine_color())
    if (std::string why = host_.why_not(*wish.engine); !why.empty())
      return refused(ProblemCode::BadValue, std::move(why), "engine");
  return publish(change_strength(game_, wish.engine, wish.level));
}

Done GameSession::on(const request::Remove& wish) {
  Changed removed = remove(game_, wish.node);
  if (removed && *removed) {
    if (report_.needs_what_is_gone()) report_.stop(**removed);
    if ((*removed)->analysis) {
      analyser_.drop();
      output_.clear();
    }
  }
  return publish(removed);
}

Done GameSession::on(const request::Stop&) {
  analyser_.stop();
  engine_.move_now();
  static_cast<void>(end_report());
  return {};
}

Done GameSession::end_report() {
  GameUpdate change = game_.update();
  report_.stop(change);
  return change.report ? publish(change) : Done();
}

Done GameSession::on(const request::Rematch&) {
  if (!game_.may().rematch) return refused(ProblemCode::NotNow, "the game is not over");
  NewGame wish = wish_of(record());
  wish.color = record().players.white.engine ? ColorWish::White : ColorWish::Black;
  return follow_with(wish);
}

Done GameSession::follow_with(const NewGame& wish) {
  const auto created = host_.new_game(wish);
  if (!created) return std::unexpected(created.error());
  GameUpdate change = game_.update();
  game_.edit().next = created->id;
  change.next = true;
  return publish(change);
}

// --- the chat ----------------------------------------------------------------------------

Done GameSession::on(const request::Chat& wish) {
  if (auto may = check_chat(game_, wish.node, wish.text); !may) return may;
  const ChatWords words(wish.text);
  if (words.asks_engine() && engine_.is_busy())
    return engine_.ask(EnginePlayer::Question::Hint, wish.node);  // refuses
  const GameUpdate line = game_.update();
  game_.say(Speaker::Person, {TextPart{wish.text}});
  if (auto said = publish(line); !said || !words.is_command()) return said;

  const auto action = chat_action(game_, wish.node, words);
  const Done done = action ? carry_out(wish.node, *action) : std::unexpected(action.error());
  if (done || done.error().code == ProblemCode::Internal) return done;
  // The line itself was said; why the command cannot be is an answer to it.
  const GameUpdate answer = game_.update();
  game_.say(sentence_of(done.error()));
  return publish(answer);
}

Done GameSession::carry_out(NodeNumber at, const ChatAction& action) {
  return std::visit(
      Overloaded{
          [this](const std::vector<ChatPart>& parts) {
            const GameUpdate change = game_.update();
            game_.say(Speaker::System, parts);
            return publish(change);
          },
          [this, at](const AskHint&) { return engine_.ask(EnginePlayer::Question::Hint, at); },
          [this, at](const AskEvaluation&) {
            return engine_.ask(EnginePlayer::Question::Evaluation, at);
          },
          [this](const NewGame& wish) { return follow_with(wish); },
          [this](const RequestBody& request) { return carry_out(request); },
      },
      action);
}

}  // namespace tabiya::server
