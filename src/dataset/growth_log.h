// When a folder of games had how many: growth.csv in the folder, a line every five minutes while
// games are added.
//
// It is a help for people and nothing depends on it: what cannot be written is left out, what
// cannot be read is skipped, and without it the times of the files tell something.
#pragma once

#include <chrono>
#include <filesystem>
#include <vector>

#include "base/file.h"
#include "dataset/data_folder.h"

namespace tabiya {

using GrowthTime = std::chrono::sys_seconds;

struct GrowthPoint {
  GrowthTime time{};
  DataCount count;

  bool operator==(const GrowthPoint&) const = default;
};

class GrowthLog {
 public:
  static constexpr std::chrono::seconds kEvery = std::chrono::minutes(5);

  // Nothing is written before the first five minutes are over: many folders are made at once.
  GrowthLog(std::filesystem::path folder, const GrowthPoint& start);
  ~GrowthLog();  // writes the last state
  GrowthLog(const GrowthLog&) = delete;
  GrowthLog& operator=(const GrowthLog&) = delete;

  void note(const GrowthPoint&);

 private:
  void write(const GrowthPoint&);

  std::filesystem::path folder_;
  OpenFile file_;
  GrowthPoint last_;
  GrowthPoint written_;
};

// In the order of time, up to `now`; the last is how it is. From the log, or from the times of the
// files if there is none. `shards` are those of the folder, with what each holds.
struct ShardCount {
  std::filesystem::path file;
  DataCount count;
};
std::vector<GrowthPoint> growth_of(const std::filesystem::path& folder,
                                   const std::vector<ShardCount>& shards, GrowthTime now);

// Positions that were added in this time before `now`, as if they came evenly between two points.
double positions_added(const std::vector<GrowthPoint>&, GrowthTime now,
                       std::chrono::seconds within);

}  // namespace tabiya
