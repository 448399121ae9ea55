#include "train/nnue/training_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace tabiya {

namespace {

double share_done(const TrainingSettings& settings, std::uint64_t steps) {
  if (settings.steps < 2) return 1.0;
  return std::min(1.0, static_cast<double>(steps) / static_cast<double>(settings.steps - 1));
}

}  // namespace

RatePlan rate_plan(const TrainingSettings& settings) {
  return {.highest = settings.rate,
          .steps = settings.steps,
          .warm_up = settings.warm_up,
          .last = settings.last_rate};
}

LossShape loss_shape_after(const TrainingSettings& settings, std::uint64_t steps) {
  const double blend =
      std::lerp(settings.first_blend, settings.last_blend, share_done(settings, steps));
  return {.blend = static_cast<float>(blend),
          .power = static_cast<float>(settings.power),
          .scale = static_cast<float>(settings.scale)};
}

std::string to_text(const TrainingSettings& settings) {
  return fmt::format(
      "width {}\nscale {}\nbatch {}\nsteps {}\nrate {}\nlast-rate {}\nwarm-up {}\nfirst-blend {}\n"
      "last-blend {}\npower {}\nweight-decay {}\nseed {}\nbegun-from {:016x}\n",
      settings.width, settings.scale, settings.batch, settings.steps, settings.rate,
      settings.last_rate, settings.warm_up, settings.first_blend, settings.last_blend,
      settings.power, settings.weight_decay, settings.seed, settings.start);
}

std::optional<std::string> difference_between(const std::string& before, const std::string& now) {
  if (before == now) return std::nullopt;
  std::istringstream lines_before(before);
  std::istringstream lines_now(now);
  std::string was;
  std::string is;
  while (std::getline(lines_before, was) && std::getline(lines_now, is))
    if (was != is) return fmt::format("it was \"{}\" and is \"{}\" now", was, is);
  return "they have other names";
}

}  // namespace tabiya
