// What a network reads and means, from its metadata, names and sizes.
#include "inference/network_shape.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "inference/networks.h"
#include "inference/onnx_graph.h"

namespace tabiya::test {
namespace {

using Dims = GraphBuilder::Dims;

struct Declared {
  std::string name;
  Dims dims;
};

// A network that declares these and computes nothing of use.
onnx_file::ModelProto declared(const Declared& input, const std::vector<Declared>& outputs) {
  onnx_file::ModelProto model;
  GraphBuilder build(*model.mutable_graph());
  build.input(input.name, input.dims);
  for (const auto& [name, dims] : outputs) {
    build.output(name, dims);
    build.step("Identity", {input.name}, name);
  }
  return model;
}

const Declared kPlanes{"x", {-1, 119, 8, 8}};
const Declared kMoves{"y", {-1, 4168}};
const Declared kChances{"z", {-1, 3}};

std::string fault_of(const onnx_file::ModelProto& model) {
  const auto shape = network_shape(model);
  return shape ? "none" : shape.error().message;
}

#define EXPECT_FAULT(model, words) \
  EXPECT_NE(fault_of(model).find(words), std::string::npos) << fault_of(model)

TEST(NetworkShape, TellsTheHistoryFromThePlanes) {
  for (int history = 1; history <= 8; ++history)
    for (int padding = 0; padding <= 13; ++padding) {
      const auto shape = network_shape(
          declared({"x", {-1, 14 * history + 7 + padding, 8, 8}}, {kMoves, kChances}));
      ASSERT_TRUE(shape) << shape.error().message;
      EXPECT_EQ(shape->history, history);
      EXPECT_EQ(shape->planes, 14 * history + 7 + padding);
    }
  for (const int planes : {0, 1, 14, 20, 133, 1000000})
    EXPECT_FALSE(history_of_planes(planes)) << planes;
}

TEST(NetworkShape, TakesSizesWhereNothingElseTells) {
  const auto shape = network_shape(declared(kPlanes, {kChances, {"extra", {-1, 7}}, kMoves}));
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_EQ(shape->policy.name, "y");
  EXPECT_EQ(shape->value.name, "z");
  EXPECT_EQ(shape->value_kind, ValueKind::WdlLogits);
  EXPECT_FALSE(shape->batch);
}

TEST(NetworkShape, TakesNamesBeforeSizes) {
  const auto shape = network_shape(declared(
      kPlanes,
      {{"a", {-1, 3}}, {"b", {-1, 4168}}, {"Output_Policy", {-1, 4168}}, {"value", {-1, 1}}}));
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_EQ(shape->policy.name, "Output_Policy");
  EXPECT_EQ(shape->value.name, "value");
  EXPECT_EQ(shape->value_kind, ValueKind::Scalar);
}

TEST(NetworkShape, TakesMetadataBeforeNames) {
  auto model = declared(
      kPlanes, {{"policy", {-1, 4168}}, {"b", {-1, 4168}}, {"wdl", {-1, 3}}, {"d", {-1, 3}}});
  put_metadata(model, "tabiya.input", "x");
  put_metadata(model, "tabiya.policy", "b");
  put_metadata(model, "tabiya.value", "d");
  put_metadata(model, "tabiya.value_kind", "wdl");
  put_metadata(model, "tabiya.history", "8");
  const auto shape = network_shape(model);
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_EQ(shape->policy.name, "b");
  EXPECT_EQ(shape->value.name, "d");
  EXPECT_EQ(shape->value_kind, ValueKind::WdlProbabilities);
}

TEST(NetworkShape, KnowsProbabilitiesByTheSoftmaxThatMakesThem) {
  auto model = declared(kPlanes, {kMoves});
  GraphBuilder build(*model.mutable_graph());
  build.output("z", {-1, 3});
  build.step("Softmax", {"x"}, "z");
  const auto shape = network_shape(model);
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_EQ(shape->value_kind, ValueKind::WdlProbabilities);
}

TEST(NetworkShape, TakesOutputsOfMoreDimensions) {
  const auto shape = network_shape(
      declared({"x", {16, 21, 8, 8}}, {{"p", {16, 4168, 1, 1}}, {"v", {16, 1, 1, 1}}}));
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_EQ(shape->batch, 16);
  EXPECT_EQ(shape->value_kind, ValueKind::Scalar);
}

TEST(NetworkShape, SaysWhatIsWrongWithTheInput) {
  EXPECT_FAULT(declared({"x", {-1, 20, 8, 8}}, {kMoves, kChances}),
               "its input \"x\" has the shape [?, 20, 8, 8]; expected was [?, planes, 8, 8]");
  EXPECT_FAULT(declared({"x", {-1, 119, 64}}, {kMoves, kChances}), "has the shape [?, 119, 64]");
  EXPECT_FAULT(declared({"x", {-1, 8, 8, 119}}, {kMoves, kChances}), "[?, 8, 8, 119]");
  EXPECT_FAULT(declared({"x", {-1, -1, 8, 8}}, {kMoves, kChances}), "[?, ?, 8, 8]");
  EXPECT_FAULT(declared({"x", {}}, {kMoves, kChances}), "has the shape []");
  EXPECT_FAULT(declared({"x", {0, 119, 8, 8}}, {kMoves, kChances}), "it takes 0 positions");
  auto halves = declared(kPlanes, {kMoves, kChances});
  halves.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->set_elem_type(
      onnx_file::TensorProto::FLOAT16);
  EXPECT_FAULT(halves, "does not hold 32-bit floats");
  auto two = declared(kPlanes, {kMoves, kChances});
  GraphBuilder(*two.mutable_graph()).input("w", {1});
  EXPECT_FAULT(two, "it has 2 inputs (\"x\", \"w\") where one was expected");
  auto shapeless = declared(kPlanes, {kMoves, kChances});
  shapeless.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
  EXPECT_FAULT(shapeless, "has no declared shape");
}

TEST(NetworkShape, TakesNoWeightForAnInput) {
  auto model = declared(kPlanes, {kMoves, kChances});
  GraphBuilder build(*model.mutable_graph());
  build.input("w", {1});
  build.floats("w", {1}, std::array{1.0F});
  EXPECT_EQ(fault_of(model), "none");
}

TEST(NetworkShape, SaysWhatIsWrongWithTheOutputs) {
  EXPECT_FAULT(declared(kPlanes, {kChances}), "it has no policy output");
  EXPECT_FAULT(declared(kPlanes, {{"policy", {-1, 1858}}, kChances}),
               "its policy output \"policy\" has the shape [?, 1858]; expected was [?, 4168]");
  EXPECT_FAULT(declared(kPlanes, {{"policy", {-1, -1}}, kChances}), "has the shape [?, ?]");
  EXPECT_FAULT(declared(kPlanes, {{"policy", {4168}}, kChances}), "has the shape [4168]");
  EXPECT_FAULT(declared(kPlanes, {{"policy", {-1, 1LL << 40, 1LL << 40}}, kChances}),
               "has the shape");
  EXPECT_FAULT(declared(kPlanes, {kMoves}), "it has no value output");
  EXPECT_FAULT(declared(kPlanes, {kMoves, {"value", {-1, 2}}}),
               "its value output \"value\" has the shape [?, 2]; expected were [?, 3]");
  EXPECT_FAULT(declared({"x", {4, 119, 8, 8}}, {kMoves, {"value", {1, 3}}}),
               "of which the first size should be the number of positions");
}

// Errors are shown on terminals and sent to chess programs line by line.
TEST(NetworkShape, ShowsNamesHarmlessly) {
  const std::string fault =
      fault_of(declared({"a\nbestmove e2e4\x1b[2J" + std::string(1000, 'x'), {1}}, {kMoves}));
  EXPECT_TRUE(fault.starts_with("its input \"a bestmove e2e4\\x1B[2Jxxx")) << fault;
  EXPECT_NE(fault.find("xxx...\" has the shape [1]"), std::string::npos) << fault;
  EXPECT_LT(fault.size(), 300u);
  std::vector<Declared> many(1000, {"output", {7}});
  EXPECT_LT(fault_of(declared(kPlanes, many)).size(), 300u);
}

TEST(NetworkShape, SaysWhenMetadataDisagree) {
  const auto told = [](std::string_view key, std::string_view value) {
    auto model = declared(kPlanes, {kMoves, kChances});
    put_metadata(model, key, value);
    return model;
  };
  EXPECT_FAULT(told("tabiya.input", "planes"),
               "tabiya.input is \"planes\", but its input is \"x\"");
  EXPECT_FAULT(told("tabiya.policy", "p"),
               "tabiya.policy is \"p\", but its outputs are \"y\", \"z\"");
  EXPECT_FAULT(told("tabiya.history", "4"), "tabiya.history = 4, but 119 planes hold 8 steps");
  EXPECT_FAULT(told("tabiya.history", "many"), "tabiya.history = many");
  EXPECT_FAULT(told("tabiya.value_kind", "tanh"), "tabiya.value_kind = tanh, but its value output");
  EXPECT_FAULT(told("tabiya.value_kind", "elo"), "known are wdl_logits, wdl and tanh");
  EXPECT_FAULT(told("tabiya.value", "y"), "its value output \"y\" has the shape [?, 4168]");
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(NetworkOutputs, AreChancesAsLogits) {
  const auto chances = chances_from(std::array{1.0F, 0.0F, -1.0F}, ValueKind::WdlLogits);
  ASSERT_TRUE(chances);
  const double sum = std::exp(1.0) + 1 + std::exp(-1.0);
  EXPECT_NEAR(chances->win, std::exp(1.0) / sum, 1e-6);
  EXPECT_NEAR(chances->draw, 1 / sum, 1e-6);
  EXPECT_NEAR(chances->loss, std::exp(-1.0) / sum, 1e-6);
}

TEST(NetworkOutputs, AreChancesAsProbabilities) {
  const auto chances = chances_from(std::array{0.5F, 0.3F, 0.205F}, ValueKind::WdlProbabilities);
  ASSERT_TRUE(chances);
  EXPECT_NEAR(chances->win + chances->draw + chances->loss, 1, 1e-6);
  EXPECT_NEAR(chances->win / chances->draw, 5.0 / 3, 1e-5);
  EXPECT_FALSE(chances_from(std::array{1.0F, 1.0F, 1.0F}, ValueKind::WdlProbabilities));
  EXPECT_FALSE(chances_from(std::array{2.0F, -1.0F, 0.0F}, ValueKind::WdlProbabilities));
}

TEST(NetworkOutputs, AreChancesAsOneNumber) {
  for (const float value : {-1.0F, -0.3F, 0.0F, 0.7F, 1.0F}) {
    const auto chances = chances_from(std::array{value}, ValueKind::Scalar);
    ASSERT_TRUE(chances);
    EXPECT_NEAR(chances->value(), value, 1e-6);
    EXPECT_NEAR(chances->win + chances->draw + chances->loss, 1, 1e-6);
    EXPECT_GE(std::min({chances->win, chances->draw, chances->loss}), 0);
  }
  EXPECT_FALSE(chances_from(std::array{1.5F}, ValueKind::Scalar));
}

TEST(NetworkOutputs, AreRefusedWhereTheyAreNotFinite) {
  for (const float wrong : {kNan, kInfinity, -kInfinity}) {
    EXPECT_FALSE(chances_from(std::array{wrong}, ValueKind::Scalar));
    for (std::size_t i = 0; i < 3; ++i) {
      std::array outputs{0.2F, 0.3F, 0.5F};
      outputs[i] = wrong;
      EXPECT_FALSE(chances_from(outputs, ValueKind::WdlLogits));
      EXPECT_FALSE(chances_from(outputs, ValueKind::WdlProbabilities));
      EXPECT_FALSE(make_probabilities(outputs, 1));
    }
  }
}

TEST(NetworkOutputs, BecomeProbabilitiesHoweverLargeTheyAre) {
  std::array logits{3e38F, -3e38F, 3e38F};
  ASSERT_TRUE(make_probabilities(logits, 0.01F));
  EXPECT_EQ(logits[0], 0.5F);
  EXPECT_EQ(logits[1], 0.0F);
}

TEST(NetworkOutputs, ComeCloserTogetherAtAHighTemperature) {
  std::array cold{1.0F, 0.0F};
  std::array warm{1.0F, 0.0F};
  ASSERT_TRUE(make_probabilities(cold, 1));
  ASSERT_TRUE(make_probabilities(warm, 2));
  EXPECT_NEAR(cold[0] / cold[1], std::exp(1.0), 1e-5);
  EXPECT_NEAR(warm[0] / warm[1], std::exp(0.5), 1e-5);
}

}  // namespace
}  // namespace tabiya::test
