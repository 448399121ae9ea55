// The PGN file a match is written to, which is also its memory: each game carries the match's
// fingerprint and its own number, so a match that was ended, even by kill -9, goes on from there.
//
// Games are written whole, one write each. If that was cut short all the same, the piece is moved
// to a file with .torn behind its name when the match goes on.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "notation/pgn_tokens.h"

namespace tabiya {

class MatchFile {
 public:
  // Makes the file if it is not there, and locks it: no second match can write to it. The error is
  // a sentence.
  static Result<MatchFile> open(const std::string& name, std::string_view fingerprint);
  ~MatchFile();
  MatchFile(MatchFile&& other) noexcept;
  MatchFile& operator=(MatchFile&&) = delete;

  // Games of this match that are in the file, numbered from 0.
  const std::map<std::size_t, PgnResult>& finished() const { return finished_; }
  std::size_t others() const { return others_; }  // games that are not of this match
  bool was_torn() const { return was_torn_; }

  // The error is a sentence; nothing or a part of the text was written then.
  Result<void> append(std::string_view game);

 private:
  MatchFile(std::string name, int number) : name_(std::move(name)), number_(number) {}
  Result<void> mend();
  Result<void> read(std::string_view fingerprint);
  Result<void> keep_torn(std::string_view text) const;

  std::string name_;
  int number_;  // an open file
  std::map<std::size_t, PgnResult> finished_;
  std::size_t others_ = 0;
  bool was_torn_ = false;
};

// Where in a PGN text its last game begins, if that game is not complete: behind the last blank
// line that follows a result.
std::optional<std::size_t> torn_game_in(std::string_view text);

}  // namespace tabiya
