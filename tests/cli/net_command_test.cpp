// tabiya net …, as a user runs it.
#include <gtest/gtest.h>

#include "inference/networks.h"
#include "nnue/evaluate.h"
#include "support/network_shapes.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

TEST(NetCommand, BootstrapWritesTheNetworkMadeByHand) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "made.nnue";
  const Finished finished = run_tabiya({"net", "bootstrap", "-o", file.string()});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.out, file.string() + " written\n");
  const std::string info = run_tabiya({"net", "info", file.string()}).out;
  EXPECT_TRUE(info.starts_with("Name        bootstrap\n")) << info;
}

TEST(NetCommand, RandomWritesANetworkToBeginWith) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "random.nnue").string();
  const Finished finished =
      run_tabiya({"net", "random", "--width", "128", "--seed", "9", "-o", file});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.out, file + " written: 128 wide, untrained\n");
  const auto network = Network::load(file);
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ(network->name(), "random");
  EXPECT_EQ(network->shape(), second_shape(128));
  EXPECT_NE(network->notes().find("seed 9"), std::string::npos) << network->notes();
  const int score = evaluate(*network, Position::start());
  EXPECT_LT(std::abs(score), 300);
}

TEST(NetCommand, InfoTellsTheShapeOfANetwork) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "random.nnue").string();
  const auto info_with = [&](std::vector<std::string> options) {
    std::vector<std::string> call{"net", "random", "--width", "64", "-o", file};
    call.insert(call.end(), options.begin(), options.end());
    const Finished made = run_tabiya(call);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return run_tabiya({"net", "info", file}).out;
  };
  const std::string second = info_with({});
  EXPECT_NE(second.find("768 inputs mirrored by the king, 2 x 64 neurons, squared activation, 8 "
                        "outputs\nPrecision   1/255 in the feature layer, 1/128 in"),
            std::string::npos)
      << second;
  const std::string first =
      info_with({"--plain-inputs", "--outputs", "1", "--output-quantum", "64"});
  EXPECT_NE(first.find("768 inputs, 2 x 64 neurons, squared activation, 1 output\nPrecision   "
                       "1/255 in the feature layer, 1/64 in"),
            std::string::npos)
      << first;
}

TEST(NetCommand, RandomIsTheSameForTheSameSeed) {
  const TemporaryFolder folder;
  int number = 0;
  for (const char* seed : {"5", "5", "6"}) {
    const auto file = folder.path() / std::to_string(++number);
    ASSERT_EQ(run_tabiya({"net", "random", "--width", "64", "--seed", seed, "-o", file.string()})
                  .exit_code,
              0);
  }
  EXPECT_EQ(content_of(folder.path() / "1"), content_of(folder.path() / "2"));
  EXPECT_NE(content_of(folder.path() / "1"), content_of(folder.path() / "3"));
}

TEST(NetCommand, RandomSaysWhatItCannotWrite) {
  const Finished odd = run_tabiya({"net", "random", "--width", "100", "-o", "/no/such/x.nnue"});
  EXPECT_EQ(odd.exit_code, 2);
  EXPECT_NE(odd.err.find("a multiple of 64"), std::string::npos) << odd.err;
  const Finished nowhere = run_tabiya({"net", "random", "-o", "/no/such/x.nnue"});
  EXPECT_EQ(nowhere.exit_code, 1);
  EXPECT_NE(nowhere.err.find("/no/such/x.nnue could not be written"), std::string::npos)
      << nowhere.err;
}

TEST(NetCommand, InfoTellsOfTheBuiltInNetworkIfNotAskedForAnother) {
  const Finished built_in = run_tabiya({"net", "info"});
  EXPECT_EQ(built_in.exit_code, 0);
  EXPECT_EQ(built_in.out,
            run_tabiya({"net", "info", TABIYA_SOURCE_FOLDER "/nets/default.nnue"}).out);
}

TEST(NetCommand, BootstrapTellsWhereItCouldNotWrite) {
  const Finished finished = run_tabiya({"net", "bootstrap", "-o", "/no/such/folder/x.nnue"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.err,
            "tabiya net bootstrap: /no/such/folder/x.nnue could not be written: No such file or "
            "directory\n");
}

TEST(NetCommand, InfoRefusesWhatIsNoNetwork) {
  const TemporaryFolder folder;
  folder.write("broken.nnue",
               content_of(TABIYA_SOURCE_FOLDER "/nets/default.nnue").substr(0, 1000));
  const auto file = (folder.path() / "broken.nnue").string();
  const Finished finished = run_tabiya({"net", "info", file});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_TRUE(finished.err.starts_with("tabiya net info: " + file +
                                       ": the network file has 1000 bytes where "))
      << finished.err;
}

TEST(NetCommand, NewWritesANetworkThatInfoUnderstands) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "new.onnx").string();
  const Finished made = run_tabiya({"net", "new", "2x16", "--history", "3", "-o", file});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_TRUE(made.out.starts_with(file + " written: 2x16, ")) << made.out;
  const Finished info = run_tabiya({"net", "info", file});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_NE(info.out.find("3 steps of history"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("fp32"), std::string::npos) << info.out;
  // A network may have any name.
  std::filesystem::copy_file(file, folder.path() / "other");
  EXPECT_EQ(run_tabiya({"net", "info", (folder.path() / "other").string()}).out, info.out);
}

TEST(NetCommand, NewIsTheSameForTheSameSeed) {
  const TemporaryFolder folder;
  int number = 0;
  for (const char* seed : {"5", "5", "6"}) {
    const auto file = folder.path() / std::to_string(++number);
    ASSERT_EQ(run_tabiya({"net", "new", "1x8", "--seed", seed, "-o", file.string()}).exit_code, 0);
  }
  EXPECT_EQ(content_of(folder.path() / "1"), content_of(folder.path() / "2"));
  EXPECT_NE(content_of(folder.path() / "1"), content_of(folder.path() / "3"));
}

