// Reads PGN, game by game, and tells a visitor what it meets. Every move is checked: what the
// visitor hears of is legal.
//
//   StringSource source(text);          // or a FileSource, a StreamSource
//   PgnReader reader(source);
//   while (reader.read_game(visitor)) {}
//
// Memory is bounded by the largest token and the deepest variation, whatever the size of the
// file. A broken game is reported with its place and left; reading goes on with the next game
// (where that begins is told in pgn_tokens.h).
//
// Read as if they were right, with a warning: tags missing, doubled or with unescaped quotation
// marks; a missing result, or one that contradicts the Result tag or a mate; wrong move numbers;
// FEN tags with impossible castling rights, en-passant squares or clocks; comments outside of
// games. Errors are everything that leaves doubt about the moves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/chess960.h"
#include "chess/move.h"
#include "chess/position.h"
#include "notation/error.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_tokens.h"

namespace tabiya {

// What is wrong with a game, or odd about it.
struct PgnProblem {
  NotationError::Kind kind;
  PgnPlace place;
  std::string message;
};

// The tags that every game should have, in their order.
inline constexpr std::array<std::string_view, 7> kSevenTagRoster{"Event", "Site",  "Date",  "Round",
                                                                 "White", "Black", "Result"};

enum class PgnChoice : std::uint8_t { Read, Skip };

// Hears of a game in the order of its text. Views are valid only during the call.
//
// A virtual call costs about a nanosecond, reading a move a hundred: a template would gain
// nothing that can be measured.
class PgnVisitor {
 public:
  virtual ~PgnVisitor() = default;

  virtual void begin_game(PgnPlace) {}
  virtual void tag(std::string_view /*name*/, std::string_view /*value*/) {}

  // All tags are known. Skip: nothing comes for this game any more but end_game() or broken(),
  // and its moves are not checked.
  virtual PgnChoice begin_moves(const Position& /*start*/, Variant) { return PgnChoice::Read; }

  virtual void move(const Position& /*before*/, Move) {}
  virtual void null_move(const Position& /*before*/) {}  // only in variations
  virtual void nag(Nag) {}                               // of the last move of this line
  virtual void comment(std::string_view) {}              // may come between tags, too

  // Other moves instead of the last one. Skip: what is inside is not checked, and neither it nor
  // end_variation() comes.
  virtual PgnChoice begin_variation() { return PgnChoice::Read; }
  virtual void end_variation() {}

  virtual void warning(const PgnProblem&) {}  // also between games

  // A game ends with one of these.
  virtual void end_game(PgnResult) {}
  virtual void broken(const PgnProblem&) {}
};

class PgnReader {
 public:
  // Deeper variations are an error. Those that people write are seldom deeper than ten.
  static constexpr std::size_t kDeepestVariation = 1000;

  // The source has to outlive the reader.
  explicit PgnReader(TextSource& source) : tokens_(source) {}

  // Reads one game, whole or broken. False if there is none left.
  bool read_game(PgnVisitor&);

  // Why the source could not be read to its end; nothing if it could.
  const std::optional<std::string>& failure() const { return tokens_.window().failure(); }

  std::uint64_t bytes_read() const { return tokens_.window().dropped(); }

 private:
  // A line of moves: the main line at the bottom, then the variations that are open.
  struct Line {
    Position position;
    Position before;  // the last move of this line, if there is one
    bool has_move = false;
    PgnPlace opened{};
  };
  struct TagValue {
    std::optional<std::string> text{};
    PgnPlace place{};
  };
  using Fault = std::optional<PgnProblem>;

  bool find_game(PgnVisitor&);
  Fault read_tags(PgnVisitor&);
  bool next_game_begins() const;
  void note_tag(PgnVisitor&);
  void warn_of_missing_tags(PgnVisitor&);
  Fault set_up(PgnVisitor&);
  Fault read_moves(PgnVisitor&);
  Fault play(PgnVisitor&);
  Fault pass(PgnVisitor&);
  Fault open_variation(PgnVisitor&);
  Fault close_variation(PgnVisitor&);
  Fault skip_variation();
  Fault skip_moves(PgnVisitor&);
  void check_number(PgnVisitor&);
  void annotate(PgnVisitor&);
  Fault end_with_result(PgnVisitor&);
  Fault end_without_result(PgnVisitor&);
  void leave_broken_game();

  void advance() { token_ = tokens_.next(); }
  Fault fault_here(NotationError::Kind kind, std::string message) const {
    return PgnProblem{kind, token_.place, std::move(message)};
  }
  void warn(PgnVisitor& visitor, NotationError::Kind kind, std::string message) const {
    visitor.warning({kind, token_.place, std::move(message)});
  }

  PgnTokens tokens_;
  PgnToken token_{};            // the one being looked at
  bool token_is_next_ = false;  // it was read, but belongs to the next game
  std::vector<Line> lines_;
  std::vector<std::string> tag_names_;
  PgnChoice choice_ = PgnChoice::Read;
  TagValue setup_, fen_, variant_, result_;
  std::uint64_t last_tag_line_ = 0;
  bool number_warned_ = false;
};

}  // namespace tabiya
