#include "server/game_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "notation/fen.h"
#include "server/game_json.h"
#include "server/game_record.h"
#include "server/page_json.h"

namespace tabiya::server {
namespace {

constexpr std::size_t kUpdatesKept = 256;
// A page that has missed more gets the whole state, which is hardly larger.
constexpr std::size_t kUpdateBytesKept = std::size_t{1} << 20;
constexpr auto kBeforeTryingAgain = std::chrono::seconds(1);

}  // namespace

GameSession::GameSession(SessionHost& host, GameRecord record)
    : host_(host),
      record_(std::move(record)),
      tip_game_(record_.tree.game_at(record_.tip, record_.draw_rule())),
      may_(rights_of(record_, tip_game_)),
      clock_since_(host.dispatcher().now()),
      stored_clock_since_(clock_since_) {
  // What ran when the server ended runs no more.
  if (record_.analysis) record_.analysis->running = false;
  if (record_.report) record_.report->running = false;
  if (!record_.thinking.empty()) thinking_ = Json::parse(record_.thinking, nullptr, false);
  if (thinking_.is_discarded()) thinking_ = nullptr;
  after_change();
}

GameSession::~GameSession() {
  for (const auto& search : {move_search_, analysis_search_, question_search_, report_search_})
    if (search) host_.searches().cancel(*search);
  host_.searches().forget(record_.id);
}

Json GameSession::state() const {
  Json nodes = Json::array();
  for (const auto& [id, node] : record_.tree.nodes()) nodes.push_back(node_json(record_.tree, id));
  Json chat = Json::array();
  for (const ChatLine& line : record_.chat) chat.push_back(to_json(line));
  return {{"id", record_.id},
          {"seq", record_.seq},
          {"created", record_.created},
          {"mode", std::string(word(record_.mode))},
          {"variant", std::string(word(record_.variant()))},
          {"number", record_.number ? Json(*record_.number) : Json(nullptr)},
          {"start", to_fen(record_.tree.at(MoveTree::kStart).position)},
          {"players", to_json(record_.players)},
          {"control", or_null(record_.control)},
          {"clocks", or_null(clocks_now())},
          {"nodes", std::move(nodes)},
          {"tip", record_.tip},
          {"position", position_json(tip_game_.position(), record_.variant())},
          {"result", or_null(record_.result)},
          {"drawOffer", or_null(record_.draw_offer)},
          {"may", to_json(may_)},
          {"analysis", or_null(record_.analysis)},
          {"report", or_null(record_.report)},
          {"chat", std::move(chat)},
          {"next", record_.next.empty() ? Json(nullptr) : Json(record_.next)}};
}

// --- pages -------------------------------------------------------------------------------

void GameSession::send(Page& page, const Json& json) {
  page.send(std::make_shared<const std::string>(text_of(json)));
}

void GameSession::tell(const Json& json) {
  const auto text = std::make_shared<const std::string>(text_of(json));
  for (Page* const page : pages()) page->send(text);
}

void GameSession::join(Page& page, const PageRequest& request, std::optional<std::int64_t> since) {
  if (!has(page)) pages_.push_back(&page);
  const auto seq = static_cast<std::int64_t>(record_.seq);
  const bool known = since && *since >= 0 && *since <= seq &&
                     seq - *since <= static_cast<std::int64_t>(updates_.size());
  // The updates are texts already, and stay so.
  std::string missed = "[";
  if (known)
    for (const auto& [number, text] : updates_) {
      if (static_cast<std::int64_t>(number) <= *since) continue;
      if (missed.size() > 1) missed += ',';
      missed += text;
    }
  missed += ']';
  std::string text = text_of({{"type", "joined"},
                              {"for", request.id},
                              {"game", record_.id},
                              {"seq", record_.seq},
                              {"state", known ? Json(nullptr) : state()},
                              {"clocks", or_null(clocks_now())},
                              {"thinking", thinking_},
                              {"tree", tree_}});
  text.insert(text.size() - 1, ",\"updates\":" + missed);
  page.send(std::make_shared<const std::string>(std::move(text)));
  let_engine_move();
}

void GameSession::leave(Page& page) {
  std::erase(pages_, &page);
  if (pages_.empty()) stop_searches_of_nobody();
}

bool GameSession::is_idle() const {
  const bool clock_runs = record_.clocks && record_.clocks->running;
  return pages_.empty() && !clock_runs && !move_search_ && !analysis_search_ && !question_search_ &&
         !report_search_;
}

// --- changes -----------------------------------------------------------------------------

GameSession::Update GameSession::update() const {
  Update update;
  update.change.chat_from = record_.chat.size();
  return update;
}

void GameSession::say(Speaker from, std::vector<ChatPart> parts) {
  if (record_.chat.size() >= kMostChatLines) return;
  const std::int64_t id = record_.chat.empty() ? 1 : record_.chat.back().id + 1;
  record_.chat.push_back({id, moment_now(), from, std::move(parts)});
}

std::expected<const TreeNode*, Problem> GameSession::node(NodeNumber id) const {
  if (const TreeNode* const found = record_.tree.find(id)) return found;
  return refused(ProblemCode::UnknownNode, "that position is no longer part of the game");
}

void GameSession::go_to(NodeNumber tip) {
  record_.tip = tip;
  tip_game_ = record_.tree.game_at(tip, record_.draw_rule());
}

Done GameSession::publish(const Update& update) {
  if (is_broken_) return refused(ProblemCode::Internal, "This game cannot be read any more.");
  record_.changed = moment_now();
  ++record_.seq;
  const Written written = host_.store().save(record_, update.change);
  host_.stored(written);
  if (!written) {
    go_back_to_what_is_stored();
    return refused(ProblemCode::Internal, "The game could not be stored, so nothing was changed: " +
                                              written.error().message);
  }
  stored_clock_since_ = clock_since_;
  const Rights may = rights_of(record_, tip_game_);
  const bool with_rights = may != may_;
  may_ = may;
  std::string text = text_of(update_json(update, with_rights));
  const auto message =
      std::make_shared<const std::string>("{\"type\":\"update\"," + text.substr(1));
  remember(std::move(text));
  for (Page* const page : pages()) page->send(message);
  after_change();
  return {};
}

void GameSession::remember(std::string update) {
  update_bytes_ += update.size();
  updates_.emplace_back(record_.seq, std::move(update));
  while (updates_.size() > kUpdatesKept || update_bytes_ > kUpdateBytesKept) {
    update_bytes_ -= updates_.front().second.size();
    updates_.pop_front();
  }
}

Json GameSession::update_json(const Update& update, bool with_rights) const {
  Json json{{"game", record_.id}, {"seq", record_.seq}};
  if (!update.change.nodes.empty()) {
    Json& nodes = json["nodes"] = Json::array();
    for (const NodeNumber id : update.change.nodes) nodes.push_back(node_json(record_.tree, id));
  }
  if (!update.change.removed.empty()) json["removed"] = update.change.removed;
  if (update.tip) {
    json["tip"] = record_.tip;
    json["position"] = position_json(tip_game_.position(), record_.variant());
  }
  if (update.players) json["players"] = to_json(record_.players);
  if (update.clocks) json["clocks"] = or_null(clocks_now());
  if (update.result) json["result"] = or_null(record_.result);
  if (update.draw_offer) json["drawOffer"] = or_null(record_.draw_offer);
  if (with_rights) json["may"] = to_json(may_);
  if (update.analysis) json["analysis"] = or_null(record_.analysis);
  if (update.report) json["report"] = or_null(record_.report);
  if (update.change.chat_from < record_.chat.size()) {
    Json& lines = json["chat"] = Json::array();
    for (std::size_t i = update.change.chat_from; i < record_.chat.size(); ++i)
      lines.push_back(to_json(record_.chat[i]));
  }
  if (update.next) json["next"] = record_.next;
  return json;
}

// Searches may be about what is no longer there.
void GameSession::go_back_to_what_is_stored() {
  for (auto* const search : {&move_search_, &analysis_search_, &question_search_, &report_search_})
    drop(*search);
  flag_.reset();
  auto stored = host_.store().load(record_.id);
  if (!stored || !*stored) {
    is_broken_ = true;
    again_.reset();
    host_.give_up(record_.id);
    return;
  }
  record_ = std::move(**stored);
  clock_since_ = stored_clock_since_;
  go_to(record_.tip);
  may_ = rights_of(record_, tip_game_);
  again_ = host_.dispatcher().call_at(host_.dispatcher().now() + kBeforeTryingAgain, [this] {
    const auto kept = std::move(again_);  // until this call is over: it is inside
    take_up_again();
  });
}

// Tells what ran and runs no more, and goes on as a room does that was just opened.
void GameSession::take_up_again() {
  Update change = update();
  if (record_.analysis && record_.analysis->running && !analysis_search_) {
    record_.analysis->running = false;
    change.analysis = true;
  }
  if (!report_search_) stop_report(change);
  if (change.analysis || change.report)
    static_cast<void>(publish(change));
  else
    after_change();
}

void GameSession::after_change() {
  arm_flag();
  let_engine_move();
}

// --- requests ----------------------------------------------------------------------------

struct GameSession::Asked {
  GameSession& room;
  const PageRequest& request;
  using Answer = std::expected<std::optional<Json>, Problem>;

