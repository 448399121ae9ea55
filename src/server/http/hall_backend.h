// The Hall as what the transport asks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/hall.h"
#include "server/http/backend.h"

namespace tabiya::http {

// The Hall must outlive this.
class HallBackend final : public Backend {
 public:
  explicit HallBackend(server::Hall& hall) : hall_(hall) {}

  void answer(server::ApiRequest request, server::ApiAnswered then) override {
    hall_.answer(std::move(request), std::move(then));
  }
  void entered(server::Page& page) override { hall_.entered(page); }
  void received(server::Page& page, std::string_view frame) override {
    hall_.received(page, frame);
  }
  void left(server::Page& page) override { hall_.left(page); }
  std::optional<std::string> trouble() override { return hall_.trouble(); }
  server::HallFigures figures() const override { return hall_.figures(); }

 private:
  server::Hall& hall_;
};

}  // namespace tabiya::http
