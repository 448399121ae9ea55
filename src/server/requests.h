// What a page says over its WebSocket: text in, typed request out. No game, no I/O.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "chess/piece.h"
#include "server/game_values.h"
#include "server/protocol.h"

namespace tabiya::server {

namespace request {

struct Join {
  std::optional<std::int64_t> since;
};
struct Ping {};
struct PlayMove {
  NodeNumber node;
  std::string uci;
};
struct TakeBack {};
struct Resign {
  Color color;
};
struct OfferDraw {};
struct AnswerDraw {
  bool accept;
};
struct ClaimDraw {};
struct Rematch {};
struct ChangeStrength {
  std::optional<EngineKind> engine;
  std::optional<std::int64_t> level;
};
struct Chat {
  NodeNumber node;
  std::string text;
};
struct Look {
  NodeNumber node;
};
struct Analyse {
  NodeNumber node;
  EngineKind engine;
  std::int64_t lines;
};
struct Stop {};
struct Branch {
  std::int64_t search;
  std::vector<std::string> path;
};
struct AddLine {
  NodeNumber node;
  std::vector<std::string> moves;
};
struct Promote {
  NodeNumber node;
};
struct Remove {
  NodeNumber node;
};
struct Comment {
  NodeNumber node;
  std::string text;
};
struct MakeReport {};

}  // namespace request

using RequestBody =
    std::variant<request::Join, request::Ping, request::PlayMove, request::TakeBack,
                 request::Resign, request::OfferDraw, request::AnswerDraw, request::ClaimDraw,
                 request::Rematch, request::ChangeStrength, request::Chat, request::Look,
                 request::Analyse, request::Stop, request::Branch, request::AddLine,
                 request::Promote, request::Remove, request::Comment, request::MakeReport>;

struct PageRequest {
  std::int64_t id = 0;
  std::string game{};  // empty for a ping
  RequestBody body{};
};

struct RefusedRequest {
  std::optional<std::int64_t> id;  // as far as it could be read
  Problem problem;
};

std::expected<PageRequest, RefusedRequest> parse_request(std::string_view frame);

}  // namespace tabiya::server
