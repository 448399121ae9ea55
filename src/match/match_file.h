// The PGN file a match is written to, which is also its memory: each game carries the match's
// fingerprint and its own number, so a match that was ended, even by kill -9, resumes from there.
//
// Games are written whole, one write each. If that was cut short all the same, the piece is moved
// to a file with .torn behind its name when the match resumes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "match/game_play.h"
#include "match/results.h"
#include "notation/pgn_tokens.h"

namespace tabiya {

class MatchFile {
 public:
  // Makes the file if it is not there, and locks it: no second match can write to it. The error is
  // a sentence.
  static Result<MatchFile> open(const std::string& name, std::string_view fingerprint);

  // Games of this match that are in the file, numbered from 0.
  const std::map<std::size_t, PgnResult>& finished() const { return finished_; }
  std::size_t others() const { return others_; }  // games that are not of this match
  bool was_torn() const { return was_torn_; }

  // The error is a sentence; nothing or a part of the text was written then.
  Result<void> append(std::string_view game);

 private:
  MatchFile(std::string name, OpenFile file) : name_(std::move(name)), file_(std::move(file)) {}
  Result<void> mend();
  Result<void> read(std::string_view fingerprint);
  Result<void> keep_torn(std::string_view text) const;

  std::string name_;
  OpenFile file_;
  std::map<std::size_t, PgnResult> finished_;
  std::size_t others_ = 0;
  bool was_torn_ = false;
};

// Where in a PGN text its last game begins, if that game is not complete: behind the last blank
// line that follows a result.
std::optional<std::size_t> torn_game_in(std::string_view text);

// A short name for everything that makes two matches the same match. FNV-1a over 64 bits: not
// against forgery, only against mistakes.
class Fingerprint {
 public:
  // Adds a text and its length, so that "ab", "c" differs from "a", "bc".
  void add(std::string_view text);
  void add(std::uint64_t number);
  // The content of a file; if it cannot be read, only its name.
  void add_file(const std::filesystem::path&);

  std::string hex() const;  // sixteen digits

 private:
  void mix(std::string_view bytes) {
    for (const char c : bytes) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }

  std::uint64_t state_ = 0xcbf29ce484222325;
};

// A played game as PGN, with what is needed to resume the match from the file alone.
//
// Which match a game belongs to: the fingerprint of its settings; and its number there, from 1.
inline constexpr std::string_view kMatchTag = "Match";
inline constexpr std::string_view kMatchGameTag = "MatchGame";

struct GameLabels {
  std::string event;
  std::string date;   // "2026.11.16"
  std::string white;  // names
  std::string black;
  std::string white_limits;
  std::string black_limits;
  std::string match;  // fingerprint
};

// Moves of the engines carry comments: [%eval …] from White's side, and [%emt …].
std::string match_game_to_pgn(const PlayedGame&, const ScheduledGame&, const GameLabels&);

// Today, as PGN writes dates, in UTC.
std::string pgn_date_today();

}  // namespace tabiya
