// What must hold for every position, whatever it is: random games by random rules.
#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "chess/movegen.h"
#include "encode/features.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "encode/slow_encoder.h"
#include "notation/fen.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

std::string with_swapped_case(std::string text) {
  for (char& c : text) {
    const auto letter = static_cast<unsigned char>(c);
    c = static_cast<char>(std::islower(letter) != 0 ? std::toupper(letter) : std::tolower(letter));
  }
  return text;
}

// White is Black and up is down: the same game for the other player.
Position turned(const Position& position) {
  auto fields = fields_of(position);
  std::string placement;
  std::string rank;
  for (const char c : fields[0] + "/") {
    if (c != '/') {
      rank += c;
      continue;
    }
    placement = rank + (placement.empty() ? "" : "/") + placement;
    rank.clear();
  }
  fields[0] = with_swapped_case(placement);
  fields[1] = fields[1] == "w" ? "b" : "w";
  fields[2] = with_swapped_case(fields[2]);
  if (fields[3] != "-") fields[3][1] = fields[3][1] == '3' ? '6' : '3';
  return parse_fen(fields[0] + ' ' + fields[1] + ' ' + fields[2] + ' ' + fields[3] + ' ' +
                   fields[4] + ' ' + fields[5])
      .value();
}

// A history as a tree makes it: positions that need no game behind them.
std::vector<float> planes_of(const std::vector<Position>& newest_first,
                             const std::vector<int>& occurrences, int steps) {
  History history;
  for (std::size_t i = 0; i < newest_first.size() && !history.is_full(); ++i)
    history.add(newest_first[i], occurrences[i]);
  std::vector<float> out(plane_floats_for(steps), -7.5F);
  encode_planes(history, steps, out);
  return out;
}

std::set<int> policy_of(const Position& position, Variant variant) {
  std::set<int> indices;
  for (const Move move : legal_moves(position))
    indices.insert(policy_index(move, position.side_to_move(), variant));
  return indices;
}

TEST(EncodeProperties, BothPlayersSeeTheSameNumbers) {
  Random random(99);
  int seen = 0;
  for (int game = 0; game < 40; ++game) {
    std::vector<Position> past;
    std::vector<Position> turned_past;
    random_game(random, 80, [&](const Position& position, const MoveList&) {
      past.insert(past.begin(), position);
      turned_past.insert(turned_past.begin(), turned(position));
      // Any numbers of occurrences will do.
      std::vector<int> occurrences;
      for (std::size_t i = 0; i < past.size(); ++i)
        occurrences.push_back(1 + static_cast<int>(random.below(5)));
      const int steps = 1 + static_cast<int>(random.below(kMostHistory));
      ASSERT_EQ(planes_of(past, occurrences, steps), planes_of(turned_past, occurrences, steps))
          << to_fen(position);
      ASSERT_EQ(policy_of(position, Variant::Chess960),
                policy_of(turned_past.front(), Variant::Chess960));
      if (!needs_chess960(position)) {
        ASSERT_EQ(policy_of(position, Variant::Standard),
                  policy_of(turned_past.front(), Variant::Standard));
      }
      const auto features = active_features(position, FeatureOrder::SideToMove);
      const auto turned_features = active_features(turned_past.front(), FeatureOrder::SideToMove);
      ASSERT_TRUE(std::equal(features.begin(), features.end(), turned_features.begin(),
                             turned_features.end()));
      ++seen;
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(seen, 1500);
}

// Everything but the en-passant square can be read back from one step of planes.
std::string placement_from(const std::vector<float>& planes, bool white) {
  const std::string letters = white ? "PNBRQKpnbrqk" : "pnbrqkPNBRQK";
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const int row = white ? rank : 7 - rank;
      char found = 0;
      for (int plane = 0; plane < 12; ++plane) {
        const float cell = planes.at(static_cast<std::size_t>(plane * 64 + row * 8 + file));
        if (cell == 0) continue;
        EXPECT_EQ(cell, 1);
        EXPECT_EQ(found, 0) << "two pieces on one square";
        found = letters[static_cast<std::size_t>(plane)];
      }
      if (found == 0) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += found;
    }
    if (empty > 0) text += std::to_string(empty);
    if (rank > 0) text += '/';
  }
  return text;
}

TEST(EncodeProperties, PlanesLoseNothingOfThePosition) {
  Random random(100);
  for (int game = 0; game < 40; ++game) {
    random_game(random, 80, [&](const Position& position, const MoveList&) {
      const auto planes = planes_of({position}, {1}, 1);
      const bool white = position.side_to_move() == Color::White;
      EXPECT_EQ(placement_from(planes, white), fields_of(position)[0]);
      EXPECT_EQ(planes[18 * 64 + 9], static_cast<float>(position.halfmove_clock()));
      EXPECT_EQ(planes[19 * 64 + 63], static_cast<float>(position.fullmove_number()));
      EXPECT_EQ(planes[15 * 64] == 1, slow_right(position, white, true));
      EXPECT_EQ(planes[16 * 64] == 1, slow_right(position, !white, false));
    });
    if (HasFailure()) return;
  }
}

// Any 16 bits are a Move; the index of what is no legal move means nothing, but is a number.
TEST(EncodeProperties, AnySixteenBitsHaveAPolicyIndexInRange) {
  for (int bits = 0; bits < 65536; ++bits) {
    const Move move = Move::from_bits(static_cast<std::uint16_t>(bits));
    for (const Color mover : kColors)
      for (const Variant variant : {Variant::Standard, Variant::Chess960}) {
        const int number = policy_index(move, mover, variant);
        ASSERT_TRUE(number >= 0 && number < kPolicySize) << bits;
      }
  }
}

}  // namespace
}  // namespace tabiya::test
