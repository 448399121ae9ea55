// An engine option as chess programs show it to people.
#pragma once

#include <string>
#include <vector>

namespace tabiya {

struct Option {
  // true/false, a number, an action, text, one of several words
  enum class Kind { Check, Spin, Button, String, Combo };

  std::string name;
  Kind kind;
  std::string standard;  // the default value; "true"/"false" for a check
  int lowest = 0;        // of a spin
  int highest = 0;
  std::string summary;                 // what it does, for people
  std::vector<std::string> choices{};  // of a combo
};

}  // namespace tabiya
