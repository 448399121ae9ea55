#include "support/data.h"

#include <fstream>
#include <stdexcept>

#include "notation/fen.h"

namespace tabiya::test {

std::vector<std::string> data_lines(const std::string& file) {
  std::ifstream in(std::string(TABIYA_TEST_DATA) + "/" + file);
  if (!in) throw std::runtime_error("cannot read tests/data/" + file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  if (lines.empty()) throw std::runtime_error("nothing in tests/data/" + file);
  return lines;
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = text.find(at, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

Position position_of(std::string_view fen) {
  const auto position = parse_fen(fen);
  if (!position) throw std::runtime_error(std::string(fen) + ": " + position.error().message);
  return *position;
}

Position mirrored(const Position& position) {
  const Setup from = position.setup();
  Setup to = from;
  for (int i = 0; i < kSquares; ++i) {
    const auto piece = from[square_at(i)];
    auto& cell = to[mirrored(square_at(i))];
    cell.reset();
    if (piece) cell = Piece(!piece->color(), piece->type());
  }
  to.side_to_move = !from.side_to_move;
  to.castling_rooks = mirrored(from.castling_rooks);
  if (from.en_passant) to.en_passant = mirrored(*from.en_passant);
  return Position::from(to).value();
}

std::vector<PerftLine> perft_lines(const std::string& file) {
  std::vector<PerftLine> result;
  for (const std::string& line : data_lines(file)) {
    const auto parts = split(line, ';');
    PerftLine perft{parts.at(0).substr(0, parts[0].find_last_not_of(' ') + 1), {}};
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const auto words = split(parts[i], ' ');
      perft.counts.emplace_back(std::stoi(words.at(0).substr(1)), std::stoull(words.at(1)));
    }
    result.push_back(perft);
  }
  return result;
}

}  // namespace tabiya::test
