#include "inference/open_evaluator.h"

#include <algorithm>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "inference/cached_evaluator.h"
#include "inference/lanes_evaluator.h"
#include "inference/onnx_library.h"
#include "inference/onnx_model.h"
#include "inference/uniform_evaluator.h"

namespace tabiya {
namespace {

using Opened = std::expected<std::shared_ptr<Evaluator>, std::string>;

int lanes_for(int threads) {
  const auto cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  return std::clamp(threads, 1, cores);
}

Opened open_network(const EvaluatorSettings& settings) {
  const auto model = OnnxModel::load(settings.file);
  if (!model) return std::unexpected(model.error());
  const auto library = OnnxLibrary::load(settings.library);
  if (!library) return std::unexpected(library.error());

  const bool together = settings.arrangement == Arrangement::Together;
  std::vector<std::unique_ptr<Evaluator>> lanes;
  for (int i = 0; i < (together ? 1 : lanes_for(settings.threads)); ++i) {
    auto lane = OnnxEvaluator::make(*library, *model, settings.onnx);
    if (!lane) return std::unexpected(lane.error());
    lanes.push_back(*std::move(lane));
  }
  if (together)
    return std::make_shared<BatchingEvaluator>(std::shared_ptr<Evaluator>(std::move(lanes.front())),
                                               settings.batch);
  return std::make_shared<LanesEvaluator>(std::move(lanes));
}

}  // namespace

Opened open_evaluator(const EvaluatorSettings& settings) {
  if (settings.file.empty()) return std::make_shared<UniformEvaluator>();
  try {
    auto network = open_network(settings);
    if (!network || settings.cache == 0) return network;
    return std::make_shared<CachedEvaluator>(*std::move(network), settings.cache);
  } catch (const std::bad_alloc&) {
    return std::unexpected("there is not enough memory for the network and its cache");
  }
}

}  // namespace tabiya
