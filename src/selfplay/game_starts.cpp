#include "selfplay/game_starts.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace tabiya {

GameStarts::GameStarts(const StartSettings& settings, std::uint64_t seed)
    : are_random_(settings.listed.empty()),
      chess960_share_(are_random_ ? settings.chess960_share : 0),
      plies_when_used_again_(settings.plies_when_used_again),
      all_are_used_(settings.all_are_used),
      seed_(seed) {
  if (!are_random_) {
    standard_.push_back(OpeningBook::listed(settings.listed, OpeningBook::Order::Shuffled, seed));
    listed_are_chess960_ = std::ranges::any_of(
        settings.listed, [](const Opening& opening) { return needs_chess960(opening.start); });
    return;
  }
  // An even and an odd number of random moves, so that either side begins to think.
  for (std::size_t more = 0; more <= (settings.random_plies > 0 ? 1U : 0U); ++more) {
    const std::size_t plies = settings.random_plies + more;
    standard_.push_back(OpeningBook::random(Variant::Standard, plies, seed));
    chess960_.push_back(OpeningBook::random(Variant::Chess960, plies, seed));
  }
}

Opening GameStarts::opening(const OpeningBook& book, std::uint64_t game,
                            std::uint64_t attempt) const {
  // The high half of the number keeps attempts of one game apart from other games.
  const auto round = static_cast<std::size_t>(game + (attempt << 40));
  Opening opening = book.opening(round);
  const auto different = book.rounds_without_repeat();
  if (plies_when_used_again_ == 0 || !different || (game < *different && !all_are_used_))
    return opening;
  constexpr std::uint64_t kSalt = 0x414741494e;  // other moves than a book of this seed would make
  Random random(SplitMix64(seed_ ^ kSalt).next() ^ SplitMix64(round).next());
  return with_random_moves(std::move(opening), plies_when_used_again_, random);
}

GameStart GameStarts::start(std::uint64_t game, std::uint64_t attempt) const {
  if (!are_random_)
    return {opening(standard_.front(), game, attempt),
            listed_are_chess960_ ? Variant::Chess960 : Variant::Standard};

  Random random(SplitMix64(seed_).next() ^ SplitMix64(game).next());
  const bool is_chess960 =
      static_cast<double>(random.below(1'000'000)) < chess960_share_ * 1'000'000;
  const std::vector<OpeningBook>& books = is_chess960 ? chess960_ : standard_;
  return {opening(books[random.below(books.size())], game, attempt),
          is_chess960 ? Variant::Chess960 : Variant::Standard};
}

}  // namespace tabiya
