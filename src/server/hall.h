// Everything that a web page can ask for, without the network: games, chats, analyses, engines.
// docs/web-protocol.md is its contract.
//
// All calls come from the home thread. Engines think on threads of their own and come back to it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "server/api.h"
#include "server/hall_settings.h"
#include "server/home_thread.h"
#include "server/page.h"

namespace tabiya::server {

class Hall {
 public:
  // The error says what is wrong with the database or a network, for people.
  static Result<std::unique_ptr<Hall>> open(const HallSettings&, HomeThread&);

  ~Hall();  // stops all searches; everything is in the database
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;

  void answer(ApiRequest, ApiAnswered);

  // A page is told hello, then asks, then leaves. No call for it after left().
  void entered(Page&);
  void received(Page&, std::string_view frame);
  void left(Page&);

  std::optional<std::string> trouble();  // why the server cannot do its work now
  HallFigures figures() const;

 private:
  class Impl;
  explicit Hall(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya::server
