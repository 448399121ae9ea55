#include "engine/tree_player.h"

#include <algorithm>
#include <new>
#include <utility>

namespace tabiya {
namespace {

constexpr int kLargestBatch = 1024;

std::unexpected<Error> out_of_memory(const MctsConfig& config) {
  return failure("there are no {} MiB of memory left for the tree", config.memory >> 20);
}

// The tree search's settings with the members that follow from others.
TreeSettings completed(const EngineSettings& engine) {
  TreeSettings tree = engine.tree;
  EvaluatorSettings& evaluator = tree.evaluator;
  const int threads = engine.threads;
  evaluator.file = network_named(tree.network);
  evaluator.threads = tree.search.threads = threads;
  const int usual = std::min(int{tree_parameters.leaves_together} * threads, kLargestBatch);
  evaluator.batch.size = tree.batch_size > 0 ? tree.batch_size : usual;
  evaluator.onnx.largest_batch = std::max(64, evaluator.batch.size);
  // Together, the threads fill a batch; otherwise each fills its own.
  const bool together = evaluator.arrangement == Arrangement::Together;
  tree.search.leaves_per_thread =
      together ? (evaluator.batch.size + threads - 1) / threads : tree.batch_size;
  return tree;
}

}  // namespace

Result<void> TreePlayer::configure(const EngineSettings& engine) {
  TreeSettings wanted = completed(engine);
  // Where "<default>" was found counts until a network is named again.
  if (network_.evaluator && wanted.network == settings_.network)
    wanted.evaluator.file = settings_.evaluator.file;
  Need need =
      network_.evaluator || wanted.network != settings_.network ? Need::Network : Need::Nothing;
  if (engine.engine == EngineKind::Mcts) need = Need::Search;
  return use(std::move(wanted), network_, need);
}

Result<void> TreePlayer::read_network_again(const EngineSettings& engine) {
  return use(completed(engine), {}, search_ ? Need::Search : Need::Network);
}

// What may fail comes first.
Result<void> TreePlayer::use(TreeSettings wanted, const OpenEvaluator& there, Need need) {
  OpenEvaluator network = there;
  if (need != Need::Nothing && (!there.evaluator || wanted.evaluator != there.settings)) {
    auto opened = open_evaluator(wanted.evaluator, there);
    if (!opened) return std::unexpected(opened.error());
    network = *std::move(opened);
  }
  if (search_ && !search_->use(wanted.search)) return out_of_memory(wanted.search);
  if (!search_ && need == Need::Search) {
    try {
      search_ = std::make_unique<Mcts>(network.evaluator, wanted.search);
    } catch (const std::bad_alloc&) {
      return out_of_memory(wanted.search);
    }
    search_->use(tablebases_);
  }
  settings_ = std::move(wanted);
  const OpenEvaluator before = std::exchange(network_, std::move(network));
  if (!search_ || network_.evaluator == before.evaluator) return {};
  if (network_.answers_as(before))
    search_->use_same_network(network_.evaluator);
  else
    search_->use(network_.evaluator);
  return {};
}

void TreePlayer::use(std::shared_ptr<const Tablebases> tablebases) {
  tablebases_ = std::move(tablebases);
  if (search_) search_->use(tablebases_);
}

}  // namespace tabiya
