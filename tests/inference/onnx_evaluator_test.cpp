// Positions judged by real ONNX networks.
#include "inference/onnx_evaluator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include "encode/planes.h"
#include "encode/policy_index.h"
#include "inference/networks.h"
#include "inference/onnx_graph.h"
#include "inference/slow_tower.h"

namespace tabiya::test {
namespace {

void expect_equal_answers(Questions& a, Questions& b, float tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a[i].chances.win, b[i].chances.win, tolerance);
    EXPECT_NEAR(a[i].chances.draw, b[i].chances.draw, tolerance);
    EXPECT_NEAR(a[i].chances.loss, b[i].chances.loss, tolerance);
    for (std::size_t move = 0; move < a[i].priors.size(); ++move)
      EXPECT_NEAR(a[i].priors[move], b[i].priors[move], tolerance);
  }
}

std::string refusal_of(std::vector<std::byte> file, const OnnxOptions& options = {}) {
  const auto evaluator = onnx_evaluator(onnx_library(), model_of(std::move(file)), options);
  return evaluator ? "none" : evaluator.error().message;
}

// Everything by hand: planes, tower, policy index, softmax over the legal moves.
TEST(OnnxEvaluator, AnswersAsTheSlowTowerDoes) {
  const TowerWeights tower = tower_with_biases("1x8", 4);
  const auto evaluator = evaluator_of(onnx_file_of(tower));
  Questions questions(random_games(12));
  ASSERT_TRUE(evaluator->evaluate(questions.all(), {}));
  for (const EvaluationRequest& request : questions.all()) {
    std::vector<float> planes(plane_floats_for(4));
    encode_planes(request.history, 4, planes);
    const SlowOutputs expected = slow_tower(tower, planes);

    const auto& wdl = expected.wdl;
    const double whole = std::exp(wdl[0]) + std::exp(wdl[1]) + std::exp(wdl[2]);
    EXPECT_NEAR(request.chances.win, std::exp(wdl[0]) / whole, 1e-4);
    EXPECT_NEAR(request.chances.draw, std::exp(wdl[1]) / whole, 1e-4);
    EXPECT_NEAR(request.chances.loss, std::exp(wdl[2]) / whole, 1e-4);

    std::vector<double> priors;
    for (const Move move : request.moves)
      priors.push_back(std::exp(expected.policy[static_cast<std::size_t>(
          policy_index(move, request.history.present().side_to_move(),
                       request.chess960 ? Variant::Chess960 : Variant::Standard))]));
    const double sum = std::accumulate(priors.begin(), priors.end(), 0.0);
    for (std::size_t i = 0; i < priors.size(); ++i)
      EXPECT_NEAR(request.priors[i], priors[i] / sum, 1e-4);
  }
}

TEST(OnnxEvaluator, GivesProbabilitiesThatSumToOne) {
  const auto evaluator = evaluator_of(tiny_network(8));
  Questions questions(random_games(100));
  ASSERT_TRUE(evaluator->evaluate(questions.all(), {}));
  for (const EvaluationRequest& request : questions.all()) {
    EXPECT_NEAR(std::accumulate(request.priors.begin(), request.priors.end(), 0.0), 1, 1e-5);
    const WinDrawLoss& chances = request.chances;
    EXPECT_NEAR(chances.win + chances.draw + chances.loss, 1, 1e-5);
  }
}

TEST(OnnxEvaluator, AnswersABatchAsItAnswersOneByOne) {
  const auto evaluator = evaluator_of(onnx_file_of(tower_with_biases("2x32", 8)));
  const auto games = random_games(100);
  Questions together(games);
  Questions alone(games);
  ASSERT_TRUE(evaluator->evaluate(together.all(), {}));
  for (auto& request : alone.all()) ASSERT_TRUE(evaluator->evaluate({&request, 1}, {}));
  expect_equal_answers(together, alone, 1e-5F);
}

TEST(OnnxEvaluator, AnswersAsAnotherOfTheSameModelDoes) {
  const auto model = model_of(tiny_network(2));
  const auto first = onnx_evaluator(onnx_library(), model).value();
  const auto second =
      onnx_evaluator(onnx_library(), model, {.session = {.threads = 2}, .largest_batch = 3})
          .value();
  const auto games = random_games(20);
  Questions a(games);
  Questions b(games);
  ASSERT_TRUE(first->evaluate(a.all(), {}));
  ASSERT_TRUE(second->evaluate(b.all(), {}));
  expect_equal_answers(a, b, 1e-5F);
}

TEST(OnnxEvaluator, AnswersNothingWhenNothingIsAsked) {
  EXPECT_TRUE(evaluator_of(tiny_network())->evaluate({}, {}));
}

