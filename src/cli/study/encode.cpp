#include "cli/commands.h"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <expected>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "cli/options.h"
#include "cli/study/encoded.h"
#include "cli/study/npy.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "notation/fen.h"
#include "notation/play.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace tabiya {

namespace {

struct EncodeOptions {
  std::vector<std::string> fen;
  std::vector<std::string> moves;
  std::string what;  // empty: planes, or policy if there are indices
  int history = kMostHistory;
  std::string format = "text";
  std::string output;
  std::vector<int> indices;
  bool chess960 = false;
};

// Games that are over by the rules are played on: a network may be shown any position.
std::expected<Move, NotationError> move_from(const Game& game, const std::string& text) {
  const auto uci = parse_uci(game.position(), text, game.variant());
  if (uci || uci.error().kind != NotationError::Kind::MoveFormat) return uci;
  return parse_san(game.position(), text);
}

// What can be shown, and how.
struct Encoding {
  std::string_view name;
  std::string (*text)(const Game&, int history);
  std::string (*json)(const Game&, int history);
  Tensor (*tensor)(const Game&, int history);
};

template <FeatureOrder Order>
constexpr Encoding features(std::string_view name) {
  return {name, [](const Game& game, int) { return features_text(game.position(), Order); },
          [](const Game& game, int) { return features_json(game.position(), Order); },
          [](const Game& game, int) { return features_tensor(game.position(), Order); }};
}

constexpr std::array kEncodings{
    Encoding{"planes", planes_text, planes_json, planes_tensor},
    features<FeatureOrder::SideToMove>("features"),
    features<FeatureOrder::SideToMoveMirrored>("mirrored"), features<FeatureOrder::Virgo>("virgo"),
    Encoding{"policy", [](const Game& game, int) { return policy_text(game); },
             [](const Game& game, int) { return policy_json(game); },
             [](const Game& game, int) { return policy_tensor(game); }}};

std::string content_of(const EncodeOptions& options, const Game& game) {
  const bool json = options.format == "json";
  if (!options.indices.empty())
    return json ? indices_json(game, options.indices) : indices_text(game, options.indices);
  const std::string what = options.what.empty() ? "planes" : options.what;
  const Encoding& encoding = *std::ranges::find(kEncodings, what, &Encoding::name);
  if (options.format == "npy") return npy_file(encoding.tensor(game, options.history));
  return (json ? encoding.json : encoding.text)(game, options.history);
}

ExitCode give(const std::string& content, const std::string& output) {
  if (output.empty()) {
    std::fwrite(content.data(), 1, content.size(), stdout);  // run() sees whether it arrived
    return ExitCode::Done;
  }
  if (const auto written = write_file_atomically(output, std::as_bytes(std::span(content)));
      !written)
    return failed("encode", written.error().message);
  fmt::print("{} written\n", output);
  return ExitCode::Done;
}

ExitCode wrong_usage(std::string_view why) {
  return failed("encode", fmt::format("{}\nTry: tabiya encode --help", why), ExitCode::WrongUsage);
}

ExitCode encode_command(const EncodeOptions& options) {
  const bool npy = options.format == "npy";
  if (!options.indices.empty() && !options.what.empty() && options.what != "policy")
    return wrong_usage("--index is for the policy: use it only with --what policy");
  if (!options.indices.empty() && npy) return wrong_usage("--index prints text or JSON, not .npy");
  if (npy && options.output.empty() && isatty(STDOUT_FILENO) == 1)
    return wrong_usage("a .npy file is not written to a terminal: add -o FILE, | or >");

  std::string fen = fmt::format("{}", fmt::join(options.fen, " "));
  if (fen.empty() || fen == "startpos") fen = kStartFen;
  auto game = game_from_fen(fen, options.chess960 ? Variant::Chess960 : Variant::Standard);
  if (!game) return wrong_text("tabiya encode", fen, game.error());
  std::istringstream moves(fmt::format("{}", fmt::join(options.moves, " ")));
  for (std::string text; moves >> text;) {
    const auto move = move_from(*game, text);
    if (!move) return wrong_text("tabiya encode", text, move.error());
    game->play(*move);
  }
  return give(content_of(options, *game), options.output);
}

}  // namespace

void register_encode(CommandLine& line) {
  auto options = std::make_shared<EncodeOptions>();
  CLI::App& command =
      line.add(Purpose::Develop, "encode",
               "Show the input of networks: a position as numbers, a move as an index");
  command
      .add_option("FEN", options->fen, "The position, with or without quotes (default: startpos)")
      ->type_name("");
  command.add_option("--moves", options->moves, "Moves from there, in UCI or SAN")
      ->type_name("MOVE");
  choice_option(command, "--what", options->what,
                {"planes", "features", "mirrored", "virgo", "policy"},
                "planes, features (768, side to move first), mirrored (the same with the own king "
                "on files a to d), virgo (the same as [2][6][64], black first) or policy (default: "
                "planes)",
                "WHAT");
  number_option(command, "--history", options->history, 1, kMostHistory,
                "Positions in the planes, the current one included", "H");
  choice_option(command, "--format", options->format, {"text", "json", "npy"},
                "text, json, or npy for NumPy", "FORMAT");
  file_option(command, "-o,--output", options->output, "File to write (default: standard output)");
  command
      .add_option("--index", options->indices,
                  "Show instead which moves these policy indices are in this position")
      ->check(number_check(0, kPolicySize - 1))
      ->type_name("N");
  command.add_flag("--chess960", options->chess960, "Castling is the king to its rook's square");
  command.footer(
      "Examples:\n  tabiya encode startpos --moves e4 e5 --history 1\n"
      "  tabiya encode --what policy\n  tabiya encode --index 796 4102");
  line.when_chosen(command, [options] { return encode_command(*options); });
}

}  // namespace tabiya