TEST(NetCommand, NewSaysWhichSizesThereAre) {
  for (const auto& size : {"6", "6x7", "0x64", "huge"}) {
    const Finished finished = run_tabiya({"net", "new", size, "-o", "/no/such/folder/x.onnx"});
    EXPECT_EQ(finished.exit_code, 2) << size;
    EXPECT_NE(finished.err.find("as in 6x128"), std::string::npos) << finished.err;
  }
  EXPECT_EQ(run_tabiya({"net", "new", "1x8", "--history", "9"}).exit_code, 2);
}

TEST(NetCommand, InfoRefusesOnnxFilesThatAreDamaged) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "x.onnx").string();
  ASSERT_EQ(run_tabiya({"net", "new", "1x8", "-o", file}).exit_code, 0);
  const std::string whole = content_of(file);
  folder.write("x.onnx", whole.substr(0, whole.size() / 2));
  const Finished half = run_tabiya({"net", "info", file});
  EXPECT_EQ(half.exit_code, 1);
  EXPECT_EQ(half.err,
            "tabiya net info: " + file + ": this is not an ONNX file, or only a part of one\n");
  std::string altered = whole;
  altered[whole.size() / 2] = static_cast<char>(altered[whole.size() / 2] ^ 4);
  folder.write("x.onnx", altered);
  const Finished changed = run_tabiya({"net", "info", file});
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_NE(changed.err.find("does not fit its checksum"), std::string::npos) << changed.err;
}

// What a file says about itself must not do things to the terminal.
TEST(NetCommand, InfoShowsOddCharactersHarmlessly) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "x.onnx").string();
  ASSERT_EQ(run_tabiya({"net", "new", "1x8", "-o", file}).exit_code, 0);
  std::string content = content_of(file);
  const std::size_t place = content.find("tabiya.network");
  ASSERT_NE(place, std::string::npos);
  content.replace(content.find("1x8", place), 3, "\x1b[m");
  folder.write("x.onnx", content);
  const Finished info = run_tabiya({"net", "info", file});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_EQ(info.out.find('\x1b'), std::string::npos);
  EXPECT_NE(info.out.find("tabiya.network = \\x1B[m"), std::string::npos) << info.out;
}

TEST(NetCommand, QuantizeReportsHowMuchTheNetworkMoved) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "x.onnx").string();
  const auto small = (folder.path() / "small.onnx").string();
  ASSERT_EQ(run_tabiya({"net", "new", "1x16", "-o", file}).exit_code, 0);
  const std::string before = content_of(file);
  for (const char* positions : {"/pgn/lichess.pgn", "/perft_standard.epd"}) {
    const Finished finished =
        run_tabiya({"net", "quantize", file, "-o", small, "--positions",
                    std::string(TABIYA_TEST_DATA) + positions, "--count", "40"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(finished.out.starts_with(small + " written: 4 convolutions in int8\n"))
        << finished.out;
    for (const char* part : {"Value       differs by ", "Policy      diverges by ",
                             "Best move   the same in ", "Speed       "})
      EXPECT_NE(finished.out.find(part), std::string::npos) << finished.out;
  }
  EXPECT_EQ(content_of(file), before);
  const Finished info = run_tabiya({"net", "info", small});
  EXPECT_NE(info.out.find("int8 in 4 of 8 convolutions"), std::string::npos) << info.out;
}

TEST(NetCommand, QuantizeSaysWhatIsWrongAndWritesNothing) {
  const TemporaryFolder folder;
  const auto path = [&](const char* name) { return (folder.path() / name).string(); };
  ASSERT_EQ(run_tabiya({"net", "new", "1x8", "-o", path("x.onnx")}).exit_code, 0);
  folder.write("wrong.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n\n4k3/8/8/8/8/8/8/8 w - -\n");
  folder.write("mate.epd", "R5k1/5ppp/8/8/8/8/8/6K1 b - -\n");
  const auto complaint = [&](const char* network, const char* positions) {
    const Finished finished = run_tabiya(
        {"net", "quantize", path(network), "-o", path("out.onnx"), "--positions", path(positions)});
    EXPECT_EQ(finished.exit_code, 1);
    return finished.err;
  };
  EXPECT_NE(complaint("x.onnx", "no.pgn").find("no.pgn: No such file"), std::string::npos);
  EXPECT_NE(complaint("x.onnx", "wrong.epd").find("wrong.epd: line 3, column "), std::string::npos);
  EXPECT_NE(complaint("x.onnx", "mate.epd").find("contains no position"), std::string::npos);
  EXPECT_NE(complaint("no.onnx", "mate.epd").find("no.onnx could not be read"), std::string::npos);
  EXPECT_NE(complaint("wrong.epd", "mate.epd").find("not an ONNX file"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("out.onnx")));
}

TEST(NetCommand, NeedsToBeToldWhat) {
  EXPECT_EQ(run_tabiya({"net"}).exit_code, 2);
  EXPECT_EQ(run_tabiya({"net", "dance"}).exit_code, 2);
}

TEST(NetCommand, InfoRefusesANetworkThatTheEngineCannotCompute) {
  const TemporaryFolder folder;
  const auto bytes = changed(tiny_network(), [](onnx_file::ModelProto& model) {
    model.mutable_graph()->mutable_node(0)->set_op_type("Checkmate");
  });
  folder.write("net.onnx", bytes);
  const Finished finished = run_tabiya({"net", "info", (folder.path() / "net.onnx").string()});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_NE(finished.err.find("ONNX Runtime refuses the network: "), std::string::npos)
      << finished.err;
}

}  // namespace
}  // namespace tabiya::test
