// Who plays whom, when, with which colours, from which opening.
//
// A round is one opening for every pairing, played twice with colours exchanged. Every game has a
// number, and everything about it follows from that number: a match can be stopped, gone on with,
// and made longer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tabiya {

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

}  // namespace tabiya
