// Every example of the protocol, read and written again; every wrong frame, with its answer.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "server/game_json.h"
#include "server/json.h"
#include "server/new_game.h"
#include "server/requests.h"
#include "server/test_service.h"

namespace tabiya::test {
namespace {

using namespace server;

std::vector<std::string> examples_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(std::string(TABIYA_SOURCE_FOLDER) +
                                                              "/web/protocol-examples/" + folder))
    names.push_back(folder + "/" + file.path().filename().string());
  return names;
}

template <class T>
json again(const json& part) {
  T value{};
  read_value(part, value);
  return json::parse(text_of(json_of(value)));
}

// The parts that are stored must come back as they are.
void expect_parts_survive(const json& parts) {
  const auto check = [&parts]<class T>(const char* name, T) {
    if (!parts.contains(name) || parts.at(name).is_null()) return;
    EXPECT_EQ(again<T>(parts.at(name)), parts.at(name));
  };
  check("players", Players{});
  check("control", ClockControl{});
  check("clocks", Clocks{});
  check("result", GameResult{});
  check("analysis", Analysis{});
  check("report", Report{});
  for (const json& line : parts.value("chat", json::array()))
    EXPECT_EQ(again<ChatLine>(line), line);
  const json nodes = parts.value("nodes", json());  // a number in "thinking"
  for (const json& node : nodes.is_array() ? nodes : json::array()) {
    NodeNotes notes;
    read_value(node, notes);
    const Json written = json_of(notes);
    for (const char* const name :
         {"at", "left", "spent", "evaluation", "judgement", "nags", "comment"})
      EXPECT_EQ(json::parse(text_of(written)).value(name, json()), node.value(name, json()));
  }
}

TEST(Protocol, ReadsEveryExampleOfAPage) {
  std::set<std::size_t> kinds;
  for (const std::string& name : examples_in("from-page")) {
    const json message = example(name);
    const auto request = parse_request(message.dump());
    ASSERT_TRUE(request) << name << ": " << request.error().problem.message;
    EXPECT_EQ(request->id, message.at("id"));
    EXPECT_EQ(request->game, message.value("game", ""));
    kinds.insert(request->body.index());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<RequestBody>);
}

TEST(Protocol, ReadsWhatTheExamplesSay) {
  const auto body = [](const char* name) {
    return parse_request(example(std::string("from-page/") + name).dump())->body;
  };
  EXPECT_EQ(std::get<request::Join>(body("join.json")).since, std::nullopt);
  EXPECT_EQ(std::get<request::Join>(body("join_again.json")).since, 9);
  EXPECT_EQ(std::get<request::PlayMove>(body("move_promotion.json")).uci, "e7e8n");
  EXPECT_EQ(std::get<request::Resign>(body("resign.json")).color, Color::White);
  EXPECT_FALSE(std::get<request::AnswerDraw>(body("answer_draw.json")).accept);
  EXPECT_EQ(std::get<request::ChangeStrength>(body("strength.json")).engine, EngineKind::Mcts);
  EXPECT_EQ(std::get<request::ChangeStrength>(body("strength.json")).level, 7);
  EXPECT_EQ(std::get<request::Chat>(body("chat.json")).text, "Good luck! <b>not HTML</b>");
  EXPECT_EQ(std::get<request::Analyse>(body("analyse.json")).lines, 3);
  EXPECT_EQ(std::get<request::Branch>(body("branch.json")).path, std::vector<std::string>{"d2d4"});
  EXPECT_EQ(std::get<request::AddLine>(body("add_line.json")).moves.size(), 3U);
}

TEST(Protocol, KeepsThePartsOfEveryExample) {
  for (const char* const folder : {"from-server", "http"})
    for (const std::string& name : examples_in(folder)) {
      SCOPED_TRACE(name);
      const json message = example(name);
      expect_parts_survive(message);
      if (message.contains("state") && message.at("state").is_object())
        expect_parts_survive(message.at("state"));
      for (const json& update : message.value("updates", json::array()))
        expect_parts_survive(update);
    }
}

