#include "match/match_result.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "match/elo.h"

namespace tabiya {
namespace {

using nlohmann::json;

struct Difference {
  double elo;
  double error;  // half the width of 95 %
};

// Pairs tell more than games, if there are enough of them to differ.
Difference difference(const Wdl& wdl, const Pentanomial& pairs) {
  auto estimate = estimate_elo(pairs);
  if (!estimate || !std::isfinite(estimate->error())) estimate = estimate_elo(wdl);
  if (estimate && std::isfinite(estimate->error())) return {estimate->elo, estimate->error()};
  const auto games = static_cast<double>(wdl.games());
  if (games == 0) return {0, 0};
  // Half a game more for either side keeps it finite.
  const double score = (wdl.points() + 0.5) / (games + 1);
  const double deviation = std::sqrt(score * (1 - score) / (games + 1));
  const double high = std::min(score + 1.96 * deviation, 1 - 0.1 / (games + 1));
  const double low = std::max(score - 1.96 * deviation, 0.1 / (games + 1));
  return {elo_from_score(score), (elo_from_score(high) - elo_from_score(low)) / 2};
}

}  // namespace

std::string match_result_json(const MatchResults& results, const std::vector<std::string>& names,
                              const std::optional<Sprt>& sprt) {
  const Wdl& wdl = results.wdl(0);
  const Pentanomial& pairs = results.pentanomial(0);
  const auto [elo, error] = difference(wdl, pairs);
  json result = {{"first", names[0]},  {"second", names[1]},   {"wins", wdl.wins},
                 {"draws", wdl.draws}, {"losses", wdl.losses}, {"pairs", pairs.pairs},
                 {"elo", elo},         {"error", error}};
  if (sprt) {
    const double llr = sprt->llr(pairs);
    const auto verdict = sprt->verdict(llr);
    json& test = result["sprt"] = {
        {"elo0", sprt->elo0}, {"elo1", sprt->elo1}, {"llr", llr}, {"accepted", nullptr}};
    if (verdict) test["accepted"] = *verdict == Sprt::Verdict::Elo1 ? "elo1" : "elo0";
  }
  // Names are what engines call themselves: whatever bytes they sent must not break the file.
  return result.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace tabiya
