#include "server/game_json.h"

#include <utility>

namespace tabiya::server {
namespace {

Json colors(const std::vector<Color>& all) {
  Json list = Json::array();
  for (const Color color : all) list.push_back(text(color));
  return list;
}

Json side_json(const SideReport& side) {
  return {{"accuracy", side.accuracy},
          {"averageLoss", side.average_loss},
          {"inaccuracies", side.inaccuracies},
          {"mistakes", side.mistakes},
          {"blunders", side.blunders}};
}

Json mistake_json(const ReportedMistake& mistake) {
  return {{"node", mistake.node},
          {"judgement", text(mistake.judgement)},
          {"before", to_json(mistake.before)},
          {"after", to_json(mistake.after)},
          {"best", to_json(mistake.best)}};
}

Json side_or_null(const std::optional<SideReport>& side) {
  return side ? side_json(*side) : Json(nullptr);
}

struct PartWriter {
  Json operator()(const TextPart& part) const { return {{"type", "text"}, {"text", part.text}}; }
  Json operator()(const NodePart& part) const {
    return {{"type", "node"}, {"node", part.node}, {"label", part.label}};
  }
  Json operator()(const LinePart& part) const {
    return {{"type", "line"},
            {"node", part.node},
            {"score", or_null(part.score)},
            {"moves", to_json(part.moves)}};
  }
  Json operator()(const FenPart& part) const { return {{"type", "fen"}, {"fen", part.fen}}; }
};

std::vector<LineMove> line_in(const JsonIn& list) {
  std::vector<LineMove> moves;
  for (const JsonIn& each : list) from_json(each, moves.emplace_back());
  return moves;
}

ChatPart chat_part(const JsonIn& json) {
  const auto& type = json.at("type").get_ref<const std::string&>();
  if (type == "text") return TextPart{json.at("text").get<std::string>()};
  if (type == "node")
    return NodePart{json.at("node").get<NodeNumber>(), json.at("label").get<std::string>()};
  if (type == "line")
    return LinePart{json.at("node").get<NodeNumber>(), part_in<WrittenScore>(json, "score"),
                    line_in(json.at("moves"))};
  if (type == "fen") return FenPart{json.at("fen").get<std::string>()};
  throw JsonIn::other_error::create(600, "unknown part of a chat line", &json);
}

// A result without an ending, as PGN tells it.
constexpr std::string_view kUnknownEnding = "unknown";

std::optional<Ending> ending_in(const JsonIn& json) {
  if (json == kUnknownEnding) return std::nullopt;
  return word_in<Ending>(json);
}

std::optional<Color> color_or_null(const JsonIn& json) {
  if (json.is_null()) return std::nullopt;
  return word_in<Color>(json);
}

Milliseconds time_in(const JsonIn& json) { return Milliseconds(json.get<std::int64_t>()); }

std::optional<SideReport> side_in(const JsonIn& json) {
  if (json.is_null()) return std::nullopt;
  SideReport side;
  side.accuracy = json.at("accuracy").get<double>();
  side.average_loss = json.at("averageLoss").get<double>();
  side.inaccuracies = json.at("inaccuracies").get<int>();
  side.mistakes = json.at("mistakes").get<int>();
  side.blunders = json.at("blunders").get<int>();
  return side;
}

}  // namespace

Moment moment_now() {
  return std::chrono::duration_cast<Milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Json to_json(const Problem& problem) {
  Json json{{"code", text(problem.code)}, {"message", problem.message}};
  if (!problem.field.empty()) json["field"] = problem.field;
  if (problem.line) json["line"] = *problem.line;
  if (problem.column) json["column"] = *problem.column;
  return json;
}

Json to_json(const WrittenScore& score) { return {{score.is_mate ? "mate" : "cp", score.value}}; }

Json to_json(const Evaluation& evaluation) {
  Json json{{"score", to_json(evaluation.score)}, {"depth", evaluation.depth}};
  if (!evaluation.best.empty()) json["best"] = evaluation.best;
  return json;
}

Json to_json(const LineMove& move) {
  return {{"uci", move.uci}, {"san", move.san}, {"board", move.board}};
}

Json to_json(const std::vector<LineMove>& moves) {
  Json list = Json::array();
  for (const LineMove& each : moves) list.push_back(to_json(each));
  return list;
}

Json to_json(const Player& player) {
  Json json{{"kind", player.engine ? "engine" : "person"}, {"name", player.name}};
  if (!player.engine) return json;
  json["engine"] = text(*player.engine);
  json["level"] = player.level;
  json["elo"] = player.elo ? Json(static_cast<int>(*player.elo)) : Json(nullptr);
  return json;
}

Json to_json(const Players& players) {
  return {{"white", to_json(players.white)}, {"black", to_json(players.black)}};
}

Json to_json(const ClockControl& control) {
  return {{"initial", control.initial.count()}, {"increment", control.increment.count()}};
}

Json to_json(const Clocks& clocks) {
  return {{"white", clocks.white.count()},
          {"black", clocks.black.count()},
          {"running", or_null(clocks.running)}};
}

Json to_json(const GameResult& result) {
  const char* score = "1/2-1/2";
  if (result.winner) score = *result.winner == Color::White ? "1-0" : "0-1";
  return {{"winner", or_null(result.winner)},
          {"ending", result.ending ? text(*result.ending) : std::string(kUnknownEnding)},
          {"score", score},
          {"text", result.text}};
}

Json to_json(const Rights& may) {
  return {{"move", colors(may.move)},
          {"takeBack", may.take_back},
          {"resign", colors(may.resign)},
          {"offerDraw", may.offer_draw},
          {"answerDraw", may.answer_draw},
          {"claimDraw", may.claim_draw ? Json(text(*may.claim_draw)) : Json(nullptr)},
          {"rematch", may.rematch},
          {"analyse", may.analyse},
          {"vary", may.vary},
          {"hint", may.hint}};
}

Json to_json(const Analysis& analysis) {
  return {{"search", analysis.search},
          {"node", analysis.node},
          {"engine", text(analysis.engine)},
          {"lines", analysis.lines},
          {"running", analysis.running}};
}

Json to_json(const Report& report) {
  Json mistakes = Json::array();
  for (const ReportedMistake& each : report.mistakes) mistakes.push_back(mistake_json(each));
  return {{"running", report.running},
          {"done", report.done},
          {"total", report.total},
          {"white", side_or_null(report.white)},
          {"black", side_or_null(report.black)},
          {"mistakes", std::move(mistakes)}};
}

Json to_json(const ChatLine& line) {
  Json parts = Json::array();
  for (const ChatPart& part : line.parts) parts.push_back(std::visit(PartWriter{}, part));
  return {{"id", line.id}, {"at", line.at}, {"from", text(line.from)}, {"parts", std::move(parts)}};
}

void add_to(Json& object, const NodeNotes& notes) {
  if (notes.at) object["at"] = *notes.at;
  if (notes.left) object["left"] = notes.left->count();
  if (notes.spent) object["spent"] = notes.spent->count();
  if (notes.evaluation) object["evaluation"] = to_json(*notes.evaluation);
  if (notes.judgement) object["judgement"] = text(*notes.judgement);
  if (!notes.nags.empty()) object["nags"] = notes.nags;
  if (!notes.comment.empty()) object["comment"] = notes.comment;
}

void from_json(const JsonIn& json, WrittenScore& score) {
  score.is_mate = json.contains("mate");
  score.value = json.at(score.is_mate ? "mate" : "cp").get<int>();
}

void from_json(const JsonIn& json, Evaluation& evaluation) {
  from_json(json.at("score"), evaluation.score);
  evaluation.depth = json.at("depth").get<int>();
  evaluation.best = json.value("best", std::string());
}

void from_json(const JsonIn& json, LineMove& move) {
  move = {json.at("uci").get<std::string>(), json.at("san").get<std::string>(),
          json.at("board").get<std::string>()};
}

void from_json(const JsonIn& json, Player& player) {
  player.name = json.at("name").get<std::string>();
  if (json.at("kind") != "engine") return;
  player.engine = word_in<EngineKind>(json.at("engine"));
  player.level = json.at("level").get<int>();
  if (!json.at("elo").is_null()) player.elo = Elo{json.at("elo").get<int>()};
}

void from_json(const JsonIn& json, Players& players) {
  from_json(json.at("white"), players.white);
  from_json(json.at("black"), players.black);
}

void from_json(const JsonIn& json, ClockControl& control) {
  control = {time_in(json.at("initial")), time_in(json.at("increment"))};
}

void from_json(const JsonIn& json, Clocks& clocks) {
  clocks = {time_in(json.at("white")), time_in(json.at("black")),
            color_or_null(json.at("running"))};
}

void from_json(const JsonIn& json, GameResult& result) {
  result = {color_or_null(json.at("winner")), ending_in(json.at("ending")),
            json.at("text").get<std::string>()};
}

void from_json(const JsonIn& json, Analysis& analysis) {
  analysis = {json.at("search").get<std::uint64_t>(), json.at("node").get<NodeNumber>(),
              word_in<EngineKind>(json.at("engine")), json.at("lines").get<int>(),
              json.at("running").get<bool>()};
}

void from_json(const JsonIn& json, Report& report) {
  report.running = json.at("running").get<bool>();
  report.done = json.at("done").get<int>();
  report.total = json.at("total").get<int>();
  report.white = side_in(json.at("white"));
  report.black = side_in(json.at("black"));
  for (const JsonIn& each : json.at("mistakes")) {
    ReportedMistake& mistake = report.mistakes.emplace_back();
    mistake.node = each.at("node").get<NodeNumber>();
    mistake.judgement = word_in<Judgement>(each.at("judgement"));
    from_json(each.at("before"), mistake.before);
    from_json(each.at("after"), mistake.after);
    from_json(each.at("best"), mistake.best);
  }
}

void from_json(const JsonIn& json, ChatLine& line) {
  line.id = json.at("id").get<std::int64_t>();
  line.at = json.at("at").get<Moment>();
  line.from = word_in<Speaker>(json.at("from"));
  for (const JsonIn& each : json.at("parts")) line.parts.push_back(chat_part(each));
}

void from_json(const JsonIn& json, NodeNotes& notes) {
  if (json.contains("at")) notes.at = json.at("at").get<Moment>();
  if (json.contains("left")) notes.left = time_in(json.at("left"));
  if (json.contains("spent")) notes.spent = time_in(json.at("spent"));
  notes.evaluation = part_in<Evaluation>(json, "evaluation");
  if (json.contains("judgement")) notes.judgement = word_in<Judgement>(json.at("judgement"));
  notes.nags = json.value("nags", std::vector<int>());
  notes.comment = json.value("comment", std::string());
}

}  // namespace tabiya::server
