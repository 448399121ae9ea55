#include "match/match_result.h"

#include <nlohmann/json.hpp>

#include "match/elo.h"

namespace tabiya {
namespace {

using nlohmann::json;

}  // namespace

std::string match_result_json(const MatchResults& results, const std::vector<std::string>& names,
                              const std::optional<Sprt>& sprt) {
  const Wdl& wdl = results.wdl(0);
  const Pentanomial& pairs = results.pentanomial(0);
  const auto [elo, error] = finite_elo(wdl, pairs);
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