TEST(OnnxEvaluator, MeansByTemperatureHowSureThePriorsAre) {
  const auto games = random_games(10);
  Questions plain(games);
  Questions warm(games);
  ASSERT_TRUE(evaluator_of(tiny_network())->evaluate(plain.all(), {}));
  ASSERT_TRUE(evaluator_of(tiny_network(), {.prior_temperature = 2})->evaluate(warm.all(), {}));
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const auto& cold = plain[i].priors;
    for (std::size_t move = 1; move < cold.size(); ++move)
      EXPECT_NEAR(warm[i].priors[move] / warm[i].priors[0], std::sqrt(cold[move] / cold[0]), 1e-3);
  }
}

TEST(OnnxEvaluator, FillsUpBatchesOfAFixedSize) {
  const auto fixed = changed(tiny_network(), [](onnx_file::ModelProto& model) {
    const auto fix = [](onnx_file::ValueInfoProto& value) {
      value.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_value(
          4);
    };
    fix(*model.mutable_graph()->mutable_input(0));
    for (auto& output : *model.mutable_graph()->mutable_output()) fix(output);
  });
  const auto games = random_games(11);
  Questions any(games);
  Questions fours(games);
  ASSERT_TRUE(evaluator_of(tiny_network())->evaluate(any.all(), {}));
  const auto evaluator = evaluator_of(fixed);
  ASSERT_TRUE(evaluator->evaluate(fours.all(), {}));
  EXPECT_EQ(evaluator->best_batch(), 4);
  expect_equal_answers(any, fours, 1e-5F);
}

TEST(OnnxEvaluator, ReadsValuesOfEveryKind) {
  const auto probabilities = changed(tiny_network(), [](onnx_file::ModelProto& model) {
    GraphBuilder build(*model.mutable_graph());
    build.output("chances", {-1, 3});
    build.step("Softmax", {"wdl"}, "chances");
    put_metadata(model, "tabiya.value", "chances");
    put_metadata(model, "tabiya.value_kind", "wdl");
  });
  const auto scalar = changed(probabilities, [](onnx_file::ModelProto& model) {
    GraphBuilder build(*model.mutable_graph());
    build.output("score", {-1, 1});
    build.floats("signs", {3, 1}, std::array{1.0F, 0.0F, -1.0F});
    build.step("MatMul", {"chances", "signs"}, "score");
    put_metadata(model, "tabiya.value", "score");
    put_metadata(model, "tabiya.value_kind", "tanh");
  });
  const auto games = random_games(10);
  Questions a(games);
  Questions b(games);
  Questions c(games);
  ASSERT_TRUE(evaluator_of(tiny_network())->evaluate(a.all(), {}));
  ASSERT_TRUE(evaluator_of(probabilities)->evaluate(b.all(), {}));
  ASSERT_TRUE(evaluator_of(scalar)->evaluate(c.all(), {}));
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_NEAR(a[i].chances.win, b[i].chances.win, 1e-5);
    EXPECT_NEAR(a[i].chances.draw, b[i].chances.draw, 1e-5);
    EXPECT_NEAR(a[i].chances.value(), c[i].chances.value(), 1e-5);
  }
}

TEST(OnnxEvaluator, RefusesANetworkThatGivesNoNumbers) {
  for (const float wrong :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    TowerWeights tower = tower_with_biases("1x8", 1);
    tower.value_output.biases[1] = wrong;
    const std::string value = refusal_of(onnx_file_of(tower));
    EXPECT_TRUE(value.starts_with("test.onnx: the network's value output \"wdl\" is ")) << value;

    tower = tower_with_biases("1x8", 1);
    tower.query.biases[1] = wrong;
    const std::string policy = refusal_of(onnx_file_of(tower));
    EXPECT_TRUE(
        policy.starts_with("test.onnx: the network's policy output \"policy\" has numbers "
                           "that are not finite"))
        << policy;
  }
}

