// What someone may choose about training a policy and value network, as numbers and as text.
//
// The text form, "name=value" for each, is how `tabiya train az` tells its choices to the program
// that trains, and how a checkpoint remembers them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "inference/tower.h"
#include "train/az/learner.h"
#include "train/optimiser.h"

namespace tabiya {

struct AzSettings {
  std::vector<std::string> data;  // folders of games
  std::string output;             // the ONNX file to write
  std::string net = "4x64";
  int history = 1;
  std::string from;  // a checkpoint to begin with; empty: random weights

  std::uint64_t positions = 0;  // to train on, one seen twice counted twice; 0: by epochs
  double epochs = 4;
  std::uint64_t batch = 256;
  OptimiserSettings optimiser{
      .rate = 1e-3, .last_rate = 2e-5, .warm_up = 300, .weight_decay = 0.02};
  double clip = 2;
  double average = 0.999;
  double value_weight = 1;
  double result_share =
      0.5;                 // of the game's result in the value to learn; the rest is the search's
  double smoothing = 0.1;  // of a policy that is known only from the move played
  double surprise = 0.5;
  bool mirror = true;  // positions without castling rights are seen mirrored every other time

  int validation = 5;  // per cent of the games
  std::uint64_t held_out = 8192;
  std::uint64_t interval =
      500;  // steps from one look at the validation, and checkpoint, to the next
  std::uint64_t seed = 1;
  int threads = 0;  // 0: as many as the machine has
  bool int8 = true;
  bool restart = false;  // start from the beginning even if there is a checkpoint

  // net.onnx → net-int8.onnx
  std::filesystem::path int8_output() const;

  // Precondition: checked().
  TowerShape shape() const;
  LearnerSettings learner() const;

  bool operator==(const AzSettings&) const = default;
};

// Says which number is out of its range, as the end of a sentence.
Result<void> check(const AzSettings&);

std::vector<std::string> lines_of(const AzSettings&);
// Settings that are not named keep their default. The result is checked.
Result<AzSettings> az_settings(std::span<const std::string> lines);

// Those of them that change how training goes, one "name value" a line: a run with one may go on
// with another whose text is the same.
std::string decisive_text(const AzSettings&);

}  // namespace tabiya
