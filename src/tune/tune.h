// Tuning: iteration after iteration of pairs of games, several at a time.
//
// While the last games of an iteration are played, the next one has begun, so that no thread waits:
// it starts from the values before the iteration that is not over yet. So the values do not depend
// on the number of threads, nor on where a run was stopped and resumed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "match/results.h"
#include "openings/opening_book.h"
#include "tune/pair_play.h"
#include "tune/spsa.h"

namespace tabiya {

struct TunePlan {
  Spsa spsa;
  PairRules rules;
  OpeningBook book;
  std::uint64_t iterations = 1;
  std::uint64_t pairs = 1;  // in an iteration
  std::size_t concurrency = 1;
};

// What games say; of an iteration or of all.
struct TuneTally {
  Wdl wdl{};                    // of plus, in pairs that count
  std::uint64_t discarded = 0;  // pairs in which an engine failed
  std::uint64_t time_losses = 0;

  void add(const PairResult&);
  TuneTally& operator+=(const TuneTally&);
  bool operator==(const TuneTally&) const = default;
};

// All that a run has to remember.
struct TuneState {
  std::uint64_t iterations = 0;  // that are over
  std::vector<double> values{};
  std::vector<double> before{};  // the values before the last of them
  TuneTally tally{};

  bool operator==(const TuneState&) const = default;
};

TuneState beginning_of(const Spsa&);

// All calls come from the thread that called run_tune(), one at a time.
struct TuneEvents {
  // An iteration is over. An error ends the run.
  std::function<Result<void>(const TuneState&, const TuneTally& of_iteration)> finished;
  // A pair was played. Those of iterations that are not over are in no state yet.
  std::function<void(const PairResult&)> played;
  // About twenty times a second. False ends the run.
  std::function<bool()> goes_on;
};

enum class TuneEnd : std::uint8_t { Finished, Stopped };

// Goes on from the state. When it returns, no engine is left. The error is a sentence: engines that
// do not start any more or fail often.
Result<TuneEnd> run_tune(const TunePlan&, TuneState, const TuneEvents&);

}  // namespace tabiya
