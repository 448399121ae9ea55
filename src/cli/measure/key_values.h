// Options that are lists of settings: --sprt elo0=0 elo1=5 or --sprt "elo0=0 elo1=5".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabiya {

// Reads settings one by one; the first mistake is remembered, and everything after it is ignored.
class KeyValues {
 public:
  KeyValues(std::string option, const std::vector<std::string>& words);

  // Each takes the value of a key out, if it is there. Numbers are checked to lie in the range.
  void take(std::string_view key, int& value, int least, int most);
  void take(std::string_view key, double& value, double least, double most);
  std::optional<std::string> take(std::string_view key);

  // When all known keys were taken: a mistake, or an unknown key; both as a sentence.
  Result<void> finish(std::string_view known_keys) const;

 private:
  std::string option_;
  std::map<std::string, std::string, std::less<>> values_;
  std::optional<std::string> mistake_;
};

}  // namespace tabiya
