#include "train/az/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/atomic_file.h"
#include "base/random.h"
#include "base/result.h"
#include "dataset/game_reader.h"
#include "inference/onnx_evaluator.h"
#include "inference/quantization.h"

namespace tabiya {

namespace {

// Enough to be of all kinds; a year of games need not be read for a few hundred positions.
constexpr std::uint64_t kMostGames = 20'000;

template <class Layer>
bool is_finite(const Layer& layer) {
  const auto finite = [](float number) { return std::isfinite(number); };
  return std::ranges::all_of(layer.weights, finite) && std::ranges::all_of(layer.biases, finite);
}

bool is_finite(const TowerWeights& tower) {
  return is_finite(tower.input) && is_finite(tower.policy) && is_finite(tower.query) &&
         is_finite(tower.key) && is_finite(tower.underpromotion) && is_finite(tower.value) &&
         is_finite(tower.value_hidden) && is_finite(tower.value_output) &&
         std::ranges::all_of(tower.blocks, [](const TowerWeights::Block& block) {
           return is_finite(block.first) && is_finite(block.second);
         });
}

}  // namespace

Result<void> write_network(const TowerWeights& tower, const std::filesystem::path& file) {
  if (!is_finite(tower))
    return failure("{} was not written: weights of the network are not numbers", file.string());
  return write_file_atomically(file, onnx_file_of(tower));
}

Result<std::vector<Game>> some_positions(std::span<const std::string> data, std::size_t most,
                                         std::uint64_t seed, const std::function<bool()>& stop) {
  const std::vector<std::filesystem::path> paths(data.begin(), data.end());
  auto reader = GameReader::open(paths);
  if (!reader) return std::unexpected(reader.error());
  Reservoir<Game> positions(most);
  Random random(seed);
  while (positions.found() < kMostGames && !stop()) {
    auto recorded = reader->next();
    if (!recorded) return std::unexpected(recorded.error());
    if (!*recorded) break;
    const auto& moves = (*recorded)->moves;
    if (moves.empty()) continue;
    const std::uint64_t ply = random.below(moves.size());
    positions.offer(random, [&] {
      Game game((*recorded)->start, (*recorded)->variant);
      for (std::uint64_t i = 0; i < ply; ++i) game.play(moves[i].move);
      return game;
    });
  }
  return std::move(positions.items);
}

Result<NetworkComparison> write_int8_network(const TowerWeights& tower,
                                             const std::filesystem::path& file,
                                             std::span<const Game> positions,
                                             const KeepGoing& keep_going) {
  const auto library = OnnxLibrary::load();
  if (!library) return std::unexpected(library.error());
  const auto exact = OnnxModel::parse(onnx_file_of(tower), "the trained network");
  if (!exact) return std::unexpected(exact.error());
  const auto small = quantized(*library, *exact, positions, keep_going);
  if (!small) return std::unexpected(small.error());
  if (const auto written = write_file_atomically(file, small->file); !written)
    return std::unexpected(written.error());
  return small->difference;
}

}  // namespace tabiya
