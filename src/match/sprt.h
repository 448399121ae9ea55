// A sequential test: play until it is clear enough whether an engine is elo1 or only elo0 stronger.
//
// The generalised sequential probability ratio test over pairs of games, as fishtest does it: the
// log-likelihood ratio of what was seen, under the likeliest distribution of pair results that
// has the strength elo1, and the likeliest that has elo0. How games are drawn, and how openings
// tie two games together, is thereby taken from the results themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "match/results.h"

namespace tabiya {

enum class EloModel : std::uint8_t { Logistic, Normalized };

struct Sprt {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // how often elo1 may be accepted although elo0 is true
  double beta = 0.05;   // and the other way round
  EloModel model = EloModel::Normalized;

  double lower_bound() const;  // at or below it, elo0 is accepted
  double upper_bound() const;  // at or above it, elo1 is accepted

  // The log-likelihood ratio; 0 if nothing was played.
  double llr(const Pentanomial&) const;
  // The same for any equally spaced results from 0 to 1: three counts are losses, draws, wins.
  double llr(std::span<const double> counts) const;

  enum class Verdict : std::uint8_t { Elo0, Elo1 };
  std::optional<Verdict> verdict(double llr) const;
};

}  // namespace tabiya
