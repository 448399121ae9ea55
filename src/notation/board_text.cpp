#include "notation/board_text.h"

#include <array>
#include <string_view>

namespace tabiya {

namespace {

std::string_view symbol(Piece piece) {
  static constexpr std::array<std::array<std::string_view, 6>, 2> symbols{
      {{"♙", "♘", "♗", "♖", "♕", "♔"}, {"♟", "♞", "♝", "♜", "♛", "♚"}}};
  return symbols[static_cast<std::size_t>(piece.color())][static_cast<std::size_t>(piece.type())];
}

// On coloured squares both sides wear the solid symbols, told apart by their colour, since the
// outlined ones are hard to see.
std::string colored_cell(std::optional<Piece> piece, bool light, bool unicode) {
  std::string text = light ? "\x1b[48;5;180m" : "\x1b[48;5;137m";
  if (!piece) return text + "  ";
  text += piece->color() == Color::White ? "\x1b[38;5;231m" : "\x1b[38;5;16m";
  if (unicode)
    text += symbol(Piece(Color::Black, piece->type()));
  else
    text += letter(*piece);
  return text + " ";
}

}  // namespace

std::string board_text(const Position& position, BoardStyle style) {
  return board_text(position.setup(), style);
}

std::string board_text(const Setup& setup, BoardStyle style) {
  const bool spaced = !style.narrow || style.color;
  const bool flipped = style.bottom == Color::Black;
  std::string text;
  for (int row = 0; row < 8; ++row) {
    const int rank = flipped ? row : 7 - row;
    text += static_cast<char>('1' + rank);
    text += ' ';
    for (int column = 0; column < 8; ++column) {
      const int file = flipped ? 7 - column : column;
      const Square square = square_at(rank * 8 + file);
      const std::optional<Piece> piece = setup[square];
      if (style.color) {
        text += colored_cell(piece, is_light(square), style.unicode);
        continue;
      }
      if (!piece)
        text += '.';
      else if (style.unicode)
        text += symbol(*piece);
      else
        text += letter(*piece);
      if (spaced && column < 7) text += ' ';
    }
    text += style.color ? "\x1b[0m\n" : "\n";
  }
  if (!spaced) return text + (flipped ? "  hgfedcba\n" : "  abcdefgh\n");
  return text + (flipped ? "  h g f e d c b a\n" : "  a b c d e f g h\n");
}

}  // namespace tabiya
