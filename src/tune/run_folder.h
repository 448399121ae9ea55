// The folder of a run, with all that it remembers.
//
//   state.json       what the run has come to, written whole after each iteration; a run that was
//                    ended, even by kill -9, resumes from there
//   log.csv          a row for each iteration
//   parameters.svg   every parameter over time
//   result.txt       the values to paste
//
// Besides these there are only tune.lock, by which one run at a time is at work there, and what a
// kill during a write may leave.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "tune/history.h"
#include "tune/spsa.h"
#include "tune/tune.h"

namespace tabiya {

// Whatever decides about the course of a run, as words: another value makes it another run.
struct RunSetting {
  std::string name;
  std::string value;
  bool operator==(const RunSetting&) const = default;
};

class RunFolder {
 public:
  // Makes the folder if it is not there, claims it, and reads what a run with these settings has
  // left. The error is a sentence: another run is at work there, or the folder is one of a run with
  // other settings, and which.
  static Result<RunFolder> open(const std::filesystem::path&, std::vector<RunSetting>, const Spsa&);

  const TuneState& state() const { return state_; }
  const TuneHistory& history() const { return history_; }
  std::filesystem::path file(std::string_view name) const { return folder_ / name; }

  // After an iteration: the row first, then the state, so that no row is missing.
  Result<void> save(const TuneState&, const TuneTally& of_iteration);
  Result<void> write(std::string_view name, std::string_view content) const;

 private:
  RunFolder(std::filesystem::path folder, OpenFile lock, std::vector<RunSetting> settings)
      : folder_(std::move(folder)), lock_(std::move(lock)), settings_(std::move(settings)) {}
  Result<void> read_state(const Spsa&);
  Result<void> open_log(const std::vector<TunedParameter>&);
  Result<void> write_state() const;

  std::filesystem::path folder_;
  OpenFile lock_;
  std::vector<RunSetting> settings_;
  TuneState state_;
  TuneHistory history_;
  OpenFile log_;
};

}  // namespace tabiya
