// The tree search and its network, as the options describe them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/option.h"
#include "inference/open_evaluator.h"
#include "search/mcts/mcts.h"

namespace tabiya {

// Nothing is made before it is needed: an engine that never uses it pays nothing. All calls come
// while no search runs. What fails changes nothing.
class TreePlayer {
 public:
  using Applied = Result<void>;

  // Whether an option is about the tree search.
  static bool knows(std::string_view option);
  Applied apply(std::string_view option, const std::string& value);
  void use(std::shared_ptr<const Tablebases>);

  // What the search shall become. To change something in two steps: the first may fail and changes
  // nothing, the second cannot fail.
  class Plan;
  Result<Plan> plan_for_threads(int) const;
  void carry_out(Plan);

  Applied prepare();                   // makes the search if it is not there
  Mcts& search() { return *search_; }  // precondition: prepare() went well
  bool is_there() const { return search_ != nullptr; }
  bool has_network() const { return !wishes_.evaluator.file.empty(); }

 private:
  struct Wishes {
    EvaluatorSettings evaluator;
    MctsConfig search;
    int batch = 0;  // positions to ask about at once; 0: what suits
  };
  struct OptionEntry;
  static const OptionEntry* find(std::string_view option);

  // Opens what the wishes need and is not there. Errors name the option.
  Result<Plan> plan(std::string_view option, Wishes, const OpenEvaluator& there) const;

  Wishes wishes_;
  bool network_is_chosen_ = false;  // if not, the default is taken when it is needed
  std::shared_ptr<const Tablebases> tablebases_;
  OpenEvaluator network_;
  std::unique_ptr<Mcts> search_;
};

class TreePlayer::Plan {
  friend class TreePlayer;
  Wishes wishes_;
  OpenEvaluator network_;
};

}  // namespace tabiya
