// The tree search and its network, as the settings describe them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "engine/settings.h"
#include "inference/open_evaluator.h"
#include "search/mcts/mcts.h"

namespace tabiya {

// Nothing is made before it is needed: an engine that never uses it pays nothing. All calls come
// while no search runs. What fails changes nothing.
class TreePlayer {
 public:
  // A network that is named for the first time is opened at once, so that a wrong one is refused
  // where it is named. The search itself is made when it is the one that thinks.
  Result<void> configure(const EngineSettings&);
  void use(std::shared_ptr<const Tablebases>);
  Result<void> read_network_again(const EngineSettings&);

  Mcts& search() { return *search_; }  // precondition: is_there()
  bool is_there() const { return search_ != nullptr; }
  bool has_network() const { return !network_.settings.file.empty(); }
  // Which network is computed on what, for people; precondition: it has one.
  std::string network_description() const { return network_.evaluator->description(); }

 private:
  enum class Need : std::uint8_t { Nothing, Network, Search };

  // Makes the network from what is there already.
  Result<void> use(TreeSettings, const OpenEvaluator& there, Need);

  TreeSettings settings_;
  std::shared_ptr<const Tablebases> tablebases_;
  OpenEvaluator network_;  // without an evaluator until it is needed or named
  std::unique_ptr<Mcts> search_;
};

}  // namespace tabiya
