// Asking the engine for a move, and waiting for it.
#pragma once

#include "engine/engine.h"

namespace tabiya::test {

inline SearchResult think(Engine& engine, const SearchLimits& limits) {
  class ResultKeeper final : public EngineListener {
   public:
    void on_result(const SearchResult& found) override { result = found; }
    SearchResult result;
  };
  ResultKeeper keeper;
  engine.go(limits, keeper);
  engine.wait();
  return keeper.result;
}

}  // namespace tabiya::test
