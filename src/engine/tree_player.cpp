#include "engine/tree_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "base/number_from.h"
#include "base/result.h"
#include "engine/engine_options.h"
#include "inference/default_network.h"

namespace tabiya {
namespace {

// A batch for threads that ask together, when nobody said how large: as many leaves as all of them
// have in flight with this many each.
constexpr int kLeavesTogether = 16;
constexpr int kLargestBatch = 1024;

std::string out_of_memory(const MctsConfig& config) {
  return fmt::format("there are no {} MiB of memory left for the tree", config.memory >> 20);
}

// The error of a network file says by itself what it is about.
std::unexpected<Error> unchanged(std::string_view option, const std::string& why) {
  if (option == option_name::kWeightsFile) return std::unexpected(Error{why});
  return failure("{} stays as it was: {}", option, why);
}

}  // namespace

// What each option changes.
struct TreePlayer::OptionEntry {
  // An option's value, in the form it needs. Precondition: checked_value() made it.
  struct Value {
    const std::string& text;

    int number() const { return number_from<int>(text).value_or(0); }
    float hundredths() const { return static_cast<float>(number()) / 100; }
    bool is(std::string_view word) const { return text == word; }
  };

  std::string_view name;
  void (*apply)(Wishes&, const Value&);
};

const TreePlayer::OptionEntry* TreePlayer::find(std::string_view option) {
  namespace name = option_name;
  using W = Wishes&;
  using V = const OptionEntry::Value&;
  static constexpr auto entries = std::to_array<OptionEntry>({
      {name::kWeightsFile, [](W w, V v) { w.evaluator.file = network_named(v.text); }},
      {name::kOnnxRuntime, [](W w, V v) { w.evaluator.library = v.text; }},
      {name::kBatching,
       [](W w, V v) {
         w.evaluator.arrangement = v.is(kTogether) ? Arrangement::Together : Arrangement::Lanes;
       }},
      {name::kBatchSize, [](W w, V v) { w.batch = v.number(); }},
      {name::kBatchTimeout,
       [](W w, V v) { w.evaluator.batch.timeout = std::chrono::microseconds(v.number()); }},
      {name::kNetCache, [](W w, V v) { w.evaluator.cache = static_cast<std::size_t>(v.number()); }},
      {name::kCacheHistory, [](W w, V v) { w.evaluator.cache_inputs.history = v.number() + 1; }},
      {name::kCacheClocks, [](W w, V v) { w.evaluator.cache_inputs.clocks = v.is("true"); }},
      {name::kNetDevice,
       [](W w, V v) {
         w.evaluator.onnx.session.provider = v.is(kCuda) ? Provider::Cuda : Provider::Cpu;
       }},
      {name::kNetThreads, [](W w, V v) { w.evaluator.onnx.session.threads = v.number(); }},
      {name::kNetPrecision, [](W w, V v) { w.evaluator.onnx.session.tf32 = v.is(kFastPrecision); }},
      {name::kPriorTemperature,
       [](W w, V v) { w.evaluator.onnx.prior_temperature = v.hundredths(); }},
      {name::kTreeMemory,
       [](W w, V v) { w.search.memory = static_cast<std::size_t>(v.number()) << 20; }},
      {name::kExploration, [](W w, V v) { w.search.exploration = v.hundredths(); }},
      {name::kFirstPlay, [](W w, V v) { w.search.first_play_reduction = v.hundredths(); }},
      {name::kVerbose, [](W w, V v) { w.search.verbose = v.is("true"); }},
  });
  const auto* const found = std::ranges::find(entries, option, &OptionEntry::name);
  return found == entries.end() ? nullptr : found;
}

bool TreePlayer::knows(std::string_view option) { return find(option) != nullptr; }

TreePlayer::Applied TreePlayer::apply(std::string_view option, const std::string& value) {
  Wishes wishes = wishes_;
  find(option)->apply(wishes, OptionEntry::Value{value});
  // A network named again may have changed.
  const bool read_again = option == option_name::kWeightsFile;
  auto planned = plan(option, std::move(wishes), read_again ? OpenEvaluator{} : network_);
  if (!planned) return std::unexpected(planned.error());
  // The only step that may fail, so it comes before the others.
  if (search_ && !search_->use(planned->wishes_.search))
    return unchanged(option, out_of_memory(planned->wishes_.search));
  carry_out(*std::move(planned));
  network_is_chosen_ |= read_again;
  return {};
}

Result<TreePlayer::Plan> TreePlayer::plan_for_threads(int threads) const {
  Wishes wishes = wishes_;
  wishes.evaluator.threads = wishes.search.threads = threads;
  return plan(option_name::kThreads, std::move(wishes), network_);
}

// A network that was asked for is opened at once, so that a wrong one is refused where it is named.
Result<TreePlayer::Plan> TreePlayer::plan(std::string_view option, Wishes wishes,
                                          const OpenEvaluator& there) const {
  EvaluatorSettings& evaluator = wishes.evaluator;
  const int threads = evaluator.threads;
  const bool together = evaluator.arrangement == Arrangement::Together;
  evaluator.batch.size =
      wishes.batch > 0 ? wishes.batch : std::min(kLeavesTogether * threads, kLargestBatch);
  evaluator.onnx.largest_batch = std::max({64, wishes.batch, evaluator.batch.size});
  // Together, the threads fill a batch; otherwise each fills its own.
  wishes.search.leaves_per_thread =
      together ? (evaluator.batch.size + threads - 1) / threads : wishes.batch;

  Plan plan;
  plan.network_ = there;
  if (!there.evaluator || evaluator != there.settings) {
    auto opened = open_evaluator(evaluator, there);
    if (!opened) return unchanged(option, opened.error().message);
    plan.network_ = *std::move(opened);
  }
  plan.wishes_ = std::move(wishes);
  return plan;
}

void TreePlayer::carry_out(Plan plan) {
  wishes_ = std::move(plan.wishes_);
  const OpenEvaluator before = std::exchange(network_, std::move(plan.network_));
  if (!search_) return;
  // Memory is all it could lack, and who plans more has asked for it.
  [[maybe_unused]] const bool used = search_->use(wishes_.search);
  if (network_.answers_as(before))
    search_->use_same_network(network_.evaluator);
  else
    search_->use(network_.evaluator);
}

void TreePlayer::use(std::shared_ptr<const Tablebases> tablebases) {
  tablebases_ = std::move(tablebases);
  if (search_) search_->use(tablebases_);
}

TreePlayer::Applied TreePlayer::prepare() {
  if (search_) return {};
  if (!network_is_chosen_)
    if (auto done = apply(option_name::kWeightsFile, std::string(kDefaultNetwork)); !done)
      return done;
  try {
    search_ = std::make_unique<Mcts>(network_.evaluator, wishes_.search);
  } catch (const std::bad_alloc&) {
    return std::unexpected(Error{out_of_memory(wishes_.search)});
  }
  search_->use(tablebases_);
  return {};
}

}  // namespace tabiya
