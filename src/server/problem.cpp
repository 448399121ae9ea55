#include "server/problem.h"

namespace tabiya::server {

std::string_view name(ProblemCode code) {
  using enum ProblemCode;
  switch (code) {
    case BadRequest:
      return "bad_request";
    case UnknownType:
      return "unknown_type";
    case UnknownGame:
      return "unknown_game";
    case UnknownNode:
      return "unknown_node";
    case UnknownSearch:
      return "unknown_search";
    case Stale:
      return "stale";
    case IllegalMove:
      return "illegal_move";
    case NotNow:
      return "not_now";
    case BadFen:
      return "bad_fen";
    case BadPgn:
      return "bad_pgn";
    case BadValue:
      return "bad_value";
    case TooLarge:
      return "too_large";
    case Busy:
      return "busy";
    case Internal:
      return "internal";
  }
  __builtin_unreachable();
}

int http_status(ProblemCode code) {
  using enum ProblemCode;
  switch (code) {
    case BadRequest:
    case UnknownType:
      return 400;
    case UnknownGame:
    case UnknownNode:
    case UnknownSearch:
      return 404;
    case Stale:
    case NotNow:
      return 409;
    case IllegalMove:
    case BadFen:
    case BadPgn:
    case BadValue:
      return 422;
    case TooLarge:
      return 413;
    case Busy:
      return 503;
    case Internal:
      return 500;
  }
  __builtin_unreachable();
}

}  // namespace tabiya::server
