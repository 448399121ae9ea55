// The record of a game, read move by move, so that training need not build games it does not keep.
//
//   RecordDecoder decoder(bytes);
//   while (decoder.next()) {
//     … decoder.position(), decoder.played(), decoder.visits() …
//     decoder.play();
//   }
//   if (auto error = decoder.error().message) …
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move_list.h"
#include "dataset/byte_stream.h"
#include "dataset/game_record.h"
#include "dataset/record_format.h"
#include "dataset/recorded_game.h"

namespace tabiya {

class RecordDecoder {
 public:
  // The bytes stay the caller's. A bad beginning shows as an error() and no moves.
  explicit RecordDecoder(std::span<const std::byte>);

  Variant variant() const { return variant_; }
  std::string_view players() const { return players_; }
  const std::optional<RecordedGame::Result>& result() const { return result_; }
  std::size_t plies() const { return plies_; }  // believable: there are bytes for as many
  bool has_final_score() const { return has_final_score_; }  // known from the beginning

  // Reads the next move; false at the end, or when something is wrong.
  bool next();
  // The position it is played in; without next() before, and after the end, the present one.
  const Position& position() const { return position_; }
  std::size_t ply() const { return ply_; }  // half-moves played before
  // Its first_visits is 0: visits() are its own.
  const RecordedMove& played() const { return played_; }
  // In the order of Move::bits(); valid until next().
  std::span<const RecordedVisits> visits() const { return visits_; }
  void play() {
    position_.play(played_.move);
    ++ply_;
  }

  // After next() was false.
  const std::optional<std::int16_t>& final_score() const { return final_score_; }
  std::optional<RecordError> error() const;

 private:
  void read_header();
  void read_start(std::uint8_t kind);
  void read_result(std::uint8_t bits, bool ending_told);
  std::optional<std::int16_t> read_score();
  std::optional<RecordedChances> read_chances();
  void read_visits(MoveList& legal);
  void read_end();

  ByteReader in_;
  Position position_ = Position::start();
  Variant variant_ = Variant::Standard;
  bool has_final_score_ = false;
  std::string_view players_;
  std::optional<RecordedGame::Result> result_;
  std::size_t plies_ = 0;

  std::size_t ply_ = 0;
  std::size_t run_end_ = 0;
  std::uint8_t kinds_ = 0;  // of what is kept in this run
  record::Expectation expected_;
  RecordedMove played_{};
  std::vector<RecordedVisits> visits_;
  std::optional<std::int16_t> final_score_;
};

}  // namespace tabiya
