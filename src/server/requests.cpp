#include "server/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "server/json.h"

namespace tabiya::server {
namespace {

constexpr std::size_t kLongestLine = 60;  // moves of a path or a variation

struct Kind {
  std::string_view type;
  RequestBody (*read)(Fields&);
};

std::vector<std::string> line(Fields& fields, std::string_view name) {
  std::vector<std::string> moves = fields.uci_list(name);
  if (moves.size() > kLongestLine)
    fields.refuse(ProblemCode::BadValue, name,
                  fmt::format("{}: at most {} moves", name, kLongestLine));
  return moves;
}

// Braces evaluate from left to right, so fields are read in the order of their mention.
constexpr auto kKinds = std::to_array<Kind>({
    {"join", [](Fields& f) -> RequestBody { return request::Join{f.whole_or_null("since")}; }},
    {"ping", [](Fields&) -> RequestBody { return request::Ping{}; }},
    {"move",
     [](Fields& f) -> RequestBody { return request::PlayMove{f.whole("node"), f.uci("uci")}; }},
    {"take_back", [](Fields&) -> RequestBody { return request::TakeBack{}; }},
    {"resign", [](Fields& f) -> RequestBody { return request::Resign{f.word<Color>("color")}; }},
    {"offer_draw", [](Fields&) -> RequestBody { return request::OfferDraw{}; }},
    {"answer_draw", [](Fields& f) -> RequestBody { return request::AnswerDraw{f.flag("accept")}; }},
    {"claim_draw", [](Fields&) -> RequestBody { return request::ClaimDraw{}; }},
    {"rematch", [](Fields&) -> RequestBody { return request::Rematch{}; }},
    {"strength",
     [](Fields& f) -> RequestBody {
       return request::ChangeStrength{f.optional_word<EngineKind>("engine"),
                                      f.optional_whole("level")};
     }},
    {"chat",
     [](Fields& f) -> RequestBody { return request::Chat{f.whole("node"), f.text("text")}; }},
    {"look", [](Fields& f) -> RequestBody { return request::Look{f.whole("node")}; }},
    {"analyse",
     [](Fields& f) -> RequestBody {
       return request::Analyse{f.whole("node"), f.word<EngineKind>("engine"), f.whole("lines")};
     }},
    {"stop", [](Fields&) -> RequestBody { return request::Stop{}; }},
    {"branch",
     [](Fields& f) -> RequestBody { return request::Branch{f.whole("search"), line(f, "path")}; }},
    {"add_line",
     [](Fields& f) -> RequestBody { return request::AddLine{f.whole("node"), line(f, "moves")}; }},
    {"promote", [](Fields& f) -> RequestBody { return request::Promote{f.whole("node")}; }},
    {"remove", [](Fields& f) -> RequestBody { return request::Remove{f.whole("node")}; }},
    {"comment",
     [](Fields& f) -> RequestBody { return request::Comment{f.whole("node"), f.text("text")}; }},
    {"report", [](Fields&) -> RequestBody { return request::MakeReport{}; }},
});

const Kind* kind_of(const JsonIn& json) {
  if (!json.is_object()) return nullptr;
  const auto type = json.find("type");
  if (type == json.end() || !type->is_string()) return nullptr;
  const auto* const found =
      std::ranges::find(kKinds, std::string_view(type->get_ref<const std::string&>()), &Kind::type);
  return found == kKinds.end() ? nullptr : found;
}

std::optional<std::int64_t> readable_id(const JsonIn& json) {
  if (!json.is_object() || !json.contains("id")) return std::nullopt;
  Fields fields(json);
  const std::int64_t id = fields.whole("id");
  if (fields.problem()) return std::nullopt;
  return id;
}

}  // namespace

std::expected<PageRequest, RefusedRequest> parse_request(std::string_view frame) {
  const auto json = parse_json(frame);
  if (!json) return std::unexpected(RefusedRequest{std::nullopt, json.error()});
  const std::optional<std::int64_t> id = readable_id(*json);
  const Kind* const kind = kind_of(*json);
  if (kind == nullptr)
    return std::unexpected(RefusedRequest{
        id,
        {ProblemCode::UnknownType, "this server knows no message of this type", "type", {}, {}}});
  Fields fields(*json);
  PageRequest request;
  request.id = fields.whole("id");
  if (kind->type != "ping") request.game = fields.game_id("game");
  request.body = kind->read(fields);
  if (fields.problem()) return std::unexpected(RefusedRequest{id, *fields.problem()});
  return request;
}

}  // namespace tabiya::server
