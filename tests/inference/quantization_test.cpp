// Networks in 8 bits: what becomes of them, and what is refused.
#include "inference/quantization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "inference/network_comparison.h"
#include "inference/networks.h"
#include "inference/onnx_graph.h"
#include "inference/quantization_steps.h"

namespace tabiya::test {
namespace {

bool always(std::size_t) { return true; }

Result<QuantizedNetwork> quantize(const std::vector<std::byte>& file, int positions = 64) {
  return quantized(onnx_library(), model_of(file), random_games(positions), always);
}

std::string refusal_of(const std::vector<std::byte>& file) {
  const auto network = quantize(file);
  return network ? "none" : network.error().message;
}

int steps(const std::vector<std::byte>& file, std::string_view operation) {
  const auto model = parse_onnx(file).value();
  return static_cast<int>(
      std::ranges::count(model->graph().node(), operation, &onnx_file::NodeProto::op_type));
}

onnx_file::NodeProto& step_named(onnx_file::ModelProto& model, std::string_view name) {
  return *std::ranges::find(*model.mutable_graph()->mutable_node(), name,
                            &onnx_file::NodeProto::name);
}

// As PyTorch exports it while training: the convolution's output goes through a batch norm.
std::vector<std::byte> with_batch_norm(const std::vector<std::byte>& file, const std::string& after,
                                       int channels) {
  return changed(file, [&](onnx_file::ModelProto& model) {
    std::vector<float> values[4];
    Random random(11);
    for (auto& list : values)
      for (int i = 0; i < channels; ++i)
        list.push_back(0.5F + static_cast<float>(random.below(1000)) / 1000);
    GraphBuilder build(*model.mutable_graph());
    const std::vector<std::string> inputs{after + ".raw",
                                          build.floats(after + ".scale", {channels}, values[0]),
                                          build.floats(after + ".shift", {channels}, values[1]),
                                          build.floats(after + ".mean", {channels}, values[2]),
                                          build.floats(after + ".variance", {channels}, values[3])};
    onnx_file::NodeProto& convolution = step_named(model, after);
    convolution.set_output(0, after + ".raw");
    convolution.set_name(after + ".raw");
    build.step("BatchNormalization", inputs, after);
    // Steps have to stand in the order they are computed in.
    auto& nodes = *model.mutable_graph()->mutable_node();
    int place = nodes.size() - 1;
    for (; nodes[place - 1].output(0) != after + ".raw"; --place)
      nodes.SwapElements(place, place - 1);
  });
}

TEST(Quantization, ChangesAnswersOnlyALittle) {
  for (const int history : {1, 8}) {
    const auto file = onnx_file_of(tower_with_biases("3x32", history));
    const auto network = quantize(file);
    ASSERT_TRUE(network) << network.error().message;
    const auto before = evaluator_of(file);
    const auto after = evaluator_of(network->file);
    const auto games = random_games(100, 99);  // others than those the ranges come from
    const auto comparison = compare(*before, *after, games, always);
    ASSERT_TRUE(comparison) << comparison.error().message;
    EXPECT_EQ(comparison->positions, 100u);
    EXPECT_LT(comparison->mean_value_difference, 0.02);
    EXPECT_LT(comparison->mean_divergence, 0.01);
    EXPECT_GT(comparison->same_best_move, 75u);
    // But it does change them: it is another network.
    EXPECT_GT(comparison->largest_value_difference, 1e-6);
  }
}

TEST(Quantization, TellsHowMuchTheAnswersChange) {
  const auto file = onnx_file_of(tower_with_biases("2x16", 1));
  std::vector<std::size_t> told;
  const auto games = random_games(20);
  const auto network = quantized(onnx_library(), model_of(file), games, [&](std::size_t done) {
    told.push_back(done);
    return true;
  });
  ASSERT_TRUE(network) << network.error().message;
  const auto comparison = compare(*evaluator_of(file), *evaluator_of(network->file), games, always);
  EXPECT_EQ(network->difference.positions, 20u);
  EXPECT_EQ(network->difference.mean_value_difference, comparison->mean_value_difference);
  EXPECT_EQ(network->difference.largest_divergence, comparison->largest_divergence);
  // Through the games once for the ranges, and once to compare.
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_EQ(told.front(), 0u);
  EXPECT_GE(told.back(), 32u);
}

TEST(Quantization, LeavesTheLastPolicyLayerAndTheValueHeadAlone) {
  const auto network = quantize(onnx_file_of(tower_with_biases("2x16", 1)));
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ(network->convolutions, 6);  // input, two blocks, the policy's features
  const OnnxSummary summary = summary_of(*model_of(network->file));
  EXPECT_EQ(summary.quantized_convolutions, 6);
  EXPECT_EQ(summary.convolutions, 10);  // and queries, keys, underpromotions, the value's features
  const auto model = parse_onnx(network->file).value();
  for (const auto& node : model->graph().node())
    if (node.op_type() == "Conv") {
      EXPECT_EQ(node.input(1).ends_with(".weights"),
                node.name() == "policy.query" || node.name() == "policy.key" ||
                    node.name() == "policy.underpromotion" || node.name() == "value.features")
          << node.name();
    }
}

TEST(Quantization, MakesTheFileSmaller) {
  const auto file = onnx_file_of(tower_with_biases("4x64", 8));
  const auto network = quantize(file, 8);
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_LT(network->file.size(), file.size() / 2);
}

TEST(Quantization, KeepsTheMetadata) {
  const auto network = quantize(tiny_network(5), 8);
  ASSERT_TRUE(network) << network.error().message;
  const auto model = model_of(network->file);
  EXPECT_EQ(model->shape().history, 5);
  EXPECT_EQ(model->shape().value_kind, ValueKind::WdlLogits);
  EXPECT_EQ(metadata(*parse_onnx(network->file).value(), "tabiya.network"), "1x8");
}

// Raw clocks go to hundreds: in 256 steps up to there, a piece would be hardly more than none.
TEST(Quantization, DoesNotRoundRawClocksTogetherWithPieces) {
  const auto raw = changed(tiny_network(), [](onnx_file::ModelProto& model) {
    step_named(model, "input").set_input(0, "planes");
    model.mutable_graph()->mutable_node()->DeleteSubrange(0, 1);  // the scaling
  });
  const auto network = quantize(raw);
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ(network->convolutions, 3);
  EXPECT_EQ(quantize(tiny_network())->convolutions, 4);
}

TEST(Quantization, FoldsBatchNormsFirst) {
  const auto file =
      with_batch_norm(with_batch_norm(tiny_network(), "input", 8), "block1.second", 8);
  ASSERT_EQ(steps(file, "BatchNormalization"), 2);
  const auto network = quantize(file);
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ(network->batch_norms, 2);
  EXPECT_EQ(steps(network->file, "BatchNormalization"), 0);
  EXPECT_EQ(network->convolutions, 4);
  const auto comparison =
      compare(*evaluator_of(file), *evaluator_of(network->file), random_games(50), always);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_LT(comparison->mean_value_difference, 0.03);
}

TEST(BatchNorm, IsFoldedWithoutAChangeInWhatIsComputed) {
  const auto file = with_batch_norm(with_batch_norm(tiny_network(), "input", 8), "block1.first", 8);
  auto model = parse_onnx(file).value();
  EXPECT_EQ(fold_batch_norms(*model), 2);
  const auto folded = onnx_bytes(*model);
  EXPECT_EQ(steps(folded, "BatchNormalization"), 0);
  const auto games = random_games(30);
  const auto comparison = compare(*evaluator_of(file), *evaluator_of(folded), games, always);
  ASSERT_TRUE(comparison) << comparison.error().message;
  EXPECT_LT(comparison->largest_value_difference, 1e-4);
  EXPECT_LT(comparison->largest_divergence, 1e-4);
  // The batch norms did something, or this would prove nothing.
  const auto without = compare(*evaluator_of(tiny_network()), *evaluator_of(file), games, always);
  EXPECT_GT(without->largest_value_difference, 1e-3);
}

TEST(BatchNorm, StaysWhereTheConvolutionIsUsedTwice) {
  const auto file = changed(with_batch_norm(tiny_network(), "input", 8), [](auto& model) {
    step_named(model, "block1.first").set_input(0, "input.raw");
  });
  auto model = parse_onnx(file).value();
  EXPECT_EQ(fold_batch_norms(*model), 0);
  EXPECT_EQ(steps(onnx_bytes(*model), "BatchNormalization"), 1);
}

TEST(Quantization, RefusesWhatItCannotDo) {
  EXPECT_EQ(refusal_of(quantize(tiny_network())->file),
            "test.onnx: the network is in 8 bits already");
  const auto old =
      changed(tiny_network(), [](auto& model) { model.mutable_opset_import(0)->set_version(11); });
  EXPECT_TRUE(refusal_of(old).starts_with("test.onnx: it uses version 11 of ONNX's operators"))
      << refusal_of(old);
  TowerWeights broken = tower_with_biases("1x8", 1);
  broken.blocks[0].first.biases[0] = std::nanf("");
  EXPECT_TRUE(refusal_of(onnx_file_of(broken)).find("not finite") != std::string::npos)
      << refusal_of(onnx_file_of(broken));
  const auto flat = changed(tiny_network(), [](onnx_file::ModelProto& model) {
    for (auto& node : *model.mutable_graph()->mutable_node())
      if (node.op_type() == "Conv") node.mutable_input()->RemoveLast();  // biases
    model.mutable_graph()->clear_initializer();
  });
  EXPECT_EQ(refusal_of(flat), "test.onnx: it has no convolutions that could be computed in 8 bits");
}

TEST(Quantization, StopsWhenItIsTold) {
  const auto network = quantized(onnx_library(), model_of(tiny_network()), random_games(64),
                                 [](std::size_t done) { return done < 16; });
  ASSERT_FALSE(network);
  EXPECT_EQ(network.error().message, "test.onnx: stopped");
}

TEST(Quantization, StandsChannelsThatAreAlwaysZero) {
  TowerWeights tower = tower_with_biases("1x8", 1);
  std::ranges::fill(tower.input.weights, 0.0F);
  std::ranges::fill(tower.input.biases, 0.0F);
  std::ranges::fill(tower.blocks[0].first.weights, 0.0F);
  tower.blocks[0].first.biases[0] = 1e6F;
  const auto network = quantize(onnx_file_of(tower));
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_TRUE(evaluator_of(network->file));
}

TEST(NetworkComparison, FindsNoDifferenceBetweenANetworkAndItself) {
  const auto evaluator = evaluator_of(tiny_network());
  const auto comparison = compare(*evaluator, *evaluator, random_games(33), always);
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->positions, 33u);
  EXPECT_EQ(comparison->same_best_move, 33u);
  EXPECT_LT(comparison->largest_value_difference, 1e-6);
  EXPECT_LT(comparison->largest_divergence, 1e-6);
}

// Both judged by hand: the first is sure of a move, the second of none.
TEST(NetworkComparison, MeasuresWhatDiffers) {
  class Fixed : public Evaluator {
   public:
    explicit Fixed(bool sure) : sure_(sure) {}
    Result<void> evaluate(std::span<EvaluationRequest> requests, const std::stop_token&) override {
      for (auto& request : requests) {
        const auto moves = static_cast<float>(request.moves.size());
        std::ranges::fill(request.priors, sure_ ? 0.5F / (moves - 1) : 1 / moves);
        if (sure_) request.priors.back() = 0.5F;
        request.chances = sure_ ? WinDrawLoss{1, 0, 0} : WinDrawLoss{0.25F, 0.5F, 0.25F};
      }
      return {};
    }
    int best_batch() const override { return 3; }
    std::string description() const override { return "fixed"; }

   private:
    bool sure_;
  };
  Fixed sure(true);
  Fixed unsure(false);
  const auto comparison = compare(sure, unsure, std::vector{Game(), Game()}, always);
  ASSERT_TRUE(comparison);
  EXPECT_NEAR(comparison->mean_value_difference, 1, 1e-6);
  EXPECT_NEAR(comparison->largest_value_difference, 1, 1e-6);
  // 20 moves: half on one, half spread over 19.
  const double expected = 0.5 * std::log(0.5 * 20) + 0.5 * std::log(0.5 / 19 * 20);
  EXPECT_NEAR(comparison->mean_divergence, expected, 1e-5);
  EXPECT_EQ(comparison->same_best_move, 0u);
}

}  // namespace
}  // namespace tabiya::test
