#include "train/az/training_log.h"

#include <fmt/format.h>

#include <cmath>

namespace tabiya {

std::string csv_of(std::span<const AzRow> rows) {
  std::string text =
      "step,positions,rate,policy_loss,value_loss,same_move,"
      "validation_policy_loss,validation_value_loss,validation_same_move\n";
  for (const AzRow& row : rows) {
    text += fmt::format("{:.0f},{:.0f},{:.3g}", row.step, row.positions, row.rate);
    for (const double number : {row.policy, row.value, row.same_move, row.validation_policy,
                                row.validation_value, row.validation_same_move})
      text += std::isfinite(number) ? fmt::format(",{:.5f}", number) : ",";
    text += '\n';
  }
  return text;
}

}  // namespace tabiya
