// Between which values the tensors inside a network move.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "base/result.h"
#include "chess/game.h"
#include "inference/network_shape.h"
#include "inference/onnx_library.h"

namespace tabiya {

struct ValueRange {
  float lowest = 0;  // zero is always inside
  float highest = 0;
};

// Told how many positions are done; false means stop.
using KeepGoing = std::function<bool(std::size_t done)>;

// Over the presents of these games. The error may be that it was stopped. Precondition: there are
// games.
Result<std::map<std::string, ValueRange>> value_ranges(std::shared_ptr<const OnnxLibrary>,
                                                       const onnx_file::ModelProto&,
                                                       const NetworkShape&,
                                                       const std::set<std::string>& tensors,
                                                       std::span<const Game>, const KeepGoing&);

}  // namespace tabiya
