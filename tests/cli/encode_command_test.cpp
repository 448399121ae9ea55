// tabiya encode …, as a user runs it.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "chess/game.h"
#include "encode/features.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "notation/play.h"
#include "support/conversation.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

struct Npy {
  std::string header;
  std::vector<float> values;
};

// As NumPy's description of the format has it.
Npy npy_from(const std::string& bytes) {
  Npy npy;
  if (bytes.size() < 10 || bytes.substr(0, 8) != std::string("\x93NUMPY\x01\x00", 8)) {
    ADD_FAILURE() << "not a .npy file of version 1.0";
    return npy;
  }
  const std::size_t length =
      static_cast<unsigned char>(bytes[8]) + 256 * static_cast<unsigned char>(bytes[9]);
  npy.header = bytes.substr(10, length);
  EXPECT_EQ((10 + length) % 64, 0u);
  EXPECT_TRUE(npy.header.ends_with('\n'));
  npy.header.erase(npy.header.find_last_not_of(" \n") + 1);
  const std::string data = bytes.substr(10 + length);
  npy.values.resize(data.size() / sizeof(float));
  EXPECT_EQ(npy.values.size() * sizeof(float), data.size());
  std::memcpy(npy.values.data(), data.data(), npy.values.size() * sizeof(float));
  return npy;
}

Game sicilian() {
  Game game;
  for (const auto move : {"e2e4", "c7c5", "g1f3"}) EXPECT_TRUE(play_uci(game, move));
  return game;
}

std::vector<float> planes_of(const Game& game, int steps) {
  std::vector<float> planes(plane_floats_for(steps));
  encode_planes(History(game), steps, planes);
  return planes;
}

