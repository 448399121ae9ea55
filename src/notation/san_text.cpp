#include "notation/san_text.h"

namespace tabiya {

namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::expected<SanText, std::size_t> scan() {
    SanText said;
    const char first = peek();
    const bool castles = first == 'O' || first == '0' || first == 'o';
    if (!(castles ? castling(said) : board_move(said))) return std::unexpected(at_);
    while (mark()) {
    }
    if (at_ < text_.size()) return std::unexpected(at_);
    return said;
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  std::optional<File> take_file() {
    const auto file = file_from(peek());
    if (file) ++at_;
    return file;
  }
  std::optional<Rank> take_rank() {
    const auto rank = rank_from(peek());
    if (rank) ++at_;
    return rank;
  }

  // "O-O", "O-O-O", the same without dashes, in zeros or small letters.
  bool castling(SanText& said) {
    const char o = peek();
    int steps = 0;
    while (steps < 3 && take(o)) {
      ++steps;
      if (steps < 3 && peek() == '-' && peek(1) == o) ++at_;
    }
    if (steps == 1) return false;
    said.castling = steps == 3 ? Wing::Queenside : Wing::Kingside;
    return true;
  }

  bool board_move(SanText& said) {
    if ((said.piece = piece_type_from_capital(peek()))) ++at_;
    said.from_file = take_file();
    said.from_rank = take_rank();
    const bool separated = take('x') || take('-') || take(':');
    const std::size_t behind = at_;
    const auto file = take_file();
    const auto rank = take_rank();
    if (file && rank) {
      said.to = square_at(*file, *rank);
    } else if (said.from() && !separated) {
      // Only one square; a letter behind it may be a promotion to a bishop.
      at_ = behind;
      said.to = *said.from();
      said.from_file.reset();
      said.from_rank.reset();
    } else {
      return false;
    }
    promotion(said);
    return true;
  }

  // "=Q", "Q", "=q", "(Q)" or "/Q".
  void promotion(SanText& said) {
    const char sign = peek();
    const bool signed_with = sign == '=' || sign == '/' || sign == '(';
    const char into = peek(signed_with ? 1 : 0);
    for (PieceType type : kPromotions)
      if (into == capital(type) || into == letter(type)) said.promotion = type;
    if (sign == '(' && peek(2) != ')') said.promotion.reset();
    if (said.promotion) at_ += sign == '(' ? 3U : signed_with ? 2U : 1U;
  }

  bool mark() {
    return take('+') || take('#') || take('!') || take('?') || take('=') || take("e.p.") ||
           take("ep") || take(" e.p.") || take(" ep");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::expected<SanText, std::size_t> read_san(std::string_view text) { return Scanner(text).scan(); }

}  // namespace tabiya
