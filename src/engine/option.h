// An engine option as chess programs show it to people.
#pragma once

#include <string>

namespace tabiya {

struct Option {
  enum class Kind { Check, Spin, Button, String };  // true/false, a number, an action, text

  std::string name;
  Kind kind;
  std::string standard;  // the default value; "true"/"false" for a check
  int lowest = 0;        // of a spin
  int highest = 0;
  std::string summary;  // what it does, for people
};

}  // namespace tabiya
