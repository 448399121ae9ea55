#include "notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "notation/words.h"

namespace tabiya {

namespace {

using Kind = NotationError::Kind;

// Strict or lenient; in lenient mode the complaints that can be lived with are collected.
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
    warnings_->push_back(std::move(message));
    return std::nullopt;
  }

  Fault placement(Word);
  Fault side_to_move(Word);
  Fault castling(Word);
  std::optional<Square> castling_rook(Color, char upper) const;
  Fault en_passant(Word);
  Fault clock(Word, Kind, std::string_view name, unsigned least, std::uint32_t& out);
  std::expected<Position, NotationError> judge();
  std::size_t place_of(const SetupError&) const;

  std::string_view text_;
  std::vector<std::string>* warnings_;
  Setup setup_;
  std::array<std::size_t, kSquares> written_at_{};  // where in the text each square is told
  std::array<std::size_t, kSquares> right_at_{};    // the letter of each castling rook
  std::size_t castling_at_ = 0;
  std::size_t en_passant_at_ = 0;
};

FenParser::Fault FenParser::placement(Word field) {
  constexpr std::string_view field_name = "piece placement";
  int rank = 7;
  int file = 0;
  bool after_number = false;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    const char c = field.text[i];
    const std::size_t at = field.at + i;
    if (c == '/') {
      if (file != 8)
        return fault(
            Kind::Placement, at,
            fmt::format("{}: rank {} has {} squares instead of 8", field_name, rank + 1, file));
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
                               field_name, quoted(c)));
    if (number && after_number)
      return fault(Kind::Placement, at, fmt::format("{}: two numbers in a row", field_name));
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
    return fault(Kind::Placement, end,
                 fmt::format("{}: {} ranks instead of 8", field_name, 8 - rank));
  if (file != 8)
    return fault(Kind::Placement, end,
                 fmt::format("{}: rank 1 has {} squares instead of 8", field_name, file));
  return std::nullopt;
}

FenParser::Fault FenParser::side_to_move(Word field) {
  if (field.text == "w") {
    setup_.side_to_move = Color::White;
  } else if (field.text == "b") {
    setup_.side_to_move = Color::Black;
  } else {
    return fault(Kind::SideToMove, field.at,
                 fmt::format("side to move: {} is neither w nor b", quoted(field.text)));
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

FenParser::Fault FenParser::castling(Word field) {
  constexpr std::string_view field_name = "castling rights";
  castling_at_ = field.at;
  if (field.text == "-") return std::nullopt;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    const char c = field.text[i];
    const bool lower = c >= 'a' && c <= 'z';
    const char upper = lower ? static_cast<char>(c - 'a' + 'A') : c;
    const std::size_t at = field.at + i;
    if (upper != 'K' && upper != 'Q' && !(upper >= 'A' && upper <= 'H'))
      return fault(
          Kind::Castling, at,
          fmt::format("{}: {} is none of KQkq, a file letter, or - alone", field_name, quoted(c)));
    const Color color = lower ? Color::Black : Color::White;
    const auto rook = castling_rook(color, upper);
    if (!rook) {
      if (auto error = tolerable(Kind::Castling, at,
                                 fmt::format("{}: {} has no king and rook in place for {}",
                                             field_name, name(color), quoted(c))))
        return error;
      continue;
    }
    if (setup_.castling_rooks.contains(*rook)) {
      if (auto error = tolerable(Kind::Castling, at,
                                 fmt::format("{}: {} names a right twice", field_name, quoted(c))))
        return error;
      continue;
    }
    setup_.castling_rooks |= Bitboard(*rook);
    right_at_[static_cast<std::size_t>(*rook)] = at;
  }
  return std::nullopt;
}

FenParser::Fault FenParser::en_passant(Word field) {
  en_passant_at_ = field.at;
  if (field.text == "-") return std::nullopt;
  setup_.en_passant = square_from(field.text);
  if (!setup_.en_passant)
    return fault(Kind::EnPassant, field.at,
                 fmt::format("en passant: {} is neither a square nor -", quoted(field.text)));
  return std::nullopt;
}

FenParser::Fault FenParser::clock(Word field, Kind kind, std::string_view name, unsigned least,
                                  std::uint32_t& out) {
  constexpr unsigned most = 0xFFFF;
  const char* const end = field.text.data() + field.text.size();
  unsigned value = 0;
  const auto [stop, error] = std::from_chars(field.text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end)
    return tolerable(kind, field.at + static_cast<std::size_t>(stop - field.text.data()),
                     fmt::format("{}: {} is not a number", name, quoted(field.text)));
  if (error == std::errc::result_out_of_range || value > most)
    return tolerable(kind, field.at, fmt::format("{}: {} is above {}", name, field.text, most));
  if (value < least)
    return tolerable(kind, field.at, fmt::format("{}: {} is below {}", name, field.text, least));
  out = value;
  return std::nullopt;
}

// The place in the text that a rule about the whole position complains about.
std::size_t FenParser::place_of(const SetupError& error) const {
  using Rule = SetupError::Kind;
  switch (error.kind) {
    case Rule::NoKing:
      return 0;
    case Rule::CastlingRook:
    case Rule::CastlingWing:
      return right_at_[static_cast<std::size_t>(error.square)];
    case Rule::CastlingKing:
      return castling_at_;
    case Rule::EnPassantRank:
    case Rule::EnPassantOccupied:
    case Rule::EnPassantPawn:
      return en_passant_at_;
    default:
      return written_at_[static_cast<std::size_t>(error.square)];
  }
}

std::expected<Position, NotationError> FenParser::judge() {
  auto position = Position::from(setup_);
  if (position) return *position;
  const SetupError& error = position.error();
  using Rule = SetupError::Kind;
  const bool about_en_passant = error.kind >= Rule::EnPassantRank;
  const bool about_castling = !about_en_passant && error.kind >= Rule::CastlingRook;
  if (!about_castling && !about_en_passant)
    return std::unexpected(NotationError{Kind::IllegalPosition, place_of(error),
                                         "illegal position: " + error.message()});

  const Kind kind = about_castling ? Kind::Castling : Kind::EnPassant;
  std::string message = (about_castling ? "castling rights: " : "en passant: ") + error.message();
  if (auto refused = tolerable(kind, place_of(error), std::move(message)))
    return std::unexpected(std::move(*refused));
  if (about_castling)
    setup_.castling_rooks = kNoSquares;
  else
    setup_.en_passant.reset();
  return judge();
}

std::expected<Position, NotationError> FenParser::parse() {
  WordReader words(text_);
  std::array<Word, 6> fields;
  std::size_t count = 0;
  while (auto word = words.next()) {
    if (count == fields.size())
      return std::unexpected(NotationError{
          Kind::FieldCount, word->at,
          fmt::format("unexpected text after the six fields: {}", quoted(word->text))});
    fields[count++] = *word;
  }
  if (count != 4 && count != 6)
    return std::unexpected(
        NotationError{Kind::FieldCount, text_.size(),
                      fmt::format("{} field{} instead of six (pieces, side to move, castling, en "
                                  "passant, half-move clock, full-move number) or the first four",
                                  count, count == 1 ? "" : "s")});

  Fault error = placement(fields[0]);
  if (!error) error = side_to_move(fields[1]);
  if (!error) error = castling(fields[2]);
  if (!error) error = en_passant(fields[3]);
  if (!error && count == 6)
    error = clock(fields[4], Kind::HalfmoveClock, "half-move clock", 0, setup_.halfmove_clock);
  if (!error && count == 6)
    error = clock(fields[5], Kind::FullmoveNumber, "full-move number", 1, setup_.fullmove_number);
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
