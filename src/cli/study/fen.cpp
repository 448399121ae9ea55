#include "cli/commands.h"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/terminal.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "notation/board_text.h"
#include "notation/fen.h"
#include "notation/san.h"

namespace tabiya {

namespace {

std::string castling_of(const Position& position, Color color) {
  std::string text;
  for (Wing wing : kWings) {
    const auto rook = position.castling_rook(color, wing);
    if (!rook) continue;
    if (!text.empty()) text += ", ";
    text += wing == Wing::Kingside ? "O-O" : "O-O-O";
    if (needs_chess960(position)) text += fmt::format(" (rook {})", to_string(*rook));
  }
  return text.empty() ? "no" : text;
}

std::string en_passant_of(const Position& position) {
  const auto target = position.en_passant_target();
  if (!target) return "no";
  return to_string(*target) +
         (position.en_passant_capture() ? "" : ", but no capture there is legal");
}

std::string state_of(const Position& position) {
  if (const auto outcome = Game(position).outcome()) {
    if (outcome->is_draw()) return fmt::format("draw, {}", describe(outcome->ending));
    return fmt::format("{}, {} wins", describe(outcome->ending), name(*outcome->winner));
  }
  if (!position.in_check()) return "in progress";
  std::string checkers;
  for (Square square : position.checkers())
    checkers += fmt::format("{}{} {}", checkers.empty() ? "" : " and ",
                            name(position.piece_at(square)->type()), to_string(square));
  return fmt::format("{} is in check from {}", name(position.side_to_move()), checkers);
}

ExitCode fen_command(const std::vector<std::string>& words) {
  std::string text = fmt::format("{}", fmt::join(words, " "));
  if (text == "startpos") text = kStartFen;
  const auto parsed = parse_fen(text);
  if (!parsed) return wrong_text("tabiya fen", text, parsed.error());
  const Position& position = *parsed;
  const auto moves = legal_moves_as_san(position);

  fmt::print("{}\n", board_text(position, {.unicode = shows_unicode(STDOUT_FILENO),
                                           .color = wants_color(STDOUT_FILENO)}));
  const auto row = [](std::string_view label, std::string_view value) {
    fmt::print("{:<13}{}\n", label, value);
  };
  row("To move",
      fmt::format("{}, move {}", name(position.side_to_move()), position.fullmove_number()));
  row("State", state_of(position));
  row("Castling", fmt::format("white {}; black {}", castling_of(position, Color::White),
                              castling_of(position, Color::Black)));
  row("En passant", en_passant_of(position));
  row("50 moves",
      fmt::format("{} half-moves since a capture or pawn move", position.halfmove_clock()));
  row("Legal moves", fmt::format("{}", moves.size()));
  if (!moves.empty()) row("", wrapped(moves, std::string(13, ' '), 80));
  row("FEN", to_fen(position));
  row("Key", fmt::format("{:016x}", position.key()));
  return ExitCode::Done;
}

}  // namespace

void register_fen(CommandLine& line) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App& command =
      line.add(Purpose::Study, "fen", "Explain a position: board, rights, legal moves, outcome");
  command.add_option("FEN", *words, "The position, with or without quotes, or startpos")
      ->required();
  command.footer(
      "Example:\n  tabiya fen \"r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 "
      "4\"");
  line.when_chosen(command, [words] { return fen_command(*words); });
}

}  // namespace tabiya
