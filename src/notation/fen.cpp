#include "notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace tabiya {

namespace {

using Kind = NotationError::Kind;

// Strict or lenient; in lenient mode the complaints that can be lived with are collected.
// Of several faults the leftmost is told; those of the form come before those of the position.
class FenParser {
 public:
  FenParser(std::string_view text, std::vector<std::string>* warnings)
      : text_(text), warnings_(warnings) {}

  std::expected<Position, NotationError> parse();

 private:
  using Fault = std::optional<NotationError>;

  Fault fault(Kind kind, std::size_t at, std::string message) const {
    return NotationError{kind, at, std::move(message)};
  }
  // A fault that lenient reading overlooks.
  Fault tolerable(Kind kind, std::size_t at, std::string message) {
    if (warnings_ == nullptr) return fault(kind, at, std::move(message));
    // Once each: a castling field can repeat itself for megabytes.
    if (std::ranges::find(*warnings_, message) == warnings_->end())
      warnings_->push_back(std::move(message));
    return std::nullopt;
  }

  Fault wrong_count(std::size_t count);
  Fault placement(Word);
  Fault side_to_move(Word);
  Fault castling(Word);
  Fault castling_right(std::size_t at);
  std::optional<Square> castling_rook(Color, char upper) const;
  std::string missing_for_castling(Color, char upper) const;
  Fault en_passant(Word);
  Fault clock(Word, Kind, std::string_view name, unsigned least, std::uint32_t& out);
  Fault illegal(const SetupError&) const;
  std::expected<Position, NotationError> judge();
  std::size_t place_of(const SetupError&) const;
  std::size_t place_of_surplus(Color, std::optional<PieceType>, int allowed) const;

  std::string_view text_;
  std::vector<std::string>* warnings_;
  Setup setup_;
  std::array<std::size_t, kSquares> written_at_{};  // where in the text each square is told
  std::size_t en_passant_at_ = 0;
};

FenParser::Fault FenParser::wrong_count(std::size_t count) {
  // A no-break space looks like a blank.
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (const auto byte = static_cast<unsigned char>(text_[i]); byte >= 0x7F)
      return fault(Kind::FieldCount, i,
                   fmt::format("unexpected character {}: a FEN is plain ASCII, with blanks "
                               "between its fields",
                               quoted_at(text_, i)));
  std::string message = fmt::format(
      "{} field{} instead of six (pieces, side to move, castling, en passant, half-move clock, "
      "full-move number) or the first four",
      count, count == 1 ? "" : "s");
  if (count == 5) return tolerable(Kind::FieldCount, text_.size(), std::move(message));
  return fault(Kind::FieldCount, text_.size(), std::move(message));
}

FenParser::Fault FenParser::placement(Word field) {
  constexpr std::string_view field_name = "piece placement";
  const auto rank_has = [&](int rank, int files) {
    return fmt::format("{}: rank {} has {} square{} instead of 8", field_name, rank + 1, files,
                       files == 1 ? "" : "s");
  };
  int rank = 7;
  int file = 0;
  bool after_number = false;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    const char c = field.text[i];
    const std::size_t at = field.at + i;
    if (c == '/') {
      if (file != 8) return fault(Kind::Placement, at, rank_has(rank, file));
      if (rank == 0)
        return fault(Kind::Placement, at, fmt::format("{}: more than 8 ranks", field_name));
      --rank;
      file = 0;
      after_number = false;
      continue;
    }
    const bool number = c >= '1' && c <= '8';
    const auto piece = piece_from(c);
    if (!number && !piece)
      return fault(Kind::Placement, at,
                   fmt::format("{}: {} is neither a piece (pnbrqkPNBRQK) nor a number from 1 to 8",
                               field_name, quoted_at(text_, at)));
    if (number && after_number)
      return fault(Kind::Placement, at,
                   fmt::format("{}: two numbers in a row instead of their sum", field_name));
    const int width = number ? c - '0' : 1;
    if (file + width > 8)
      return fault(Kind::Placement, at,
                   fmt::format("{}: rank {} has more than 8 squares", field_name, rank + 1));
    for (int step = 0; step < width; ++step, ++file) {
      const Square square = square_at(rank * 8 + file);
      written_at_[static_cast<std::size_t>(square)] = at;
      setup_[square] = piece;
    }
    after_number = number;
  }
  const std::size_t end = field.at + field.text.size();
  if (rank != 0)
    return fault(
        Kind::Placement, end,
        fmt::format("{}: {} rank{} instead of 8", field_name, 8 - rank, rank == 7 ? "" : "s"));
  if (file != 8) return fault(Kind::Placement, end, rank_has(rank, file));
  return std::nullopt;
}

