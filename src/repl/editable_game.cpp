#include "repl/editable_game.h"

#include "base/text.h"
#include "chess/move.h"

namespace tabiya {
namespace {

// The outermost rook on that side of the king, on the king's own back rank.
std::optional<Square> castling_rook(const Setup& setup, Color color, Wing wing) {
  const Rank rank = relative(color, Rank::R1);
  const bool kingside = wing == Wing::Kingside;
  std::optional<Square> rook;
  for (int step = 0; step < 8; ++step) {  // from the corner inwards
    const Square square = square_at(static_cast<File>(kingside ? 7 - step : step), rank);
    if (!rook && setup[square] == Piece(color, PieceType::Rook)) rook = square;
    if (setup[square] == Piece(color, PieceType::King)) return rook;
  }
  return std::nullopt;
}

void lose_castling(Setup& setup, Color color) {
  for (const Square square : setup.castling_rooks)
    if (setup[square] && setup[square]->color() == color) setup.castling_rooks &= ~Bitboard(square);
}

}  // namespace

Setup EditableGame::setup() const {
  if (const Game* const game = std::get_if<Game>(&state_)) return game->position().setup();
  return std::get<Setup>(state_);
}

Result<Game*> EditableGame::game() {
  if (const Setup* const setup = std::get_if<Setup>(&state_)) {
    const auto position = Position::from(*setup);
    if (!position) return std::unexpected(Error{position.error().message()});
    state_ = Game(*position);
  }
  return &std::get<Game>(state_);
}

Setup& EditableGame::edit() {
  if (std::holds_alternative<Game>(state_)) {
    Setup setup = this->setup();
    setup.en_passant.reset();
    setup.halfmove_clock = 0;
    setup.fullmove_number = 1;
    state_ = setup;
  }
  return std::get<Setup>(state_);
}

void EditableGame::clear() {
  Setup empty;
  empty.side_to_move = setup().side_to_move;
  state_ = empty;
}

void EditableGame::put(Square square, std::optional<Piece> piece) {
  const std::optional<Piece> before = setup()[square];
  if (before == piece) return;
  Setup& changed = edit();
  if (before && before->type() == PieceType::King) lose_castling(changed, before->color());
  changed.castling_rooks &= ~Bitboard(square);
  changed[square] = piece;
}

void EditableGame::give_turn(Color color) {
  if (setup().side_to_move != color) edit().side_to_move = color;
}

Result<void> EditableGame::allow_castling(std::string_view letters) {
  Setup changed = setup();
  changed.castling_rooks = {};
  for (const char letter : letters == "-" ? std::string_view() : letters) {
    const auto piece = piece_from(letter);
    const bool known =
        piece && (piece->type() == PieceType::King || piece->type() == PieceType::Queen);
    if (!known) return failure("{} is not K, Q, k or q", in_quotes(letter));
    const Wing wing = piece->type() == PieceType::King ? Wing::Kingside : Wing::Queenside;
    const auto rook = castling_rook(changed, piece->color(), wing);
    if (!rook)
      return failure("{} has no king and rook to castle {}side", name(piece->color()),
                     wing == Wing::Kingside ? "king" : "queen");
    changed.castling_rooks |= Bitboard(*rook);
  }
  edit().castling_rooks = changed.castling_rooks;
  return {};
}

}  // namespace tabiya
