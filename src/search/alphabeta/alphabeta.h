// Alpha-beta search with a neural evaluation, on any number of threads.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "search/alphabeta/searcher.h"
#include "search/search.h"

namespace tabiya {

class AlphaBeta final : public Search {
 public:
  static constexpr std::size_t kStandardTable = 64;  // mebibytes

  // With a transposition table of the standard size, and one thread.
  explicit AlphaBeta(std::shared_ptr<const Network>);

  SearchResult run(const Game&, const SearchLimits&, SearchListener&, std::stop_token) override;
  void forget() override;

  // Settings; not during run(). False, and nothing has changed, if there is not enough memory.
  [[nodiscard]] bool use_table_of(std::size_t mebibytes);
  [[nodiscard]] bool use_threads(int);
  void use(std::shared_ptr<const Network>);
  void use(std::shared_ptr<const Tablebases>);  // null: none

 private:
  SharedSearch shared_;
  std::shared_ptr<const Network> network_;
  std::vector<std::unique_ptr<Searcher>> searchers_;  // one for each thread, at least one
};

}  // namespace tabiya
