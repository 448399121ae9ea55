// Listens on a port and lets clients in: HTTP and WebSockets, as docs/web-protocol.md has them.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "server/game_service.h"
#include "server/http/event_loop.h"
#include "server/http/log.h"
#include "server/http/page_files.h"
#include "server/http/settings.h"

namespace tabiya::http {

class HttpServer {
 public:
  // Takes the port. The error says why it cannot, for people. What is given must outlive the
  // server, but for the settings.
  static Result<std::unique_ptr<HttpServer>> listen(HttpSettings, EventLoop&, const PageFiles&,
                                                    Log&);

  // Precondition: the loop is not running, or was ended by end().
  virtual ~HttpServer() = default;

  virtual const HttpSettings& settings() const = 0;  // with the port that was taken

  // Begins to let clients in, as soon as the loop runs. Once, before the loop runs.
  virtual void open(server::GameService&) = 0;

  // From any thread: lets no client in any more, ends all connections and then the loop.
  virtual void end() = 0;
};

// Whether only this machine can reach what listens there; an error if it is no address.
Result<bool> is_loopback(const std::string& address);

}  // namespace tabiya::http