  static Answer answer(Done done) {
    if (!done) return std::unexpected(std::move(done.error()));
    return std::nullopt;
  }

  // The service answers these two.
  Answer operator()(const request::Join&) const { return std::nullopt; }
  Answer operator()(const request::Ping&) const { return std::nullopt; }

  Answer operator()(const request::PlayMove& wish) const {
    return answer(room.play(wish.node, wish.uci));
  }
  Answer operator()(const request::TakeBack&) const { return answer(room.take_back()); }
  Answer operator()(const request::Resign& wish) const { return answer(room.resign(wish.color)); }
  Answer operator()(const request::OfferDraw&) const { return answer(room.offer_draw()); }
  Answer operator()(const request::AnswerDraw& wish) const {
    return answer(room.answer_draw(wish.accept));
  }
  Answer operator()(const request::ClaimDraw&) const { return answer(room.claim_draw()); }
  Answer operator()(const request::Rematch&) const { return answer(room.rematch()); }
  Answer operator()(const request::ChangeStrength& wish) const {
    return answer(room.change_strength(wish.engine, wish.level));
  }
  Answer operator()(const request::Chat& wish) const {
    return answer(room.chat(wish.node, wish.text));
  }
  Answer operator()(const request::Look& wish) const {
    const auto node = room.node(wish.node);
    if (!node) return std::unexpected(node.error());
    return Json{{"type", "position"},
                {"for", request.id},
                {"game", room.record_.id},
                {"node", wish.node},
                {"position", position_json((*node)->position, room.record_.variant())}};
  }
  Answer operator()(const request::Analyse& wish) const {
    return answer(room.analyse(wish.node, wish.engine, wish.lines));
  }
  Answer operator()(const request::Stop&) const { return answer(room.stop()); }
  Answer operator()(const request::Branch& wish) const {
    auto found = room.branch(wish);
    if (!found) return std::unexpected(std::move(found.error()));
    Json json{{"type", "branch"}, {"for", request.id}, {"game", room.record_.id}};
    json.update(*found);
    return json;
  }
  Answer operator()(const request::AddLine& wish) const {
    return answer(room.add_line(wish.node, wish.moves));
  }
  Answer operator()(const request::Promote& wish) const { return answer(room.promote(wish.node)); }
  Answer operator()(const request::Remove& wish) const { return answer(room.remove(wish.node)); }
  Answer operator()(const request::Comment& wish) const {
    return answer(room.comment(wish.node, wish.text));
  }
  Answer operator()(const request::MakeReport&) const { return answer(room.begin_report()); }
};

std::expected<std::optional<Json>, Problem> GameSession::handle(const PageRequest& request) {
  return std::visit(Asked{*this, request}, request.body);
}

}  // namespace tabiya::server
