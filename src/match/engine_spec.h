// Who plays: a program, its name in the match, and its settings, as people write them:
//
//   cmd=./engine name=new args="--quiet" dir=/tmp option.Hash=16 option.Skill Level=3 tc=10+0.1
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "match/limits.h"

namespace tabiya {

struct OptionSetting {
  std::string name;
  std::string value;
  bool operator==(const OptionSetting&) const = default;
};

struct EngineSpec {
  std::string command{};
  std::string name{};  // empty: what the engine calls itself
  std::vector<std::string> arguments{};
  std::string folder{};
  std::vector<OptionSetting> options{};
  EngineLimits limits{};
  bool operator==(const EngineSpec&) const = default;
};

// Adds what the words say to a spec; what was there before is replaced. A word may hold several
// settings, divided by blanks: a new one begins where a known key and = follow a blank, so values
// and option names may have blanks, too; not within the quotation marks of args, nor of a cmd or
// dir that begins with one. The error is a sentence.
//
// Keys: cmd, name, args, dir, option.<name>, tc, movetime (seconds), nodes, depth.
Result<void> apply_settings(std::span<const std::string> words, EngineSpec&);

// The settings that `each` has and `engine` lacks. Limits are taken only as a whole: an engine
// with a limit of its own has no other.
void complete_from(const EngineSpec& each, EngineSpec& engine);

// Arguments divided by blanks, except within " " or ' '.
Result<std::vector<std::string>> split_arguments(std::string_view);

// An argument, or the value of cmd= or dir=, in quotation marks, so that it is read as it is here
// whatever it contains.
std::string quoted_argument(std::string_view);

}  // namespace tabiya
