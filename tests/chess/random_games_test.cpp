// Promises that must hold in every position, tried on those of random games.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "chess/movegen.h"
#include "chess/outcome.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "support/data.h"
#include "support/random_walk.h"

namespace tabiya {
namespace {

constexpr int kPlies = 300;

std::set<std::uint16_t> bits_of(const MoveList& moves) {
  std::set<std::uint16_t> bits;
  for (Move move : moves) bits.insert(move.bits());
  return bits;
}

TEST(RandomGames, KeepTheKeyAndEverythingElseAsIfSetUpFromScratch) {
  Random random{11};
  for (int game = 0; game < 4000; ++game)
    test::random_game(random, kPlies, [](const Position& position, const MoveList&) {
      const auto fresh = Position::from(position.setup());
      ASSERT_TRUE(fresh.has_value()) << to_fen(position) << fresh.error().message();
      ASSERT_EQ(fresh->key(), position.key()) << to_fen(position);
      ASSERT_EQ(*fresh, position) << to_fen(position);
    });
}

TEST(RandomGames, ListCountAndHalvesOfTheMovesAgree) {
  Random random{12};
  for (int game = 0; game < 2000; ++game)
    test::random_game(random, kPlies, [](const Position& position, const MoveList& moves) {
      ASSERT_EQ(static_cast<std::size_t>(count_legal_moves(position)), moves.size());
      ASSERT_EQ(has_legal_move(position), !moves.empty());
      MoveList halves;
      legal_captures_and_promotions(position, halves);
      for (Move move : halves)
        ASSERT_TRUE(!position.is_empty(move.to()) || move.kind() == Move::Kind::EnPassant ||
                    move.kind() == Move::Kind::Promotion);
      const std::size_t noisy = halves.size();
      legal_quiet_moves(position, king_lines(position), halves);
      for (std::size_t i = noisy; i < halves.size(); ++i)
        ASSERT_TRUE(position.is_empty(halves[i].to()) || halves[i].kind() == Move::Kind::Castling);
      ASSERT_EQ(halves.size(), moves.size());
      ASSERT_EQ(bits_of(halves), bits_of(moves)) << to_fen(position);
      ASSERT_EQ(bits_of(moves).size(), moves.size()) << "a move is listed twice";
    });
}

TEST(RandomGames, IsLegalIsTrueForExactlyTheListedMoves) {
  Random random{13};
  for (int game = 0; game < 60; ++game)
    test::random_game(random, kPlies, [&](const Position& position, const MoveList& moves) {
      for (Move move : moves) ASSERT_TRUE(is_legal(position, move));
      if (random.below(8) != 0) return;
      const auto listed = bits_of(moves);
      for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
        const auto word = static_cast<std::uint16_t>(bits);
        ASSERT_EQ(is_legal(position, Move::from_bits(word)), listed.contains(word))
            << to_fen(position) << " bits " << bits;
      }
    });
}

TEST(RandomGames, GivesCheckForetellsTheCheck) {
  Random random{14};
  for (int game = 0; game < 1000; ++game)
    test::random_game(random, kPlies, [](const Position& position, const MoveList& moves) {
      for (Move move : moves)
        ASSERT_EQ(gives_check(position, move), position.after(move).in_check())
            << to_fen(position) << ' ' << to_uci(position, move);
    });
}

TEST(RandomGames, NoMoveLeavesItsKingInCheck) {
  Random random{15};
  for (int game = 0; game < 500; ++game)
    test::random_game(random, kPlies, [](const Position& position, const MoveList& moves) {
      const Color us = position.side_to_move();
      for (Move move : moves) {
        const Position next = position.after(move);
        ASSERT_FALSE(next.is_attacked(next.king(us), !us, next.occupied())) << to_fen(position);
      }
    });
}

TEST(RandomGames, RoundTripThroughFen) {
  Random random{16};
  for (int game = 0; game < 1000; ++game)
    test::random_game(random, kPlies, [](const Position& position, const MoveList&) {
      for (auto castling : {FenStyle::Castling::XFen, FenStyle::Castling::Shredder}) {
        const std::string fen = to_fen(position, {.castling = castling});
        const auto read = parse_fen(fen);
        ASSERT_TRUE(read.has_value()) << fen << ": " << read.error().message;
        ASSERT_EQ(*read, position) << fen;
      }
    });
}

TEST(RandomGames, RoundTripThroughUci) {
  Random random{17};
  for (int game = 0; game < 1000; ++game)
    test::random_game(random, kPlies, [](const Position& position, const MoveList& moves) {
      for (Variant variant : {Variant::Standard, Variant::Chess960}) {
        if (variant == Variant::Standard && needs_chess960(position)) continue;
        for (Move move : moves) {
          const std::string text = to_uci(position, move, variant);
          const auto read = parse_uci(position, text, variant);
          ASSERT_TRUE(read.has_value()) << to_fen(position) << ' ' << text;
          ASSERT_EQ(*read, move) << to_fen(position) << ' ' << text;
        }
      }
    });
}

TEST(RandomGames, RoundTripThroughSanWithATextOfItsOwnForEachMove) {
  Random random{18};
  for (int game = 0; game < 300; ++game)
    test::random_game(random, kPlies, [](const Position& position, const MoveList& moves) {
      std::set<std::string> texts;
      for (Move move : moves) {
        const std::string text = to_san(position, move);
        const auto read = parse_san(position, text);
        ASSERT_TRUE(read.has_value()) << to_fen(position) << ' ' << text << read.error().message;
        ASSERT_EQ(*read, move) << to_fen(position) << ' ' << text;
        ASSERT_TRUE(texts.insert(text).second) << to_fen(position) << ' ' << text;
      }
    });
}

TEST(RandomGames, MirroredPositionsHaveMirroredMoves) {
  Random random{19};
  for (int game = 0; game < 500; ++game)
    test::random_game(random, kPlies, [](const Position& position, const MoveList& moves) {
      const Position other = test::mirrored(position);
      std::set<std::uint16_t> expected;
      for (Move move : moves) {
        // Squares are in the low twelve bits; mirroring flips the ranks of both.
        expected.insert(static_cast<std::uint16_t>(move.bits() ^ (56 << 6 | 56)));
      }
      ASSERT_EQ(bits_of(legal_moves(other)), expected) << to_fen(position);
      ASSERT_EQ(is_checkmate(other), is_checkmate(position));
      ASSERT_EQ(is_stalemate(other), is_stalemate(position));
    });
}

}  // namespace
}  // namespace tabiya
