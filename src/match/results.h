// The games of a match: which there are, and how they ended, one by one and in pairs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "notation/pgn_tokens.h"

namespace tabiya {

// Who plays whom, when, with which colours, from which opening. A round is one opening for every
// pairing, played twice with colours exchanged. Every game has a number, and everything about it
// follows from that number: a match can be stopped, resumed, and made longer.
enum class MatchFormat : std::uint8_t {
  RoundRobin,  // everyone against everyone
  Gauntlet,    // the first against all others
};

struct ScheduledGame {
  std::size_t number;   // from 0
  std::size_t round;    // from 0; its opening
  std::size_t pairing;  // from 0, among the pairings
  std::size_t white;    // engines, from 0
  std::size_t black;
  bool swapped;  // the second game of the pair: the pairing's second engine is White
};

class Schedule {
 public:
  // Precondition: at least two engines.
  Schedule(MatchFormat, std::size_t engines);

  struct Pairing {
    std::size_t first;
    std::size_t second;
  };
  const std::vector<Pairing>& pairings() const { return pairings_; }
  std::size_t games_in_round() const { return 2 * pairings_.size(); }

  ScheduledGame game(std::size_t number) const;

 private:
  std::vector<Pairing> pairings_;
};

struct Wdl {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  std::uint64_t games() const { return wins + draws + losses; }
  double points() const { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
  Wdl reversed() const { return {losses, draws, wins}; }
  Wdl& operator+=(const Wdl&);
  bool operator==(const Wdl&) const = default;
};

// Pairs of games from one opening, counted by the points that the first engine made in them:
// 0, 1/2, 1, 1 1/2, 2. Both games of a pair share the fortune of their opening, so pairs are
// independent of each other where games are not.
struct Pentanomial {
  std::array<std::uint64_t, 5> pairs{};

  std::uint64_t total() const;
  bool operator==(const Pentanomial&) const = default;
};

class MatchResults {
 public:
  MatchResults(const Schedule& schedule, std::size_t engines)
      : schedule_(schedule),
        engines_(engines),
        wdl_(schedule.pairings().size()),
        pairs_(wdl_.size()) {}

  // A result for a game that has one already, or none at all (*), is ignored.
  void add(std::size_t game, PgnResult);

  bool has(std::size_t game) const { return results_.contains(game); }
  std::size_t games() const { return results_.size(); }

  // Of a pairing's first engine against its second.
  const Wdl& wdl(std::size_t pairing) const { return wdl_[pairing]; }
  // Complete pairs only.
  const Pentanomial& pentanomial(std::size_t pairing) const { return pairs_[pairing]; }

  // Of one engine against another, or against all.
  Wdl between(std::size_t engine, std::size_t opponent) const;
  Wdl of(std::size_t engine) const;

  std::size_t engines() const { return engines_; }
  const Schedule& schedule() const { return schedule_; }

 private:
  Schedule schedule_;
  std::size_t engines_;
  std::map<std::size_t, PgnResult> results_;
  std::vector<Wdl> wdl_;
  std::vector<Pentanomial> pairs_;
};

}  // namespace tabiya
