// Small networks and ways to use them, for tests of inference.
#pragma once

#include <gtest/gtest.h>
#include <onnx_file.pb.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "inference/onnx_evaluator.h"
#include "inference/tower.h"
#include "support/evaluators.h"

namespace tabiya::test {

inline std::shared_ptr<const OnnxLibrary> onnx_library() {
  auto library = OnnxLibrary::load();
  if (!library) throw std::runtime_error(library.error().message);
  return *library;
}

// As random_tower() makes it, but with biases, so that a test sees them.
inline TowerWeights tower_with_biases(const std::string& size, int history,
                                      std::uint64_t seed = 1) {
  TowerWeights tower = random_tower(TowerShape::named(size, history).value(), seed);
  Random random(seed);
  const auto shift = [&](auto& layer) {
    for (float& bias : layer.biases) bias = static_cast<float>(random.below(1000)) / 2000 - 0.25F;
  };
  for (auto* layer :
       {&tower.input, &tower.policy, &tower.query, &tower.key, &tower.underpromotion, &tower.value})
    shift(*layer);
  for (auto& block : tower.blocks) {
    shift(block.first);
    shift(block.second);
  }
  shift(tower.value_hidden);
  shift(tower.value_output);
  return tower;
}

inline std::vector<std::byte> tiny_network(int history = 1) {
  return onnx_file_of(tower_with_biases("1x8", history));
}

// A network with its file changed, as other programs might have written it. The checksum goes.
template <class Change>
std::vector<std::byte> changed(const std::vector<std::byte>& file, Change change) {
  onnx_file::ModelProto model;
  if (!model.ParseFromArray(file.data(), static_cast<int>(file.size())))
    throw std::runtime_error("not an ONNX file");
  auto& entries = *model.mutable_metadata_props();
  for (int i = entries.size() - 1; i >= 0; --i)
    if (entries[i].key() == "tabiya.checksum") entries.DeleteSubrange(i, 1);
  change(model);
  std::vector<std::byte> bytes(model.ByteSizeLong());
  model.SerializeToArray(bytes.data(), static_cast<int>(bytes.size()));
  return bytes;
}

inline std::shared_ptr<const OnnxModel> model_of(std::vector<std::byte> file) {
  auto model = OnnxModel::parse(std::move(file), "test.onnx");
  if (!model) throw std::runtime_error(model.error().message);
  return *model;
}

inline std::unique_ptr<Evaluator> evaluator_of(std::vector<std::byte> file,
                                               const OnnxOptions& options = {}) {
  auto evaluator = onnx_evaluator(onnx_library(), model_of(std::move(file)), options);
  if (!evaluator) throw std::runtime_error(evaluator.error().message);
  return *std::move(evaluator);
}

// Games of random moves that go on, of all lengths.
inline std::vector<Game> random_games(int count, std::uint64_t seed = 7) {
  Random random(seed);
  std::vector<Game> games;
  while (std::ssize(games) < count) {
    Game game = random.below(3) == 0 ? Game::random_chess960(random) : Game();
    for (auto plies = random.below(120); plies > 0; --plies) {
      const MoveList moves = legal_moves(game.position());
      if (moves.empty()) break;
      game.play(moves[random.below(moves.size())]);
    }
    if (has_legal_move(game.position())) games.push_back(game);
  }
  return games;
}

}  // namespace tabiya::test
