#include "engine/tree_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "base/number_from.h"
#include "engine/engine_options.h"
#include "inference/uniform_evaluator.h"

namespace tabiya {
namespace {

constexpr std::array kOptions = {
    option_name::kWeightsFile, option_name::kTreeMemory,      option_name::kNetCache,
    option_name::kBatching,    option_name::kBatchSize,       option_name::kBatchTimeout,
    option_name::kNetDevice,   option_name::kNetThreads,      option_name::kNetPrecision,
    option_name::kOnnxRuntime, option_name::kExploration,     option_name::kFirstPlay,
    option_name::kVerbose,     option_name::kPriorTemperature};

// A batch for threads that ask together, when nobody said how large: as many leaves as all of them
// have in flight with this many each.
constexpr int kLeavesTogether = 16;
constexpr int kLargestBatch = 1024;

std::unexpected<std::string> out_of_memory(const MctsConfig& config) {
  return std::unexpected(
      fmt::format("there are no {} MiB of memory left for the tree", config.memory >> 20));
}

}  // namespace

bool TreePlayer::knows(std::string_view option) {
  return std::ranges::find(kOptions, option) != kOptions.end();
}

TreePlayer::Applied TreePlayer::apply(std::string_view option, const std::string& value) {
  namespace name = option_name;
  Wishes wishes = wishes_;
  EvaluatorSettings& evaluator = wishes.evaluator;
  MctsConfig& search = wishes.search;
  const int number = number_from<int>(value).value_or(0);
  const float hundredths = static_cast<float>(number) / 100;

  if (option == name::kWeightsFile) evaluator.file = value;
  if (option == name::kOnnxRuntime) evaluator.library = value;
  if (option == name::kNetCache) evaluator.cache = static_cast<std::size_t>(number);
  if (option == name::kBatching)
    evaluator.arrangement = value == kTogether ? Arrangement::Together : Arrangement::Lanes;
  if (option == name::kBatchSize) wishes.batch = number;
  if (option == name::kBatchTimeout) evaluator.batch.timeout = std::chrono::microseconds(number);
  if (option == name::kNetDevice)
    evaluator.onnx.session.provider = value == kCuda ? Provider::Cuda : Provider::Cpu;
  if (option == name::kNetThreads) evaluator.onnx.session.threads = number;
  if (option == name::kNetPrecision) evaluator.onnx.session.tf32 = value == kFastPrecision;
  if (option == name::kPriorTemperature) evaluator.onnx.prior_temperature = hundredths;
  if (option == name::kTreeMemory) search.memory = static_cast<std::size_t>(number) << 20;
  if (option == name::kExploration) search.exploration = hundredths;
  if (option == name::kFirstPlay) search.first_play_reduction = hundredths;
  if (option == name::kVerbose) search.verbose = value == "true";
  // A file named again may have changed.
  return change(std::move(wishes), option == name::kWeightsFile);
}

TreePlayer::Applied TreePlayer::use_threads(int threads) {
  Wishes wishes = wishes_;
  wishes.evaluator.threads = wishes.search.threads = threads;
  return change(std::move(wishes));
}

void TreePlayer::use(std::shared_ptr<const Tablebases> tablebases) {
  tablebases_ = std::move(tablebases);
  if (search_) search_->use(tablebases_);
}

// A network that was asked for is opened at once, so that a wrong one is refused where it is named.
TreePlayer::Applied TreePlayer::change(Wishes wishes, bool read_again) {
  EvaluatorSettings& evaluator = wishes.evaluator;
  const int threads = evaluator.threads;
  const bool together = evaluator.arrangement == Arrangement::Together;
  evaluator.batch.size =
      wishes.batch > 0 ? wishes.batch : std::min(kLeavesTogether * threads, kLargestBatch);
  evaluator.onnx.largest_batch = std::max({64, wishes.batch, evaluator.batch.size});
  // Together, the threads fill a batch; otherwise each fills its own.
  wishes.search.leaves_per_thread =
      together ? (evaluator.batch.size + threads - 1) / threads : wishes.batch;

  std::shared_ptr<Evaluator> opened = evaluator_;
  if ((read_again || evaluator != wishes_.evaluator) &&
      (has_network() || !evaluator.file.empty())) {
    auto made = open_evaluator(evaluator);
    if (!made) return std::unexpected(made.error());
    opened = *std::move(made);
  }
  if (search_ && !search_->use(wishes.search)) return out_of_memory(wishes.search);
  if (opened != evaluator_ && search_) search_->use(opened);
  evaluator_ = std::move(opened);
  wishes_ = std::move(wishes);
  return {};
}

TreePlayer::Applied TreePlayer::prepare() {
  if (search_) return {};
  // Without a network there is nothing that could fail.
  if (!evaluator_) evaluator_ = std::make_shared<UniformEvaluator>();
  try {
    search_ = std::make_unique<Mcts>(evaluator_, wishes_.search);
  } catch (const std::bad_alloc&) {
    return out_of_memory(wishes_.search);
  }
  search_->use(tablebases_);
  return {};
}

}  // namespace tabiya