FenParser::Fault FenParser::side_to_move(Word field) {
  if (field.text == "w") {
    setup_.side_to_move = Color::White;
  } else if (field.text == "b") {
    setup_.side_to_move = Color::Black;
  } else {
    return fault(Kind::SideToMove, field.at,
                 fmt::format("side to move: {} is neither w nor b", in_quotes(field.text)));
  }
  return std::nullopt;
}

// The rook that a castling letter means: K and Q the outermost on that side of the king, a
// file letter the one on that file. Nothing if there is none, or no king beside it.
std::optional<Square> FenParser::castling_rook(Color color, char upper) const {
  const Rank home = relative(color, Rank::R1);
  const auto has = [&](int file, PieceType type) {
    return setup_[square_at(static_cast<File>(file), home)] == Piece(color, type);
  };
  int king = 0;
  while (king < 8 && !has(king, PieceType::King)) ++king;
  if (king == 8) return std::nullopt;
  int rook = -1;
  if (upper == 'K') {
    for (rook = 7; rook > king && !has(rook, PieceType::Rook);) --rook;
  } else if (upper == 'Q') {
    for (rook = 0; rook < king && !has(rook, PieceType::Rook);) ++rook;
  } else {
    rook = upper - 'A';
  }
  if (!has(rook, PieceType::Rook)) return std::nullopt;
  return square_at(static_cast<File>(rook), home);
}

std::string FenParser::missing_for_castling(Color color, char upper) const {
  const Rank home = relative(color, Rank::R1);
  const auto king = std::ranges::find(setup_.board, Piece(color, PieceType::King));
  if (rank_of(square_at(static_cast<int>(king - setup_.board.begin()))) != home)
    return fmt::format("needs the {} king on rank {}", name(color), index(home) + 1);
  if (upper == 'K' || upper == 'Q')
    return fmt::format("needs a {} rook on the {}-file side of the king", name(color),
                       upper == 'K' ? 'h' : 'a');
  const Square rook = square_at(static_cast<File>(upper - 'A'), home);
  return fmt::format("needs a {} rook on {}", name(color), to_string(rook));
}

FenParser::Fault FenParser::castling(Word field) {
  if (field.text == "-") return std::nullopt;
  // There are four rights: among this many letters, one was already refused or warned of. What
  // comes behind is not worth the time a hostile megabyte would take.
  constexpr std::size_t enough = 16;
  for (std::size_t i = 0; i < std::min(field.text.size(), enough); ++i)
    if (auto error = castling_right(field.at + i)) return error;
  return std::nullopt;
}

