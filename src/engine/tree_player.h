// The tree search and its network, as the options describe them.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "engine/option.h"
#include "inference/open_evaluator.h"
#include "search/mcts/mcts.h"

namespace tabiya {

// Nothing is made before it is needed: an engine that never uses it pays nothing. All calls come
// while no search runs. What fails changes nothing.
class TreePlayer {
 public:
  using Applied = std::expected<void, std::string>;

  // Whether an option is about the tree search.
  static bool knows(std::string_view option);
  Applied apply(std::string_view option, const std::string& value);
  Applied use_threads(int);
  void use(std::shared_ptr<const Tablebases>);

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

  // Takes the wishes over if what depends on them can be made.
  Applied change(Wishes, bool read_again = false);

  Wishes wishes_;
  std::shared_ptr<const Tablebases> tablebases_;
  std::shared_ptr<Evaluator> evaluator_;
  std::unique_ptr<Mcts> search_;
};

}  // namespace tabiya
