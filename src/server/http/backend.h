// What the transport asks of the games: the Hall, or a stand-in in tests. All calls come from the
// home thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/hall.h"

namespace tabiya::http {

class Backend {
 public:
  virtual ~Backend() = default;

  virtual void answer(server::ApiRequest, server::ApiAnswered) = 0;
  virtual void entered(server::Page&) = 0;
  virtual void received(server::Page&, std::string_view frame) = 0;
  virtual void left(server::Page&) = 0;
  virtual std::optional<std::string> trouble() = 0;
  virtual server::HallFigures figures() const = 0;
};

}  // namespace tabiya::http
