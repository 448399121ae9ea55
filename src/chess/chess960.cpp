#include "chess/chess960.h"

#include <algorithm>
#include <cassert>

namespace tabiya {

// The numbering is Reinhard Scharnagl's: number = light bishop + 4·(dark bishop + 4·(queen +
// 6·knights)), each counting free squares from the a file. The king goes between the rooks.
BackRank chess960_back_rank(int number) {
  assert(number >= 0 && number < kChess960Positions);
  std::array<std::optional<PieceType>, 8> row{};
  const auto place_on_free = [&row](int nth, PieceType type) {
    for (auto& square : row)
      if (!square && nth-- == 0) {
        square = type;
        return;
      }
  };

  row[static_cast<std::size_t>(number % 4 * 2 + 1)] = PieceType::Bishop;
  number /= 4;
  row[static_cast<std::size_t>(number % 4 * 2)] = PieceType::Bishop;
  number /= 4;
  place_on_free(number % 6, PieceType::Queen);
  number /= 6;

  // The ten ways to put two knights on five free squares, the first knight leftmost.
  int first = 0;
  for (int ways = 4; number >= ways; --ways) {
    number -= ways;
    ++first;
  }
  place_on_free(first, PieceType::Knight);
  place_on_free(first + number, PieceType::Knight);

  for (PieceType type : {PieceType::Rook, PieceType::King, PieceType::Rook}) place_on_free(0, type);

  BackRank result{};
  std::ranges::transform(row, result.begin(), [](const auto& type) { return *type; });
  return result;
}

Position chess960_start(int number) { return double_chess960_start(number, number); }

Position double_chess960_start(int white, int black) {
  Setup setup;
  for (Color color : kColors) {
    const BackRank row = chess960_back_rank(color == Color::White ? white : black);
    for (int file = 0; file < 8; ++file) {
      const Square home = relative(color, square_at(file));
      const PieceType type = row[static_cast<std::size_t>(file)];
      setup[home] = Piece(color, type);
      setup[home + pawn_step(color)] = Piece(color, PieceType::Pawn);
      if (type == PieceType::Rook) setup.castling_rooks |= Bitboard(home);
    }
  }
  return *Position::from(setup);
}

Position random_chess960_start(Random& random) {
  return chess960_start(static_cast<int>(random.below(kChess960Positions)));
}

std::optional<int> chess960_number(const BackRank& row) {
  for (int number = 0; number < kChess960Positions; ++number)
    if (chess960_back_rank(number) == row) return number;
  return std::nullopt;
}

bool needs_chess960(const Position& position) {
  for (Square rook : position.castling_rooks()) {
    const Color color = position.piece_at(rook)->color();
    if (file_of(position.king(color)) != File::E) return true;
    if (file_of(rook) != File::A && file_of(rook) != File::H) return true;
  }
  return false;
}

}  // namespace tabiya