FenParser::Fault FenParser::castling_right(std::size_t at) {
  const auto complaint = [&](std::string_view what) {
    return fmt::format("castling rights: {} {}", quoted_at(text_, at), what);
  };
  const char c = text_[at];
  const bool lower = c >= 'a' && c <= 'z';
  const char upper = lower ? static_cast<char>(c - 'a' + 'A') : c;
  if (c == '-')
    return fault(Kind::Castling, at, complaint("means no rights at all and stands alone"));
  if (upper != 'K' && upper != 'Q' && !(upper >= 'A' && upper <= 'H'))
    return fault(Kind::Castling, at, complaint("is neither one of KQkq nor the file of a rook"));

  const Color color = lower ? Color::Black : Color::White;
  const auto rook = castling_rook(color, upper);
  if (!rook) {
    // A king that is missing altogether is worse than one that cannot castle.
    if (const auto position = Position::from(setup_); !position) return illegal(position.error());
    return tolerable(Kind::Castling, at, complaint(missing_for_castling(color, upper)));
  }
  if (setup_.castling_rooks.contains(*rook))
    return tolerable(Kind::Castling, at, complaint("repeats a right"));
  const auto king = std::ranges::find(setup_.board, Piece(color, PieceType::King));
  const Square king_square = square_at(static_cast<int>(king - setup_.board.begin()));
  for (Square other : setup_.castling_rooks& squares_of(rank_of(*rook)))
    if (wing_of(king_square, other) == wing_of(king_square, *rook))
      return tolerable(Kind::Castling, at,
                       complaint("names a second rook on one side of the king"));
  setup_.castling_rooks |= Bitboard(*rook);
  return std::nullopt;
}

FenParser::Fault FenParser::en_passant(Word field) {
  en_passant_at_ = field.at;
  if (field.text == "-") return std::nullopt;
  setup_.en_passant = square_from(field.text);
  if (!setup_.en_passant)
    return fault(Kind::EnPassant, field.at,
                 fmt::format("en passant: {} is neither a square nor -", in_quotes(field.text)));
  return std::nullopt;
}

FenParser::Fault FenParser::clock(Word field, Kind kind, std::string_view name, unsigned least,
                                  std::uint32_t& out) {
  constexpr unsigned most = kHighestClock;
  const char* const end = field.text.data() + field.text.size();
  unsigned value = 0;
  const auto [stop, error] = std::from_chars(field.text.data(), end, value);
  if (error == std::errc{} && stop == end && value >= least && value <= most) {
    out = value;
    return std::nullopt;
  }
  const bool digits = stop == end;  // then the number as a whole is at fault
  return tolerable(
      kind, digits ? field.at : field.at + static_cast<std::size_t>(stop - field.text.data()),
      fmt::format("{}: {} is not a whole number from {} to {}", name, in_quotes(field.text), least,
                  most));
}

// Where the text tells the first piece beyond the allowed number.
std::size_t FenParser::place_of_surplus(Color color, std::optional<PieceType> type,
                                        int allowed) const {
  for (int rank = 7; rank >= 0; --rank)
    for (int file = 0; file < 8; ++file) {
      const Square square = square_at(rank * 8 + file);
      const auto piece = setup_[square];
      const bool counts = piece && piece->color() == color && (!type || piece->type() == *type);
      if (counts && allowed-- == 0) return written_at_[static_cast<std::size_t>(square)];
    }
  return 0;
}

// The place in the text that a rule about the whole position complains about.
std::size_t FenParser::place_of(const SetupError& error) const {
  using Rule = SetupError::Kind;
  switch (error.kind) {
    case Rule::NoKing:
      return written_at_[static_cast<std::size_t>(Square::A8)];
    case Rule::SeveralKings:
      return place_of_surplus(error.color, PieceType::King, 1);
    case Rule::TooManyPawns:
      return place_of_surplus(error.color, PieceType::Pawn, 8);
    case Rule::TooManyPieces:
      return place_of_surplus(error.color, std::nullopt, 16);
    case Rule::EnPassantRank:
    case Rule::EnPassantOccupied:
    case Rule::EnPassantPawn:
      return en_passant_at_;
    default:
      return written_at_[static_cast<std::size_t>(error.square)];
  }
}

FenParser::Fault FenParser::illegal(const SetupError& error) const {
  return fault(Kind::IllegalPosition, place_of(error), "illegal position: " + error.message());
}