TEST(Protocol, ReadsEveryWishForAGame) {
  const auto engine = parse_new_game(example("http/new_game_engine.json"));
  ASSERT_TRUE(engine);
  EXPECT_EQ(engine->color, ColorWish::Random);
  EXPECT_EQ(engine->control->increment, Milliseconds(3000));
  const auto shuffled = parse_new_game(example("http/new_game_chess960.json"));
  ASSERT_TRUE(shuffled);
  EXPECT_EQ(shuffled->start.number, 518);
  EXPECT_TRUE(shuffled->claims);
  const auto study = parse_new_game(example("http/new_game_study.json"));
  ASSERT_TRUE(study);
  EXPECT_EQ(study->moves.size(), 2U);
}

// Keys and kinds of values, as deep as they go; of a list, all its items together.
using Shape = std::set<std::string>;
void add_shape(const json& value, const std::string& way, Shape& shape) {
  if (value.is_object())
    for (const auto& [key, each] : value.items()) add_shape(each, way + "." + key, shape);
  else if (value.is_array())
    for (const json& each : value) add_shape(each, way + "[]", shape);
  else
    shape.insert(way + (value.is_number() ? ":number" : std::string(":") + value.type_name()));
}
Shape shape_of_examples(const std::string& type) {
  Shape shape;
  for (const std::string& name : examples_in("from-server")) {
    const json message = example(name);
    if (message.at("type") == type) add_shape(message, "", shape);
  }
  return shape;
}
// A real message has the fields of the examples that must be there, and no others.
void expect_shape_of_examples(const json& message) {
  Shape shape;
  add_shape(message, "", shape);
  Shape known = shape_of_examples(message.at("type"));
  for (const std::string& each : shape) {
    const std::string path = each.substr(0, each.find(':'));
    const bool there = std::ranges::any_of(
        known, [&path](const std::string& other) { return other.starts_with(path + ":"); });
    EXPECT_TRUE(there) << message.at("type") << " has " << each;
  }
}

TEST(Protocol, SaysNothingThatNoExampleHas) {
  TestService at;
  ListPage page;
  at.service->entered(page);
  const std::string game = at.new_game({{"mode", "engine"},
                                        {"start", json::object()},
                                        {"level", 5},
                                        {"control", {{"initial", 60000}, {"increment", 1000}}}});
  at.join(page, game);
  at.say(page, game, "look", {{"node", 0}});
  for (const json& message : page.messages)
    if (message.at("type") != "update") expect_shape_of_examples(message);
}

TEST(Protocol, RefusesEveryWrongFrameAsTheExamplesSay) {
  TestService at;
  const std::string game = at.new_game({{"mode", "people"}, {"start", json::object()}});
  const json before = at.state(game);
  for (const json& wrong : example("refused.json")) {
    SCOPED_TRACE(wrong.at("name"));
    ListPage page;
    at.service->entered(page);
    auto frame = wrong.at("frame").get<std::string>();
    if (const auto place = frame.find("GAME"); place != std::string::npos)
      frame.replace(place, 4, game);
    at.service->received(page, frame);
    ASSERT_EQ(page.messages.size(), 2U);
    const json& answer = page.messages[1];
    EXPECT_EQ(answer.at("type"), "error");
    EXPECT_EQ(answer.at("for"), wrong.at("for"));
    EXPECT_EQ(answer.at("error").at("code"), wrong.at("code"));
    EXPECT_EQ(answer.at("error").value("field", json()), wrong.value("field", json()));
    EXPECT_FALSE(answer.at("error").at("message").get<std::string>().empty());
    at.service->left(page);
  }
  EXPECT_EQ(at.state(game), before);
  EXPECT_EQ(at.service->metrics().messages_refused, example("refused.json").size());
}

TEST(Protocol, TellsWhereTextIsNotJson) {
  const auto refused = parse_request("{\n  \"type\": oops}");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().problem.line, 2U);
  EXPECT_EQ(refused.error().problem.column, 11U);
}

