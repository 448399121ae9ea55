#include "cli/study/encoded.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "encode/planes.h"
#include "encode/policy_index.h"
#include "notation/fen.h"

namespace tabiya {

namespace {

constexpr std::array<std::string_view, 6> kPieces{"pawns", "knights", "bishops",
                                                  "rooks", "queens",  "king"};
constexpr std::array<std::string_view, kPlanesOfPresent> kOfThePresent{
    "own queenside castling",
    "own kingside castling",
    "opponent's queenside castling",
    "opponent's kingside castling",
    "half-move clock",
    "move number",
    "unused"};

using Lines = fmt::memory_buffer;

template <class... Values>
void add(Lines& lines, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(lines), format, std::forward<Values>(values)...);
}

std::span<const float> plane_of(const Tensor& tensor, int plane) {
  return std::span(tensor.values).subspan(static_cast<std::size_t>(plane) * kSquares, kSquares);
}

// Six boards side by side, the far side of the board at the top.
void add_boards(Lines& lines, const Tensor& tensor, int first) {
  for (std::size_t type = 0; type < kPieces.size(); ++type)
    add(lines, "  {:<11}", fmt::format("{} {}", first + static_cast<int>(type), kPieces[type]));
  for (std::size_t row = 8; row-- > 0;) {
    add(lines, "\n");
    for (int type = 0; type < 6; ++type) {
      add(lines, "  ");
      for (const float cell : plane_of(tensor, first + type).subspan(row * 8, 8))
        add(lines, "{}", cell == 0 ? '.' : '1');
      if (type < 5) add(lines, "   ");
    }
  }
  add(lines, "\n\n");
}

void add_constant(Lines& lines, const Tensor& tensor, int plane, std::string_view name) {
  add(lines, "  {:<4}{}: {} everywhere\n", plane, name, plane_of(tensor, plane).front());
}

std::string without_blanks_at_line_ends(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') result.erase(result.find_last_not_of(' ') + 1);
    result += c;
  }
  return result;
}

void add_readings(Lines& lines, std::span<const IndexReading> readings) {
  for (const IndexReading& reading : readings)
    add(lines, "{:>5}  {:<6} {}\n", reading.index, reading.move.empty() ? "-" : reading.move,
        reading.san.empty() ? reading.why_not : reading.san);
}

}  // namespace

std::string planes_text(const Game& game, int history_steps) {
  const Tensor tensor = planes_tensor(game, history_steps);
  const Color us = game.position().side_to_move();
  Lines lines;
  add(lines, "{}\n{} planes of 8x8, {} to move: own pieces are {}'s, row 0 (below) is rank {}\n\n",
      to_fen(game.position()), planes_for(history_steps), name(us), name(us),
      us == Color::White ? 1 : 8);

  const int known =
      static_cast<int>(std::min(game.length() + 1, static_cast<std::size_t>(history_steps)));
  for (int step = 0; step < known; ++step) {
    const int first = step * kPlanesOfStep;
    if (step == 0)
      add(lines, "Now, own pieces\n");
    else
      add(lines, "{} half-move{} ago, own pieces\n", step, step == 1 ? "" : "s");
    add_boards(lines, tensor, first);
    add(lines, "The opponent's\n");
    add_boards(lines, tensor, first + 6);
    add_constant(lines, tensor, first + 12, "position seen at least twice");
    add_constant(lines, tensor, first + 13, "at least three times");
    add(lines, "\n");
  }
  const int present = history_steps * kPlanesOfStep;
  if (known < history_steps)
    add(lines, "Before the game began\n  {} to {}: 0 everywhere\n\n", known * kPlanesOfStep,
        present - 1);
  add(lines, "The game\n");
  for (int i = 0; i < kPlanesOfPresent; ++i)
    add_constant(lines, tensor, present + i, kOfThePresent[static_cast<std::size_t>(i)]);
  return without_blanks_at_line_ends(fmt::to_string(lines));
}

std::string features_text(const Position& position, FeatureOrder order) {
  const FeatureList active = active_features(position, order);
  const bool virgo = order == FeatureOrder::Virgo;
  const bool exchanged = order == FeatureOrder::SideToMoveMirrored &&
                         stands_right(position.king(position.side_to_move()));
  Lines lines;
  add(lines, "{}\n{} of 768 features are 1, {}\n", to_fen(position), active.size(),
      virgo ? "black's pieces first, squares as White sees them"
            : fmt::format("seen by {} (side to move){}", name(position.side_to_move()),
                          exchanged ? ", left and right exchanged" : ""));
  const std::uint16_t* next = active.begin();
  for (int kind = 0; kind < 12; ++kind) {
    const std::string_view owner =
        virgo ? (kind < 6 ? "black" : "white") : (kind < 6 ? "own" : "opponent's");
    const std::string_view piece = kPieces[static_cast<std::size_t>(kind % 6)];
    add(lines, "{:<20}", fmt::format("{} {}", owner, piece));
    if (next == active.end() || *next >= (kind + 1) * kSquares) add(lines, "-");
    for (bool first = true; next != active.end() && *next < (kind + 1) * kSquares; first = false)
      add(lines, "{}{}", first ? "" : " ", *next++);
    add(lines, "\n");
  }
  return fmt::to_string(lines);
}

std::string policy_text(const Game& game) {
  const auto readings = legal_readings(game);
  Lines lines;
  add(lines, "{}\n{} of {} policy indices are legal moves, {} to move\n", to_fen(game.position()),
      readings.size(), kPolicySize, name(game.position().side_to_move()));
  add_readings(lines, readings);
  return fmt::to_string(lines);
}

std::string indices_text(const Game& game, std::span<const int> indices) {
  Lines lines;
  for (const int index : indices) add_readings(lines, std::array{reading_of(game, index)});
  return fmt::to_string(lines);
}

}  // namespace tabiya
