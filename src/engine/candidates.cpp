#include "engine/candidates.h"

#include <algorithm>

namespace tabiya {

std::optional<Square> Candidates::square_just_taken_on(const Game& game) {
  if (game.length() == 0) return std::nullopt;
  const MoveRecord last = game.record_at(game.length() - 1);
  if (!last.captured) return std::nullopt;
  return last.to;
}

void Candidates::on_info(const SearchInfo& info) {
  if (info.rank <= ranks_) next_.on_info(info);
  if (info.line.empty() || info.depth < 1 || info.bound != Bound::Exact) return;
  const Move move = info.line.front();
  auto entry =
      std::ranges::find(entries_, move, [](const Entry& known) { return known.candidate.move; });
  if (entry == entries_.end()) {
    entry = entries_.emplace(entries_.end());
    entry->candidate.move = move;
    entry->candidate.obvious = move.kind() != Move::Kind::Castling && move.to() == taken_on_;
  }
  std::vector<Score>& scores = entry->candidate.by_depth;
  const auto depth = static_cast<std::size_t>(info.depth);
  // Depths that were not reported: as good as what was known before.
  if (scores.size() < depth) scores.resize(depth, scores.empty() ? info.score : scores.back());
  scores[depth - 1] = info.score;
  entry->info = info;
}

std::vector<Candidate> Candidates::sorted() {
  // A deeper opinion stands above a shallower one: the last iteration may have been cut short.
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    if (a.info.depth != b.info.depth) return a.info.depth > b.info.depth;
    if (a.info.score != b.info.score) return a.info.score > b.info.score;
    return a.info.rank < b.info.rank;
  });
  std::vector<Candidate> all;
  all.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    // Where the search tells only the best, a move that is no longer told of has been refuted, and
    // what was last said in its favour is out of date.
    const bool refuted = all.size() >= static_cast<std::size_t>(judged_) &&
                         entry.info.depth < entries_.front().info.depth;
    if (!refuted && entry.info.depth + 1 >= entries_.front().info.depth)
      all.push_back(entry.candidate);
  }
  return all;
}

const SearchInfo& Candidates::info_of(Move move) const {
  return std::ranges::find(entries_, move, [](const Entry& known) { return known.candidate.move; })
      ->info;
}

}  // namespace tabiya