std::expected<Position, NotationError> FenParser::judge() {
  auto position = Position::from(setup_);
  if (position) return *position;
  const SetupError& error = position.error();
  // Castling rights have been judged letter by letter.
  if (error.kind < SetupError::Kind::EnPassantRank) return std::unexpected(*illegal(error));
  if (auto refused = tolerable(Kind::EnPassant, place_of(error), "en passant: " + error.message()))
    return std::unexpected(std::move(*refused));
  setup_.en_passant.reset();
  return judge();
}

std::expected<Position, NotationError> FenParser::parse() {
  WordReader words(text_);
  std::array<Word, 6> fields;
  std::size_t count = 0;
  while (count < fields.size()) {
    const auto word = words.next();
    if (!word) break;
    fields[count++] = *word;
  }

  Fault error;
  if (count != 4 && count != 6) error = wrong_count(count);
  if (!error) error = placement(fields[0]);
  if (!error) error = side_to_move(fields[1]);
  if (!error) error = castling(fields[2]);
  if (!error) error = en_passant(fields[3]);
  if (!error && count >= 5)
    error = clock(fields[4], Kind::HalfmoveClock, "half-move clock", 0, setup_.halfmove_clock);
  if (!error && count == 6)
    error = clock(fields[5], Kind::FullmoveNumber, "full-move number", 1, setup_.fullmove_number);
  if (!error)
    if (const auto surplus = words.next())
      error = fault(Kind::FieldCount, surplus->at,
                    fmt::format("unexpected text after the six fields: {}",
                                in_quotes(text_.substr(surplus->at))));
  if (error) return std::unexpected(std::move(*error));
  return judge();
}

std::string placement_text(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const auto piece = position.piece_at(square_at(rank * 8 + file));
      if (!piece) {
        ++empty;
        continue;
      }
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
      text += letter(*piece);
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
    if (rank > 0) text += '/';
  }
  return text;
}

// A file letter is needed where K or Q would mean another rook further out.
bool is_outermost(const Position& position, Color color, Wing wing, Square rook) {
  const Bitboard rooks = position.pieces(color, PieceType::Rook) & squares_of(rank_of(rook));
  return rook == (wing == Wing::Kingside ? rooks.last() : rooks.first());
}

std::string castling_text(const Position& position, FenStyle::Castling style) {
  std::string text;
  for (Color color : kColors)
    for (Wing wing : kWings) {
      const auto rook = position.castling_rook(color, wing);
      if (!rook) continue;
      char right = wing == Wing::Kingside ? 'K' : 'Q';
      if (style == FenStyle::Castling::Shredder || !is_outermost(position, color, wing, *rook))
        right = static_cast<char>('A' + index(file_of(*rook)));
      text += color == Color::White ? right : static_cast<char>(right - 'A' + 'a');
    }
  return text.empty() ? "-" : text;
}

}  // namespace

std::expected<Position, NotationError> parse_fen(std::string_view text) {
  return FenParser(text, nullptr).parse();
}

std::expected<LenientFen, NotationError> parse_fen_leniently(std::string_view text) {
  std::vector<std::string> warnings;
  auto position = FenParser(text, &warnings).parse();
  if (!position) return std::unexpected(std::move(position.error()));
  return LenientFen{*position, std::move(warnings)};
}

std::string to_fen_fields(const Position& position, FenStyle style) {
  const auto target = style.en_passant == FenStyle::EnPassant::Always
                          ? position.en_passant_target()
                          : position.en_passant_capture();
  return fmt::format("{} {} {} {}", placement_text(position),
                     position.side_to_move() == Color::White ? 'w' : 'b',
                     castling_text(position, style.castling), target ? to_string(*target) : "-");
}

std::string to_fen(const Position& position, FenStyle style) {
  return fmt::format("{} {} {}", to_fen_fields(position, style), position.halfmove_clock(),
                     position.fullmove_number());
}

}  // namespace tabiya
