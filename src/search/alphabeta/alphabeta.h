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
  explicit AlphaBeta(std::shared_ptr<const Network>);
  ~AlphaBeta() override;

  SearchResult run(const Game&, const SearchLimits&, SearchListener&) override;
  void allow() override;
  void stop() override;
  void ponder_hit() override;
  void forget() override;

  // Settings; not during run(). Memory that cannot be had leaves the table as it was: false.
  [[nodiscard]] bool use_table_of(std::size_t mebibytes);
  void use_threads(int);
  void use(std::shared_ptr<const Network>);
  void use(std::shared_ptr<const Tablebases>);  // null: none

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya
