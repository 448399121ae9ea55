#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "tune/config.h"

namespace tabiya {

namespace {

class Completion {
 public:
  Completion(const ParameterWish& wish, double rate, const UciEngine& engine)
      : wish_(wish), rate_(rate), offer_(engine.offer(wish.name)) {}

  Result<TunedParameter> run() {
    if (offer_ == nullptr)
      return wrong("the engine has no such option; --template shows those that it has");
    if (offer_->type != "spin")
      return wrong(fmt::format("the option is no whole number (spin), but of the type {}",
                               quoted_if_odd(offer_->type)));
    one_.name = offer_->name;
    for (Result<void> (Completion::*step)() :
         {&Completion::take_range, &Completion::take_start, &Completion::take_sizes})
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    return std::move(one_);
  }

 private:
  std::unexpected<Error> wrong(std::string_view what) const {
    return failure("line {}: the parameter {}: {}", wish_.line, quoted_if_odd(wish_.name), what);
  }

  Result<void> take_range() {
    const auto low = wish_.lowest ? wish_.lowest : number(offer_->lowest);
    const auto high = wish_.highest ? wish_.highest : number(offer_->highest);
    if (!low || !high) return wrong("the engine tells no range: give lowest and highest");
    one_.lowest = *low;
    one_.highest = *high;
    if (std::floor(*low) != *low || std::floor(*high) != *high)
      return wrong("lowest and highest are whole numbers");
    if (*low >= *high) return wrong(fmt::format("lowest {} is not below highest {}", *low, *high));
    if (*low < number(offer_->lowest).value_or(*low) ||
        *high > number(offer_->highest).value_or(*high))
      return wrong(fmt::format("the range {} to {} is not within the engine's {} to {}", *low,
                               *high, range_end(offer_->lowest), range_end(offer_->highest)));
    if (*high - *low > kWidestRange)
      return wrong("the range is too wide to be meant: give lowest and highest");
    return {};
  }
  Result<void> take_start() {
    const auto start = wish_.value ? wish_.value : number(offer_->usual);
    if (!start) return wrong("the engine tells no default: give value");
    one_.start = *start;
    if (*start < one_.lowest || *start > one_.highest)
      return wrong(fmt::format("the value {} is not in the range {} to {}", *start, one_.lowest,
                               one_.highest));
    return {};
  }
  Result<void> take_sizes() {
    one_.step = wish_.step.value_or(usual_step(one_.lowest, one_.highest));
    one_.rate = wish_.rate.value_or(rate_);
    if (one_.step > one_.highest - one_.lowest)
      return wrong(fmt::format("the step {} is wider than the range {} to {}", one_.step,
                               one_.lowest, one_.highest));
    return {};
  }

  static std::optional<double> number(const std::optional<std::int64_t>& whole) {
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
  }
  static std::string range_end(const std::optional<std::int64_t>& whole) {
    return whole ? fmt::format("{}", *whole) : "any";
  }

  const ParameterWish& wish_;
  double rate_;
  const OfferedOption* offer_;
  TunedParameter one_;
};

}  // namespace

double usual_step(double lowest, double highest) { return std::max((highest - lowest) / 20, 0.5); }

Result<std::vector<TunedParameter>> tuned_parameters(const TuneConfig& config,
                                                     const UciEngine& engine) {
  std::vector<TunedParameter> all;
  for (const ParameterWish& wish : config.parameters) {
    auto one = Completion(wish, config.rate, engine).run();
    if (!one) return std::unexpected(std::move(one.error()));
    all.push_back(std::move(*one));
  }
  return all;
}

}  // namespace tabiya
