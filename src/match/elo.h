// How much stronger one side is, judged by its results, and how sure that is.
//
// Elo difference here is the logistic one: a player who is d better scores 1 / (1 + 10^(-d/400)).
// Normalized Elo divides the score above one half by the standard deviation of a game's result:
// it says how many games are needed to see a difference, and suits engines that draw a lot.
// Both as in Michel Van den Bergh's "Normalized Elo" and on fishtest.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "match/results.h"

namespace tabiya {

// Half the width of a 95 % interval, in standard deviations.
inline constexpr double kWidth95 = 1.959963984540054;

double score_from_elo(double elo);
double elo_from_score(double score);  // infinite for 0 and 1

// 800 / ln 10: normalized Elo for one standard deviation above one half.
inline constexpr double kNormalizedEloUnit = 347.43558552260146;

// The mean and variance of what the counts say, where they stand for equally spaced scores from 0
// to 1: three counts for losses, draws and wins, five for pairs of games.
struct ScoreMoments {
  double count;
  double mean;
  double variance;
};
ScoreMoments moments(std::span<const double> counts);

struct EloEstimate {
  double elo;
  double lower;  // 95 % confidence
  double upper;
  double normalized;
  double normalized_error;  // half the width of 95 %
  double superiority;       // likelihood of being the stronger one, 0 to 1

  double error() const { return (upper - lower) / 2; }
};

// Nothing if all results are the same or there are none: then nothing can be said about spread.
std::optional<EloEstimate> estimate_elo(const Wdl&);
std::optional<EloEstimate> estimate_elo(const Pentanomial&);
// Of a match: pairs tell more than games, if there are enough of them to differ.
std::optional<EloEstimate> estimate_elo(const Wdl&, const Pentanomial&);

// When all games were won, or all lost, there is no spread to compute with. But equal
// results in a row are rare for a score far from that: this is the Elo at which such a row has a
// chance of 2.5 %. The truth is at least that, or at most, if all were lost.
std::optional<double> one_sided_elo(const Wdl&);
// The same for people: "above +338 (95 %), all games won". Nothing if games ended differently.
std::optional<std::string> one_sided_elo_text(const Wdl&);

// A number that can be added up and drawn, whatever the results were: where nothing else keeps it
// finite, as if half a game more had gone the other way.
struct EloDifference {
  double elo = 0;
  double error = 0;  // half the width of 95 %
};
EloDifference finite_elo(const Wdl&, const Pentanomial&);

}  // namespace tabiya