// The parser takes it for the end of the text.
TEST(Protocol, RefusesWhatFollowsANulByte) {
  using namespace std::string_literals;
  for (const std::string& tail : {"\0"s, "\0[[["s, " \0{\"type\":\"resign\"}"s}) {
    const auto refused = parse_request("{\"type\":\"ping\",\"id\":1}" + tail);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().problem.message, "this is not JSON");
    EXPECT_EQ(refused.error().problem.column, 23 + tail.find('\0'));
  }
}

TEST(Protocol, NamesAFieldInsideOthersWithItsWay) {
  const auto refused = parse_new_game(json{{"mode", "people"}, {"start", {{"number", 960}}}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "start.number");
  EXPECT_EQ(refused.error().code, ProblemCode::BadValue);
}

TEST(Protocol, RefusesJsonThatIsNestedTooDeep) {
  const auto ping_with = [](int depth, const std::string& inside) {
    const auto levels = static_cast<std::size_t>(depth - 1);  // the frame is one
    return "{\"type\":\"ping\",\"id\":1,\"x\":" + std::string(levels, '[') + inside +
           std::string(levels, ']') + "}";
  };
  EXPECT_TRUE(parse_request(ping_with(16, "1")));
  EXPECT_FALSE(parse_request(ping_with(17, "1")));
  EXPECT_FALSE(parse_request(ping_with(16, "{}")));
  // Brackets in texts are letters.
  EXPECT_TRUE(parse_request(ping_with(16, R"("[[{{\"[[")")));
  EXPECT_FALSE(parse_request(ping_with(16, R"("\\",[])")));
  // Those that are closed count no more.
  EXPECT_TRUE(parse_request(ping_with(15, "[],[],[]")));
}

TEST(Protocol, KeepsOnlyWhatAFlatTextIsAskedFor) {
  const auto flat = [](const std::string& text) { return parse_flat_json(text, {"a", "b"}); };
  EXPECT_EQ(flat(R"({"a":"x","c":[{"a":1}],"b":2,"d":{"b":3}})"), json({{"a", "x"}, {"b", 2}}));
  EXPECT_TRUE(flat(R"({"c":1})")->empty());
  for (const char* const nothing : {"[1,2]", "[[],[]]", R"([{"a":1}])"})
    EXPECT_EQ(flat(nothing)->size(), 0U) << nothing;
  for (const char* const nested : {R"({"a":[1,2,3]})", R"({"a":{"b":1}})"}) {
    const auto read = flat(nested);
    Fields fields(*read);
    EXPECT_EQ(fields.whole("a"), 0) << nested;
    EXPECT_EQ(fields.problem()->message, "a: expected a whole number") << nested;
  }
  EXPECT_FALSE(flat(R"({"a":1,"c":[})"));
  EXPECT_FALSE(flat(R"({"a":1} x)"));
  EXPECT_FALSE(flat(R"({"a":1e999})"));
}

TEST(Protocol, TakesDeepAndManifoldJsonWithoutHarm) {
  EXPECT_FALSE(parse_request(std::string(60'000, '[')));
  EXPECT_FALSE(parse_request(std::string(30'000, '[') + std::string(30'000, ']')));
  std::string many = "{\"type\":\"ping\",\"id\":1";
  for (int i = 0; i < 5000; ++i) many += ",\"k" + std::to_string(i) + "\":0";
  EXPECT_TRUE(parse_request(many + "}"));
  EXPECT_FALSE(parse_request("{\"type\":\"ping\",\"id\":1e999}"));
  EXPECT_FALSE(parse_request("{\"type\":\"ping\",\"id\":9007199254740993}"));
  EXPECT_FALSE(parse_request("{\"type\":\"ping\",\"id\":1,\"x\":\"\xff\"}"));
  EXPECT_TRUE(parse_request("{\"type\":\"ping\",\"id\":1.0}"));
}

}  // namespace
}  // namespace tabiya::test
