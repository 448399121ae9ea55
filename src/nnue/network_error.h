// Why a file is not a network this program can use.
#pragma once

#include <cstdint>
#include <string>

namespace tabiya {

struct NetworkError {
  enum class Kind : std::uint8_t {
    Unreadable,    // no such file, a folder, a failing disk
    Foreign,       // not a file of ours
    Version,       // a later format
    Architecture,  // a kind of network this program does not compute
    Truncated,
    Oversize,
    Altered,  // the checksum does not fit
    Text,     // name or notes
    Weights,  // numbers that could overflow
  };

  Kind kind;
  std::string message;  // a sentence for people: what was found and what was expected
};

}  // namespace tabiya
