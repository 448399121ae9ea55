// A fixed piece of work for the search: how fast is it, and does it do the same as before?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "search/search.h"

namespace tabiya {

class Network;

struct BenchOptions {
  int depth = 13;
  int threads = 1;
  std::size_t table_mebibytes = 16;
};

struct BenchResult {
  std::uint64_t nodes = 0;  // the signature: with one thread the same on every machine and build
  Milliseconds time{0};
  bool complete = true;

  std::uint64_t nodes_per_second() const {
    return nodes * 1000 / static_cast<std::uint64_t>(time.count() > 0 ? time.count() : 1);
  }
};

// Told now and then how many positions are done, of how many; returns false to end the bench.
using BenchWatch = std::function<bool(std::size_t done, std::size_t all, const BenchResult&)>;

BenchResult bench(std::shared_ptr<const Network>, const BenchOptions&, const BenchWatch&);

}  // namespace tabiya
