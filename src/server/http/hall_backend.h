// The Hall as what the transport asks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/hall.h"
#include "server/http/backend.h"

namespace tabiya::server {

// The Hall must outlive this.
class HallBackend final : public Backend {
 public:
  explicit HallBackend(Hall& hall) : hall_(hall) {}

  void answer(ApiRequest request, ApiAnswered then) override {
    hall_.answer(std::move(request), std::move(then));
  }
  void entered(Page& page) override { hall_.entered(page); }
  void received(Page& page, std::string_view frame) override { hall_.received(page, frame); }
  void left(Page& page) override { hall_.left(page); }
  std::optional<std::string> trouble() override { return hall_.trouble(); }
  HallFigures figures() const override { return hall_.figures(); }

 private:
  Hall& hall_;
};

}  // namespace tabiya::server
