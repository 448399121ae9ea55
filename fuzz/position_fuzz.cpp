// Any bytes as a set-up board. If it is accepted, two plies have as many moves as the slow rules
// find, and as the mirrored position has; if not, the error is sound.
#include "chess/perft.h"
#include "chess/setup.h"
#include "slow_chess.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

// Squares for the kings, then flags, castling files and an en-passant square, then a square and a
// piece for every two bytes. Castling rights without a rook are dropped unless a flag says
// otherwise: most boards must be accepted.
Setup setup_from(Bytes bytes) {
  Setup setup;
  const auto square = [&] { return square_at(bytes.byte() % 64); };
  setup[square()] = Piece(Color::White, PieceType::King);
  setup[square()] = Piece(Color::Black, PieceType::King);
  const std::uint8_t flags = bytes.byte();
  std::uint64_t castling = bytes.byte();
  castling |= std::uint64_t{bytes.byte()} << 56;
  const std::uint8_t passed = bytes.byte();
  while (!bytes.empty()) {
    const Square where = square();
    const std::uint8_t what = bytes.byte();
    const auto type = static_cast<PieceType>(what % 6);
    if (type == PieceType::King && what < 192) continue;
    setup[where] = Piece(what & 64 ? Color::White : Color::Black, type);
  }
  setup.side_to_move = flags & 1 ? Color::Black : Color::White;
  for (int i = 0; i < kSquares; ++i) {
    const auto piece = setup[square_at(i)];
    const bool rook = piece && piece->type() == PieceType::Rook;
    if ((castling >> i & 1) != 0 && (rook || (flags & 2) != 0))
      setup.castling_rooks |= Bitboard(square_at(i));
  }
  if (passed >= 64) setup.en_passant = square_at(passed % 64);
  setup.halfmove_clock = flags & 4 ? 0xFFFF : flags;
  return setup;
}

SlowBoard slow(const Setup& setup) {
  SlowBoard board;
  for (int i = 0; i < kSquares; ++i) {
    const auto piece = setup[square_at(i)];
    board.cells[i] = piece ? letter(*piece) : '.';
    board.may_castle[i] = setup.castling_rooks.contains(square_at(i));
  }
  board.white_to_move = setup.side_to_move == Color::White;
  if (setup.en_passant) board.en_passant = index(*setup.en_passant);
  return board;
}

Setup mirrored(const Setup& setup) {
  Setup other = setup;
  for (int i = 0; i < kSquares; ++i) {
    const auto piece = setup[square_at(i)];
    auto& cell = other[tabiya::mirrored(square_at(i))];
    cell.reset();
    if (piece) cell = Piece(!piece->color(), piece->type());
  }
  other.side_to_move = !setup.side_to_move;
  other.castling_rooks = tabiya::mirrored(setup.castling_rooks);
  if (setup.en_passant) other.en_passant = tabiya::mirrored(*setup.en_passant);
  return other;
}

void check_refusal(const Setup& setup, const SetupError& error) {
  require_printable(error.message());
  if (error.kind == SetupError::Kind::OpponentInCheck) {
    const SlowBoard board = slow(setup);
    require(slow_attacked(board, slow_king(board, !board.white_to_move), board.white_to_move),
            "a board is refused for a check only if there is one");
  }
}

void check(const Setup& setup) {
  const auto position = Position::from(setup);
  const auto other = Position::from(mirrored(setup));
  require(position.has_value() == other.has_value(), "a mirrored board is as legal as the board");
  if (!position) return check_refusal(setup, position.error());

  const std::string fen = to_fen(*position);
  require(position->setup() == setup, "a position keeps its set-up", fen);
  const SlowBoard board = slow(setup);
  require(!slow_attacked(board, slow_king(board, !board.white_to_move), board.white_to_move),
          "the side not to move is not in check", fen);
  require(position->in_check() ==
              slow_attacked(board, slow_king(board, board.white_to_move), !board.white_to_move),
          "a check is a check", fen);

  const int count = count_legal_moves(*position);
  const int depth = count > 150 ? 1 : 2;  // composed positions would take too long
  const std::uint64_t nodes = perft(*position, depth);
  require(nodes == slow_perft(board, depth), "perft agrees with the slow rules", fen);
  require(nodes == perft(*other, depth), "mirrored positions have as many moves", fen);
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check(tabiya::fuzz::setup_from({data, size}));
  return 0;
}
