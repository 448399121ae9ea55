#include "server/record_json.h"

#include "notation/fen.h"
#include "server/parts_json.h"

namespace tabiya::server {
namespace {

Json told_json(const std::optional<ToldResult>& told) {
  if (!told) return nullptr;
  return {{"result", to_json(told->result)}, {"at", told->at}};
}

Json tags_json(const PgnTags& tags) {
  Json list = Json::array();
  for (const PgnTag& tag : tags) list.push_back(Json::array({tag.name, tag.value}));
  return list;
}

}  // namespace

Json summary_json(const GameRecord& game) {
  const TreeNode& tip = game.tree.at(game.tip);
  return {{"id", game.id},
          {"created", game.created},
          {"changed", game.changed},
          {"mode", text(game.mode)},
          {"variant", text(game.variant())},
          {"white", game.players.white.name},
          {"black", game.players.black.name},
          {"plies", tip.ply},
          {"result", or_null(game.result)},
          {"fen", to_fen(tip.position)}};
}

std::string details_text(const GameRecord& game) {
  return text_of(Json{{"seq", game.seq},
                      {"created", game.created},
                      {"mode", text(game.mode)},
                      {"variant", text(game.variant())},
                      {"start", to_fen(game.tree.at(MoveTree::kStart).position,
                                       {.castling = FenStyle::Castling::Shredder})},
                      {"claims", game.claims},
                      {"number", game.number ? Json(*game.number) : Json(nullptr)},
                      {"colorWish", text(game.color_wish)},
                      {"anyNumber", game.any_number},
                      {"players", to_json(game.players)},
                      {"control", or_null(game.control)},
                      {"clocks", or_null(game.clocks)},
                      {"tip", game.tip},
                      {"nextNode", game.tree.next_id()},
                      {"result", or_null(game.result)},
                      {"told", told_json(game.told)},
                      {"drawOffer", or_null(game.draw_offer)},
                      {"analysis", or_null(game.analysis)},
                      {"thinking", game.thinking},
                      {"report", or_null(game.report)},
                      {"next", game.next},
                      {"tags", tags_json(game.tags)}});
}

void read_details(const JsonIn& json, GameRecord& game) {
  const auto start = parse_fen(json.at("start").get_ref<const std::string&>());
  if (!start) throw JsonIn::other_error::create(600, start.error().message, &json);
  game.tree = MoveTree(*start, word_in<Variant>(json.at("variant")));
  game.seq = json.at("seq").get<std::uint64_t>();
  game.created = json.at("created").get<Moment>();
  game.mode = word_in<Mode>(json.at("mode"));
  game.claims = json.at("claims").get<bool>();
  if (!json.at("number").is_null()) game.number = json.at("number").get<int>();
  game.color_wish = word_in<ColorWish>(json.at("colorWish"));
  game.any_number = json.at("anyNumber").get<bool>();
  from_json(json.at("players"), game.players);
  game.control = part_in<ClockControl>(json, "control");
  game.clocks = part_in<Clocks>(json, "clocks");
  game.tip = json.at("tip").get<NodeNumber>();
  game.tree.never_use_below(json.at("nextNode").get<NodeNumber>());
  game.result = part_in<GameResult>(json, "result");
  if (const JsonIn& told = json.at("told"); !told.is_null()) {
    game.told.emplace();
    from_json(told.at("result"), game.told->result);
    game.told->at = told.at("at").get<NodeNumber>();
  }
  if (!json.at("drawOffer").is_null()) game.draw_offer = word_in<Color>(json.at("drawOffer"));
  game.analysis = part_in<Analysis>(json, "analysis");
  game.thinking = json.at("thinking").get<std::string>();
  game.report = part_in<Report>(json, "report");
  game.next = json.at("next").get<std::string>();
  for (const JsonIn& tag : json.at("tags"))
    game.tags.add(tag.at(0).get<std::string>(), tag.at(1).get<std::string>());
}

}  // namespace tabiya::server
