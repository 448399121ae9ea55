#include "search/mcts/walk.h"

#include <algorithm>

#include "chess/movegen.h"
#include "chess/outcome.h"

namespace tabiya {
namespace {

// No position can repeat sooner than after two moves of each side.
constexpr int kSoonestRepetition = 4;
constexpr int kFiftyMoves = 100;

Proof to_proof(Tablebases::Verdict verdict) {
  switch (verdict) {
    case Tablebases::Verdict::Win:
      return Proof::win(Proof::kUnknownPlies);
    case Tablebases::Verdict::Loss:
      return Proof::loss(Proof::kUnknownPlies);
    // Wins that the fifty-move rule takes away.
    case Tablebases::Verdict::CursedWin:
    case Tablebases::Verdict::BlessedLoss:
    case Tablebases::Verdict::Draw:
      return Proof::draw();
  }
  return {};
}

}  // namespace

void Walk::begin(const Game& game, Node& root) {
  game_ = &game;
  nodes_.clear();
  positions_.clear();
  nodes_.push_back(&root);
  positions_.push_back(game.position());
}

void Walk::step(Node& child, Move move) {
  nodes_.push_back(&child);
  positions_.push_back(positions_.back());
  positions_.back().play(move);
}

void Walk::list_moves() {
  moves_.clear();
  legal_moves(position(), moves_);
}

Walk::Verdict Walk::judge(const Tablebases* tablebases) {
  const Position& here = position();
  list_moves();
  if (moves_.empty()) return {here.in_check() ? Proof::loss(0) : Proof::draw()};
  if (depth() == 0) return {};
  if (is_insufficient_material(here) || here.halfmove_clock() >= kFiftyMoves)
    return {Proof::draw()};
  if (here.halfmove_clock() >= 2 * kSoonestRepetition && occurrences(depth()) >= 3)
    return {Proof::draw()};
  if (tablebases != nullptr)
    if (const auto verdict = tablebases->probe(here)) return {to_proof(*verdict), true};
  return {};
}

void Walk::restrict_to(std::span<const Move> wanted) {
  const MoveList all = moves_;
  moves_.clear();
  for (const Move move : all)
    if (std::ranges::find(wanted, move) != wanted.end()) moves_.push(move);
}

// How often the position at this ply of the walk has occurred, in the game and on the way.
int Walk::occurrences(int ply) const {
  const Position& here = positions_[static_cast<std::size_t>(ply)];
  const int played = static_cast<int>(game_->length());
  const int farthest = std::min(here.halfmove_clock(), ply + played);
  int count = 1;
  for (int back = kSoonestRepetition; back <= farthest && count < 3; back += 2) {
    const Position& earlier =
        back <= ply ? positions_[static_cast<std::size_t>(ply - back)]
                    : game_->position_at(static_cast<std::size_t>(played + ply - back));
    if (earlier.key() == here.key()) ++count;
  }
  return count;
}

History Walk::history(int positions) const {
  History history;
  const auto enough = static_cast<std::size_t>(std::min(positions, kMostHistory));
  for (int ply = depth(); ply > 0 && history.steps().size() < enough; --ply)
    history.add(positions_[static_cast<std::size_t>(ply)], occurrences(ply));
  for (std::size_t ply = game_->length() + 1; ply > 0 && history.steps().size() < enough; --ply)
    history.add(game_->position_at(ply - 1), game_->occurrences_at(ply - 1));
  return history;
}

}  // namespace tabiya
