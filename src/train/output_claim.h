// What a training will write, looked at before it begins: a user should not learn after a day that
// there was no place for the network, or that it took the place of the games.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace tabiya {

struct TrainingFiles {
  std::filesystem::path network;              // what it is all for
  std::vector<std::filesystem::path> beside;  // else to be written
  std::vector<std::filesystem::path> data;    // files and folders of games
  std::vector<std::filesystem::path> read{};  // else to be read
};

// As long as it lives, no other training writes to the same network. It is kept by a lock on
// "NETWORK.lock", which ends with the process whatever becomes of it; the file is removed unless
// the process is killed, and may be there then.
class OutputClaim {
 public:
  // The error names the file: it cannot be written, it is one of those to be read, or another
  // training has it. Nothing is left behind then.
  static Result<OutputClaim> make(const TrainingFiles&);

  OutputClaim(OutputClaim&&) noexcept = default;
  OutputClaim& operator=(OutputClaim&&) = delete;
  ~OutputClaim();

 private:
  OutputClaim(std::filesystem::path lock, OpenFile held)
      : lock_(std::move(lock)), held_(std::move(held)) {}

  std::filesystem::path lock_;
  OpenFile held_;  // not open once moved from
};

}  // namespace tabiya
