#include "dataset/record_decoder.h"

#include <cstdint>
#include <limits>

#include "chess/movegen.h"
#include "dataset/record_format.h"
#include "notation/fen.h"

namespace tabiya {

RecordDecoder::RecordDecoder(std::span<const std::byte> bytes) : in_(bytes) {
  if (bytes.size() > record::kLongestRecord)
    in_.fail("the record is longer than 4 MiB");
  else
    read_header();
}

void RecordDecoder::read_header() {
  const std::uint8_t first = in_.byte();
  if ((first & 128) != 0) return in_.fail("the first byte has a bit that means nothing", 0);
  variant_ = (first & record::kChess960) != 0 ? Variant::Chess960 : Variant::Standard;
  has_final_score_ = (first & record::kFinalScore) != 0;
  read_start(first & record::kStartMask);
  read_result(first >> record::kResultShift & 3, (first & record::kEndingTold) != 0);
  players_ = in_.text(record::kLongestPlayers, "the text about the players is too long");
  plies_ = in_.number(record::kMostPlies, "there are more half-moves than a game can have");
  // At least a byte each, so no room is reserved for moves that are not there.
  if (plies_ > in_.left()) in_.fail("there are fewer bytes left than half-moves");
  if (in_.failed()) plies_ = 0;
}

void RecordDecoder::read_start(std::uint8_t kind) {
  if (kind == record::kStartNumber) {
    position_ = chess960_start(static_cast<int>(
        in_.number(kChess960Positions - 1, "the number of the Chess960 start is above 959")));
  } else if (kind == record::kStartFen) {
    const std::size_t at = in_.at();
    const auto start = parse_fen(in_.text(record::kLongestFen, "the FEN is too long"));
    if (start)
      position_ = *start;
    else
      in_.fail("the start is not a legal position in FEN", at);
  } else if (kind != record::kStartStandard) {
    in_.fail("the kind of the start is unknown", 0);
  }
}

void RecordDecoder::read_result(std::uint8_t bits, bool ending_told) {
  if (bits != 0) {
    result_.emplace();
    if (bits != 3) result_->winner = bits == 1 ? Color::White : Color::Black;
  }
  if (!ending_told) return;
  if (!result_) return in_.fail("there is an ending without a result", 0);
  const std::size_t at = in_.at();
  const std::uint8_t ending = in_.byte();
  if (ending >= record::kEndings.size())
    in_.fail("the ending is unknown", at);
  else
    result_->ending = record::kEndings[ending];
}

bool RecordDecoder::next() {
  visits_.clear();
  if (in_.failed()) return false;
  if (ply_ == plies_) {
    read_end();
    return false;
  }
  if (ply_ == run_end_) {
    const std::size_t at = in_.at();
    const std::size_t length = in_.number(plies_ - ply_, "a run is longer than the game");
    if (length == 0) in_.fail("a run has no moves", at);
    kinds_ = in_.byte();
    if (kinds_ > (record::kScore | record::kChances | record::kVisits))
      in_.fail("a run keeps something unknown", at);
    run_end_ = ply_ + length;
  }
  MoveList legal = legal_moves(position_);
  if (legal.empty()) in_.fail("there is a move after the end of the game");
  const std::size_t rank = in_.number(legal.size() - 1, "there are not that many legal moves");
  if (in_.failed()) return false;
  played_.move = record::move_of_rank(rank, legal);
  played_.score = (kinds_ & record::kScore) != 0 ? read_score() : std::nullopt;
  played_.chances = (kinds_ & record::kChances) != 0 ? read_chances() : std::nullopt;
  if ((kinds_ & record::kVisits) != 0) read_visits(legal);
  played_.visits_count = static_cast<std::uint32_t>(visits_.size());
  return !in_.failed();
}

std::optional<std::int16_t> RecordDecoder::read_score() {
  const std::size_t at = in_.at();
  const Color mover = position_.side_to_move();
  const std::int64_t score = expected_.score(mover) + in_.difference();
  if (score < std::numeric_limits<std::int16_t>::min() ||
      score > std::numeric_limits<std::int16_t>::max()) {
    in_.fail("a score is out of range", at);
    return std::nullopt;
  }
  expected_.saw(mover, static_cast<int>(score));
  return static_cast<std::int16_t>(score);
}

std::optional<RecordedChances> RecordDecoder::read_chances() {
  const std::size_t at = in_.at();
  const Color mover = position_.side_to_move();
  const RecordedChances last = expected_.chances(mover);
  const std::int64_t win = last.win + in_.difference();
  const std::int64_t loss = last.loss + in_.difference();
  if (win < 0 || loss < 0 || win + loss > record::kWholeChance) {
    in_.fail("chances are below zero or above one", at);
    return std::nullopt;
  }
  const RecordedChances chances{.win = static_cast<std::uint16_t>(win),
                                .loss = static_cast<std::uint16_t>(loss)};
  expected_.saw(mover, chances);
  return chances;
}

void RecordDecoder::read_visits(MoveList& legal) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  constexpr auto kTooMany = "visits are out of range";
  const std::size_t at = in_.at();
  record::sort_by_rank(legal);
  const std::size_t listed = in_.number(legal.size(), "more moves have visits than are legal");
  if (listed == 0) {
    for (const Move move : legal)
      if (const std::uint64_t visits = in_.number(kMost, kTooMany); visits > 0)
        visits_.push_back({move, static_cast<std::uint32_t>(visits)});
  } else {
    std::size_t rank = 0;
    for (std::size_t i = 0; i < listed && !in_.failed(); ++i, ++rank) {
      if (rank == legal.size()) return in_.fail("visits go beyond the legal moves");
      rank += in_.number(legal.size() - 1 - rank, "visits go beyond the legal moves");
      const std::size_t count_at = in_.at();
      const std::uint64_t visits = in_.number(kMost, kTooMany);
      if (visits == 0) in_.fail("a move is listed without visits", count_at);
      visits_.push_back({legal[rank], static_cast<std::uint32_t>(visits)});
    }
  }
  if (visits_.empty()) in_.fail("a move without visits says that it has some", at);
}

void RecordDecoder::read_end() {
  if (has_final_score_ && !final_score_) final_score_ = read_score();
  if (in_.left() > 0) in_.fail("there are bytes behind the end of the game");
  has_final_score_ = false;
}

std::optional<RecordError> RecordDecoder::error() const {
  if (!in_.failed()) return std::nullopt;
  return RecordError{.at = in_.failed_at(), .message = in_.failure()};
}

}  // namespace tabiya
