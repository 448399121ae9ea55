#include "train/az/targets.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "search/score.h"

namespace tabiya {

void write_policy(AzBatch& batch, std::size_t place, std::span<const std::uint16_t> legal_moves,
                  std::span<const PolicyShare> targets, bool searched, double smoothing) {
  assert(!legal_moves.empty() && legal_moves.size() <= AzBatch::kMostMoves);
  const auto moves = batch.moves(place);
  const auto masks = batch.masks(place);
  const auto shares = batch.shares(place);
  const std::size_t count = legal_moves.size();
  std::ranges::copy(legal_moves, moves.begin());
  std::ranges::fill(moves.subspan(count), 0);
  std::ranges::fill(masks.first(count), 0.0F);
  std::ranges::fill(masks.subspan(count), AzBatch::kNoMove);

  double sum = 0;
  for (const PolicyShare& target : targets) sum += static_cast<double>(target.share);
  assert(sum > 0);
  const double spread = searched ? 0 : smoothing;
  std::ranges::fill(shares.first(count), static_cast<float>(spread / static_cast<double>(count)));
  std::ranges::fill(shares.subspan(count), 0.0F);
  for (const PolicyShare& target : targets) {
    const auto found = std::ranges::find(legal_moves, target.index);
    assert(found != legal_moves.end());
    shares[static_cast<std::size_t>(found - legal_moves.begin())] +=
        static_cast<float>((1 - spread) * static_cast<double>(target.share) / sum);
  }
  batch.searched(place) = searched ? 1 : 0;
}

WinDrawLoss chances_of_score(std::int16_t score, int pieces) {
  if (std::abs(int{score}) > Score::kHighestCentipawns)
    return score > 0 ? WinDrawLoss{1, 0, 0} : WinDrawLoss{0, 0, 1};
  return chances_of(Score::centipawns(score), pieces);
}

void write_chances(AzBatch& batch, std::size_t place, std::optional<int> result,
                   const std::optional<WinDrawLoss>& thought, double result_share) {
  assert(result || thought);
  const auto share = static_cast<float>(!thought ? 1 : !result ? 0 : result_share);
  const auto chances = batch.chances(place);
  std::ranges::fill(chances, 0.0F);
  if (result) chances[static_cast<std::size_t>(1 - *result)] = share;
  if (!thought) return;
  chances[0] += (1 - share) * thought->win;
  chances[1] += (1 - share) * thought->draw;
  chances[2] += (1 - share) * thought->loss;
}

}  // namespace tabiya
