// What the bootstrap network knows beyond where pieces stand: pawn structure, files, shelter.
//
// A neuron that clips at zero is an AND: "this pawn is here" adds, each thing that spoils it takes
// as much away. So a term is a neuron, or one for each file or square. Their unit: an activation
// of kOne with an output of v counts v centipawns.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

#include "nnue/bootstrap.h"
#include "nnue/bootstrap_values.h"

namespace tabiya {

namespace {

using enum PieceType;

constexpr int kOne = kBootstrapUnitsPerCentipawn;
constexpr std::array kFiles{File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H};
constexpr std::array kBothSides{Side::Own, Side::Opponent};
constexpr std::array kOfficers{Knight, Bishop, Rook, Queen};
constexpr int kMostOfAKind = 15;  // of officers, on one side
constexpr int kMostPerFile = 8;   // of officers, on one file
constexpr int kMostPawnsOnFile = 6;

int distance(Square a, Square b) {
  return std::max(std::abs(index(file_of(a)) - index(file_of(b))),
                  std::abs(index(rank_of(a)) - index(rank_of(b))));
}

Bitboard neighbours(Bitboard squares) { return east(squares) | west(squares); }

// All squares further up the board.
Bitboard ahead(Square square) {
  Bitboard result;
  for (int rank = index(rank_of(square)) + 1; rank < 8; ++rank)
    result |= squares_of(static_cast<Rank>(rank));
  return result;
}

// The value for a rank out of those from the third to the seventh.
int by_rank(const std::array<int, 5>& values, Square square) {
  return values[static_cast<std::size_t>(index(rank_of(square)) - index(Rank::R3))];
}

Bitboard ranks(Rank first, Rank last) {
  Bitboard result;
  for (int rank = index(first); rank <= index(last); ++rank)
    result |= squares_of(static_cast<Rank>(rank));
  return result;
}

Neuron bishop_pair() {
  Neuron neuron{.bias = -kOne, .output = structure::kBishopPair};
  return neuron.add(Side::Own, Bishop, kAllSquares, kOne);
}

// Worth more with fewer pieces, with the opponent's king far and the own one near.
Neuron passed_pawn(Square square) {
  const Bitboard file = squares_of(file_of(square));
  const Square stop = square + 8;
  constexpr int kFarthest = 7;
  // Without the pawn, even the most distant king must not wake the neuron.
  constexpr int kGate = structure::kPassedKingFar * kFarthest;
  Neuron neuron{.bias = -kGate, .output = by_rank(structure::kPassed, square)};
  neuron.weight(Side::Own, Pawn, square) = kGate + structure::kPassedBase;
  neuron.add(Side::Opponent, Pawn, ahead(square) & (file | neighbours(file)),
             -kGate - structure::kPassedBase);
  neuron.add(Side::Own, Pawn, ahead(square) & file, -kGate - structure::kPassedBase);
  for (const Side side : kBothSides)
    for (const PieceType type : kPieceTypes)
      neuron.add(side, type, kAllSquares, -structure::kPassedPhase * piece_square::phase(type));
  for (const Square king : kAllSquares) {
    neuron.weight(Side::Opponent, King, king) += structure::kPassedKingFar * distance(king, stop);
    neuron.weight(Side::Own, King, king) -= structure::kPassedKingNear * distance(king, stop);
  }
  for (const PieceType type : kPieceTypes)
    if (type != Pawn) neuron.weight(Side::Opponent, type, stop) -= structure::kPassedBlocked;
  return neuron;
}

Neuron isolated_pawns(File file) {
  Neuron neuron{.output = structure::kIsolated};
  neuron.add(Side::Own, Pawn, squares_of(file), kOne);
  return neuron.add(Side::Own, Pawn, neighbours(squares_of(file)), -kOne * kMostPawnsOnFile);
}

Neuron doubled_pawns(File file) {
  Neuron neuron{.bias = -kOne, .output = structure::kDoubled};
  return neuron.add(Side::Own, Pawn, squares_of(file), kOne);
}

Neuron rooks_without_own_pawns(File file) {
  Neuron neuron{.output = structure::kRookHalfOpen};
  neuron.add(Side::Own, Rook, squares_of(file), kOne);
  return neuron.add(Side::Own, Pawn, squares_of(file), -kOne * kMostPerFile);
}

Neuron rooks_without_any_pawns(File file) {
  Neuron neuron = rooks_without_own_pawns(file);
  neuron.output = structure::kRookOpen;
  return neuron.add(Side::Opponent, Pawn, squares_of(file), -kOne * kMostPerFile);
}

Neuron rooks_on_seventh() {
  Neuron neuron{.bias = -kOne * kMostPerFile, .output = structure::kRookOnSeventh};
  neuron.add(Side::Own, Rook, squares_of(Rank::R7), kOne);
  return neuron.add(Side::Opponent, King, squares_of(Rank::R8), kOne * kMostPerFile);
}

// Shut in by the own king.
Neuron trapped_rooks(Bitboard king, Bitboard rooks) {
  Neuron neuron{.bias = -kOne * rooks.count(), .output = structure::kTrappedRook};
  neuron.add(Side::Own, King, king, kOne * rooks.count());
  return neuron.add(Side::Own, Rook, rooks, kOne);
}

// While the opponent has a queen, a king on this wing wants a pawn on this file, not far up.
Neuron shelter_missing(Bitboard king, File file, int value) {
  Neuron neuron{.bias = -kOne * kMostOfAKind, .output = value};
  neuron.add(Side::Own, King, king, kOne * kMostOfAKind);
  neuron.add(Side::Opponent, Queen, kAllSquares, kOne);
  for (int rank = 0; rank < 3; ++rank)
    neuron.weight(Side::Own, Pawn, square_at(file, static_cast<Rank>(rank + 1))) =
        -structure::kShelterPawn[static_cast<std::size_t>(rank)];
  return neuron;
}

Bitboard pawns_guarding(Square square) { return neighbours(Bitboard(square - 8)); }

// A knight that own pawns guard and no pawn of the opponent can ever attack; counted once for each
// of these guards.
Neuron outpost(Square square) {
  constexpr int kGate = 2 * kOne;
  Neuron neuron{.bias = -kGate, .output = by_rank(structure::kOutpost, square)};
  neuron.weight(Side::Own, Knight, square) = kGate;
  neuron.add(Side::Own, Pawn, pawns_guarding(square), kOne);
  return neuron.add(Side::Opponent, Pawn, ahead(square) & neighbours(squares_of(file_of(square))),
                    -kGate);
}

// Counted once for each pawn that guards it.
Neuron guarded_pawn(Square square) {
  constexpr int kGate = 2 * kOne;
  Neuron neuron{.bias = -kGate, .output = by_rank(structure::kGuardedPawn, square)};
  neuron.weight(Side::Own, Pawn, square) = kGate;
  return neuron.add(Side::Own, Pawn, pawns_guarding(square), kOne);
}

Neuron pawns_side_by_side(Square left) {
  Neuron neuron{.bias = -kOne, .output = by_rank(structure::kSideBySide, left)};
  return neuron.add(Side::Own, Pawn, Bitboard(left) | east(Bitboard(left)), kOne);
}

// An officer of the opponent that own pawns attack; counted once for each of them.
Neuron attacked_by_pawn(Square square) {
  constexpr int kGate = 2 * kOne;
  Neuron neuron{.bias = -kGate, .output = structure::kPawnAttack};
  for (const PieceType type : kOfficers) neuron.weight(Side::Opponent, type, square) = kGate;
  return neuron.add(Side::Own, Pawn, pawns_guarding(square), kOne);
}

}  // namespace

std::vector<Neuron> structure_neurons() {
  std::vector<Neuron> neurons{
      bishop_pair(), rooks_on_seventh(),
      trapped_rooks(structure::kKingsideTrap.king, structure::kKingsideTrap.rooks),
      trapped_rooks(structure::kQueensideTrap.king, structure::kQueensideTrap.rooks)};
  for (const File file : kFiles) {
    neurons.push_back(isolated_pawns(file));
    neurons.push_back(doubled_pawns(file));
    neurons.push_back(rooks_without_own_pawns(file));
    neurons.push_back(rooks_without_any_pawns(file));
  }
  for (const auto& [king, file, value] : structure::kShelters)
    neurons.push_back(shelter_missing(king, file, value));
  for (const Square square : ranks(Rank::R3, Rank::R7)) neurons.push_back(passed_pawn(square));
  for (const Square square : ranks(Rank::R3, Rank::R6)) neurons.push_back(guarded_pawn(square));
  for (const Square square : ranks(Rank::R3, Rank::R6) & ~squares_of(File::H))
    neurons.push_back(pawns_side_by_side(square));
  const Bitboard edges = squares_of(File::A) | squares_of(File::H);
  for (const Square square : ranks(Rank::R4, Rank::R6) & ~edges) neurons.push_back(outpost(square));
  for (const Square square : ranks(Rank::R4, Rank::R6)) neurons.push_back(attacked_by_pawn(square));
  return neurons;
}

}  // namespace tabiya
