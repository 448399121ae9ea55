// Alpha-beta search with a neural evaluation, on any number of threads.
#pragma once

#include <cstddef>
#include <memory>

#include "search/search.h"

namespace tabiya {

class Network;
class Tablebases;

class AlphaBeta final : public Search {
 public:
  static constexpr std::size_t kStandardTable = 64;  // mebibytes

  // With a table of the standard size, and one thread.
  explicit AlphaBeta(std::shared_ptr<const Network>);
  ~AlphaBeta() override;

  SearchResult run(const Game&, const SearchLimits&, SearchListener&) override;
  void allow() override;
  void stop() override;
  void ponder_hit() override;
  void forget() override;

  // Settings; not during run(). False, and nothing has changed, if there is not enough memory.
  [[nodiscard]] bool use_table_of(std::size_t mebibytes);
  [[nodiscard]] bool use_threads(int);
  void use(std::shared_ptr<const Network>);
  void use(std::shared_ptr<const Tablebases>);  // null: none

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya
