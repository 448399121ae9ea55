// A number that can be tuned, with the range in which a tuner may look for better ones.
//
// A release compiles parameters as constants. With the CMake option TABIYA_TUNE they are variables,
// and every one of them is a UCI option. Only in such a program are they mutable globals: set them
// while no search runs.
#pragma once

#include <array>
#include <bit>
#include <string_view>

namespace tabiya {

struct Parameter {
  std::string_view name;  // as UCI shows it
  int value;
  int lowest;
  int highest;
  int step;  // what a tuner changes at once

  constexpr operator int() const { return value; }  // NOLINT: it stands for its value
};

// A set of parameters is a struct whose members are all of type Parameter, so that it is also an
// array of them.
template <class Set>
using ParameterArray = std::array<Parameter, sizeof(Set) / sizeof(Parameter)>;

template <class Set>
ParameterArray<Set> all_of(const Set& set) {
  return std::bit_cast<ParameterArray<Set>>(set);
}

// False if the set has no parameter of that name. Precondition: the value is in its range.
template <class Set>
bool assign(Set& set, std::string_view name, int value) {
  auto all = all_of(set);
  for (Parameter& parameter : all) {
    if (parameter.name != name) continue;
    parameter.value = value;
    set = std::bit_cast<Set>(all);
    return true;
  }
  return false;
}

#ifdef TABIYA_TUNE
#define TABIYA_TUNABLE inline constinit
#else
#define TABIYA_TUNABLE inline constexpr
#endif

}  // namespace tabiya