TEST(EncodeCommand, WritesPlanesForNumPy) {
  const Finished result =
      run_tabiya({"encode", "--moves", "e2e4", "c7c5", "Nf3", "--history", "3", "--format", "npy"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Npy npy = npy_from(result.out);
  EXPECT_EQ(npy.header, "{'descr': '<f4', 'fortran_order': False, 'shape': (49, 8, 8), }");
  EXPECT_EQ(npy.values, planes_of(sicilian(), 3));
}

TEST(EncodeCommand, WritesFeaturesAndPolicyForNumPy) {
  const auto npy_of = [](const std::string& what) {
    return npy_from(
        run_tabiya({"encode", "--moves", "e2e4 c7c5 g1f3", "--what", what, "--format", "npy"}).out);
  };
  const Position position = sicilian().position();
  std::vector<float> expected(kFeatures);
  encode_features(position, FeatureOrder::SideToMove, std::span<float, kFeatures>(expected));
  EXPECT_EQ(npy_of("features").header,
            "{'descr': '<f4', 'fortran_order': False, 'shape': (768,), }");
  EXPECT_EQ(npy_of("features").values, expected);

  encode_features(position, FeatureOrder::SideToMoveMirrored,
                  std::span<float, kFeatures>(expected));
  EXPECT_EQ(npy_of("mirrored").header, npy_of("features").header);
  EXPECT_EQ(npy_of("mirrored").values, expected);
  EXPECT_NE(npy_of("mirrored").values, npy_of("features").values);

  encode_features(position, FeatureOrder::Virgo, std::span<float, kFeatures>(expected));
  EXPECT_EQ(npy_of("virgo").header,
            "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 6, 64), }");
  EXPECT_EQ(npy_of("virgo").values, expected);

  const Npy policy = npy_of("policy");
  EXPECT_EQ(policy.header, "{'descr': '<f4', 'fortran_order': False, 'shape': (4168,), }");
  ASSERT_EQ(policy.values.size(), 4168u);
  for (int i = 0; i < kPolicySize; ++i)
    EXPECT_EQ(policy.values[static_cast<std::size_t>(i)] == 1,
              move_of_policy_index(i, position, Variant::Standard).has_value());
}

TEST(EncodeCommand, WritesIntoAFile) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "start.npy").string();
  const Finished result = run_tabiya({"encode", "--format", "npy", "-o", file});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, file + " written\n");
  EXPECT_EQ(npy_from(content_of(file)).values, planes_of(Game(), 8));

  const Finished failed = run_tabiya({"encode", "-o", "/no/such/folder/x.txt"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(failed.err,
            "tabiya encode: /no/such/folder/x.txt could not be written: No such file or "
            "directory\n");
}

TEST(EncodeCommand, KeepsBytesFromATerminal) {
  Conversation terminal({TABIYA_PROGRAM, "encode", "--format", "npy"},
                        Conversation::Over::Terminal);
  const std::string shown = terminal.rest();
  EXPECT_NE(shown.find("a .npy file is not written to a terminal: add -o FILE"), std::string::npos)
      << shown;
  EXPECT_EQ(shown.find("NUMPY"), std::string::npos);
  EXPECT_EQ(terminal.exit_code(), 2);
}

// Every number of a JSON text that follows this key, in order; the lists around them are counted.
struct JsonNumbers {
  std::vector<float> values;
  int lists = 0;
};
JsonNumbers numbers_after(const std::string& json, const std::string& key) {
  JsonNumbers result;
  const std::size_t begin = json.find("\"" + key + "\":");
  if (begin == std::string::npos) {
    ADD_FAILURE() << "no " << key;
    return result;
  }
  std::string digits;
  int depth = 0;
  for (std::size_t i = begin + key.size() + 3; i < json.size(); ++i) {
    if (json[i] == '[') {
      ++depth;
      ++result.lists;
    } else if (json[i] == ']' || json[i] == ',') {
      if (!digits.empty()) result.values.push_back(std::stof(digits));
      digits.clear();
      if (json[i] == ']' && --depth == 0) break;
    } else {
      digits += json[i];
    }
  }
  return result;
}

TEST(EncodeCommand, WritesJsonAsDeepAsTheTensor) {
  const std::string planes =
      run_tabiya({"encode", "--moves", "e2e4 c7c5 g1f3", "--history", "2", "--format", "json"}).out;
  EXPECT_TRUE(planes.starts_with(
      R"({"fen":"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",)"
      R"("to_move":"black","shape":[35,8,8],"values":[[[)"))
      << planes.substr(0, 200);
  EXPECT_TRUE(planes.ends_with("]]]}\n"));
  const JsonNumbers numbers = numbers_after(planes, "values");
  EXPECT_EQ(numbers.values, planes_of(sicilian(), 2));
  EXPECT_EQ(numbers.lists, 1 + 35 + 35 * 8);

  const std::string virgo = run_tabiya({"encode", "--what", "virgo", "--format", "json"}).out;
  EXPECT_EQ(numbers_after(virgo, "active").values.size(), 32u);
  EXPECT_EQ(numbers_after(virgo, "values").lists, 1 + 2 + 12);
}

TEST(EncodeCommand, DrawsThePlanes) {
  const std::string text = run_tabiya({"encode", "--moves", "e4", "--history", "1"}).out;
  EXPECT_NE(text.find("21 planes of 8x8, black to move"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  ........     .1....1.     ..1..1..     1......1     ...1....     "
                      "....1...\n\nThe opponent's\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  1111.111     ........"), std::string::npos) << text;
  EXPECT_EQ(text.find(" \n"), std::string::npos);
}

TEST(EncodeCommand, PlaysOnAfterARepetitionAndCountsIt) {
  const std::string text = run_tabiya({"encode", "--history", "2", "--moves",
                                       "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4"})
                               .out;
  EXPECT_NE(text.find("  13  at least three times: 0 everywhere"), std::string::npos) << text;
  EXPECT_NE(text.find("  27  at least three times: 1 everywhere"), std::string::npos) << text;
}

TEST(EncodeCommand, WritesCastlingByTheVariant) {
  constexpr auto kFen = "4k3/8/8/8/8/8/8/4K2R";
  const auto policy = [&](bool chess960) {
    std::vector<std::string> call{"encode", kFen, "w", "K", "-", "0", "1", "--what", "policy"};
    if (chess960) call.push_back("--chess960");
    return run_tabiya(call).out;
  };
  EXPECT_NE(policy(false).find("\n  262  e1g1   O-O\n"), std::string::npos) << policy(false);
  EXPECT_NE(policy(true).find("\n  263  e1h1   O-O\n"), std::string::npos) << policy(true);
}

TEST(EncodeCommand, TellsWhatAnIndexIs) {
  EXPECT_EQ(
      run_tabiya({"encode", "--moves", "e4", "--index", "796", "797", "799", "4102", "4096"}).out,
      "  796  e7e5   e5\n"
      "  797  e7f5   not legal here\n"
      "  799  e7h5   belongs to no move: no piece moves like that\n"
      " 4102  c2b1n  not legal here\n"
      " 4096  -      belongs to no move: a promotion that leaves the board from a2\n");
  EXPECT_EQ(
      run_tabiya({"encode", "--index", "4167", "796", "--format", "json"}).out,
      R"({"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","to_move":"white",)"
      R"("moves":[{"index":4167,"legal":false,"uci":null,"san":null},)"
      R"({"index":796,"legal":true,"uci":"e2e4","san":"e4"}]})"
      "\n");
}

TEST(EncodeCommand, RefusesWhatCannotBe) {
  const auto exit_code = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "encode");
    const Finished result = run_tabiya(arguments);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("tabiya encode: ")) << result.err;
    return result.exit_code;
  };
  EXPECT_EQ(exit_code({"--what", "dance"}), 2);
  EXPECT_EQ(exit_code({"--format", "xml"}), 2);
  EXPECT_EQ(exit_code({"--history", "0"}), 2);
  EXPECT_EQ(exit_code({"--history", "9"}), 2);
  EXPECT_EQ(exit_code({"--index", "4168"}), 2);
  EXPECT_EQ(exit_code({"--index", "-1"}), 2);
  EXPECT_EQ(exit_code({"--index", "1", "--what", "planes"}), 2);
  EXPECT_EQ(exit_code({"--index", "1", "--format", "npy"}), 2);
  EXPECT_EQ(exit_code({"8/8/8/8/8/8/8/8 w - - 0 1"}), 1);
  EXPECT_EQ(exit_code({"--moves", "e2e4", "e2e4"}), 1);
  EXPECT_EQ(exit_code({"--moves", "rubbish"}), 1);
}

}  // namespace
}  // namespace tabiya::test
