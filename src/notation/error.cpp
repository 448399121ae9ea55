#include "notation/error.h"

#include <algorithm>

#include "notation/printable.h"
#include "notation/words.h"

namespace tabiya {

std::string point_at(std::string_view text, std::size_t at) {
  constexpr std::size_t widest = 100;  // more than any FEN needs
  constexpr std::size_t before = 60;

  // One column for each character, not each byte.
  std::size_t columns = 0;
  std::size_t caret = 0;
  for (std::size_t i = 0; i < text.size(); ++columns) {
    i += character_at(text, i).bytes.size();
    if (i <= at) ++caret;
  }
  std::size_t first = 0;
  if (columns > widest) first = std::min(caret > before ? caret - before : 0, columns - widest);
  const std::size_t last = std::min(columns, first + widest);

  std::string line;
  std::size_t column = 0;
  for (std::size_t i = 0; column < last; ++column) {
    const Character character = character_at(text, i);
    i += character.bytes.size();
    if (column < first) continue;
    const bool cut = (column == first && first > 0) || (column + 1 == last && last < columns);
    // Nothing that would move the cursor.
    if (cut)
      line += "…";
    else if (is_space(character.bytes.front()))
      line += ' ';
    else if (character.printable())
      line += character.bytes;
    else
      line += '?';
  }
  return line + '\n' + std::string(caret - first, ' ') + '^';
}

}  // namespace tabiya
