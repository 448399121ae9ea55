// Where a request is answered, once it has been read: everything about HTTP that needs no network.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "server/game_service.h"
#include "server/http/access_control.h"
#include "server/http/log.h"
#include "server/http/message.h"
#include "server/http/page_files.h"
#include "server/http/settings.h"
#include "server/protocol.h"

namespace tabiya::http {

class RequestHandler {
 public:
  // All of them must outlive the handler. The settings have the port that was taken, not 0.
  RequestHandler(const HttpSettings&, const PageFiles&, const HttpMetrics&, server::GameService&,
                 Log&);

  struct ReadBody {
    std::size_t most;  // bytes
  };
  struct BecomeSocket {};
  // What to do when the header is there and the body is not: answer, read on, or change to a
  // WebSocket.
  using Next = std::variant<Answer, ReadBody, BecomeSocket>;
  Next admit(const Request&, bool has_body) const;

  // Calls `then` once, at once or later. Precondition: admit() said to read the body.
  void answer(const Request&, std::string body, std::function<void(Answer)> then) const;

 private:
  void ask_games(const Request&, std::string body, std::function<void(Answer)> then) const;
  Answer answer_here(const Request&, server::Place) const;
  Answer internal_error(std::string_view method, std::string_view path,
                        const std::exception_ptr&) const;
  Answer health() const;

  const HttpLimits& limits_;
  AccessControl access_;
  const PageFiles& files_;
  const HttpMetrics& metrics_;
  server::GameService& games_;
  Log& log_;
};

inline constexpr std::string_view kSubprotocol = "tabiya.v1";

}  // namespace tabiya::http