// It computes at first, and no longer when a clock has run far enough.
TEST(OnnxEvaluator, TellsOfNumbersThatFailLater) {
  const auto file = changed(tiny_network(), [](onnx_file::ModelProto& model) {
    GraphBuilder build(*model.mutable_graph());
    build.output("value", {-1, 1});
    build.integers("begin", std::array<std::int64_t, 3>{18, 0, 0});
    build.integers("end", std::array<std::int64_t, 3>{19, 1, 1});
    build.integers("axes", std::array<std::int64_t, 3>{1, 2, 3});
    build.step("Slice", {"planes", "begin", "end", "axes"}, "clock");
    build.integers("flat", std::array<std::int64_t, 2>{0, 1});
    build.step("Reshape", {"clock", "flat"}, "value");
    put_metadata(model, "tabiya.value", "value");
    put_metadata(model, "tabiya.value_kind", "tanh");
  });
  const auto evaluator = evaluator_of(file);
  Game game;
  Questions at_start({game});
  EXPECT_TRUE(evaluator->evaluate(at_start.all(), {}));
  for (int i = 0; i < 3; ++i) {
    const MoveList moves = legal_moves(game.position());
    for (const Move move : moves)
      if (game.position().pieces(PieceType::Knight).contains(move.from())) {
        game.play(move);
        break;
      }
  }
  Questions later({game});
  const auto failed = evaluator->evaluate(later.all(), {});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "test.onnx: the network's value output \"value\" is 3, which is no tanh");
}

TEST(OnnxEvaluator, RefusesWhatOnnxRuntimeCannotCompute) {
  const std::string unknown = refusal_of(changed(tiny_network(), [](onnx_file::ModelProto& model) {
    model.mutable_graph()->mutable_node(0)->set_op_type("Checkmate");
  }));
  EXPECT_TRUE(unknown.starts_with("test.onnx: ONNX Runtime refuses the network: ")) << unknown;
  const std::string short_weights =
      refusal_of(changed(tiny_network(), [](onnx_file::ModelProto& model) {
        model.mutable_graph()->mutable_initializer(0)->mutable_raw_data()->resize(8);
      }));
  EXPECT_TRUE(short_weights.starts_with("test.onnx: ONNX Runtime refuses the network: "))
      << short_weights;
  const std::string untrue = refusal_of(changed(tiny_network(), [](onnx_file::ModelProto& model) {
    model.mutable_graph()
        ->mutable_output(1)
        ->mutable_type()
        ->mutable_tensor_type()
        ->mutable_shape()
        ->mutable_dim(1)
        ->set_dim_value(1);
    put_metadata(model, "tabiya.value_kind", "tanh");
  }));
  EXPECT_TRUE(untrue.starts_with("test.onnx: ONNX Runtime ")) << untrue;
}

TEST(OnnxEvaluator, SaysWhenThereIsNoCuda) {
  const std::string refusal = refusal_of(tiny_network(), {.session = {.provider = Provider::Cuda}});
  if (refusal == "none") GTEST_SKIP() << "there is";
  EXPECT_TRUE(refusal.starts_with("test.onnx: CUDA ")) << refusal;
}

TEST(OnnxEvaluator, SaysWhatItIs) {
  const std::string description = evaluator_of(tiny_network())->description();
  EXPECT_TRUE(description.starts_with("test.onnx on ONNX Runtime 1.")) << description;
  EXPECT_TRUE(description.ends_with(", CPU, 1 thread")) << description;
}

TEST(OnnxEvaluatorThreads, MayAllAskAtOnce) {
  const auto evaluator = evaluator_of(tiny_network());
  const auto games = random_games(30);
  Questions expected(games);
  ASSERT_TRUE(evaluator->evaluate(expected.all(), {}));
  std::vector<std::unique_ptr<Questions>> asked;
  for (int i = 0; i < 4; ++i) asked.push_back(std::make_unique<Questions>(games));
  {
    std::vector<std::jthread> threads;
    for (auto& mine : asked)
      threads.emplace_back([&] {
        for (auto& request : mine->all())
          if (!evaluator->evaluate({&request, 1}, {})) request.chances.win = -1;
      });
  }
  for (auto& mine : asked) expect_equal_answers(expected, *mine, 1e-5F);
}

// One evaluator for each thread, made there: what a search with lanes does.
TEST(OnnxEvaluatorThreads, MayEachHaveTheirOwnOfOneModel) {
  const auto library = onnx_library();
  const auto model = model_of(tiny_network());
  const auto games = random_games(30);
  Questions expected(games);
  ASSERT_TRUE(onnx_evaluator(library, model).value()->evaluate(expected.all(), {}));
  std::vector<std::unique_ptr<Questions>> asked;
  for (int i = 0; i < 4; ++i) asked.push_back(std::make_unique<Questions>(games));
  {
    std::vector<std::jthread> threads;
    for (auto& mine : asked)
      threads.emplace_back([&] {
        const auto own = onnx_evaluator(library, model);
        if (!own || !(*own)->evaluate(mine->all(), {})) (*mine)[0].chances.win = -1;
      });
  }
  for (auto& mine : asked) expect_equal_answers(expected, *mine, 1e-5F);
}

}  // namespace
}  // namespace tabiya::test
