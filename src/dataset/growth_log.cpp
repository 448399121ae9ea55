#include "dataset/growth_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "dataset/shard_writer.h"

namespace tabiya {

namespace {

constexpr auto kFile = "growth.csv";
constexpr std::string_view kHeadline = "seconds_since_1970,games,positions\n";

// Two hundred years of lines.
constexpr std::size_t kLongest = std::size_t{1} << 30;

std::optional<GrowthPoint> point_of(std::string_view line) {
  std::uint64_t numbers[3] = {};
  for (std::uint64_t& number : numbers) {
    const std::size_t end = std::min(line.find(','), line.size());
    const auto read = number_from<std::uint64_t>(line.substr(0, end));
    if (!read || *read > std::uint64_t{1} << 48) return std::nullopt;
    number = *read;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  if (!line.empty()) return std::nullopt;
  return GrowthPoint{.time = GrowthTime(std::chrono::seconds(numbers[0])),
                     .count = {.games = numbers[1], .positions = numbers[2]}};
}

// One time beyond `now`, from a wrong clock or a damaged line, would hide all lines after it.
std::vector<GrowthPoint> points_of(std::string_view text, GrowthTime now) {
  std::vector<GrowthPoint> points;
  // A last line without an end is being written.
  for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos;
       text.remove_prefix(end + 1)) {
    const auto point = point_of(text.substr(0, end));
    if (point && point->time <= now && (points.empty() || point->time >= points.back().time))
      points.push_back(*point);
  }
  return points;
}

std::optional<GrowthTime> time_of(const std::filesystem::path& file) {
  struct stat facts = {};
  if (stat(file.c_str(), &facts) != 0) return std::nullopt;
  return GrowthTime(std::chrono::seconds(facts.st_mtim.tv_sec));
}

// The first writer made its lock when the folder was empty.
std::vector<GrowthPoint> points_of_files(const std::filesystem::path& folder,
                                         const std::vector<ShardCount>& shards) {
  std::vector<GrowthPoint> points;
  if (const auto begin = time_of(folder / ShardWriter::kLockFile))
    points.push_back({.time = *begin, .count = {}});
  DataCount count;
  for (const ShardCount& shard : shards) {
    count += shard.count;
    const auto time = time_of(shard.file);
    if (time && (points.empty() || *time >= points.back().time))
      points.push_back({.time = *time, .count = count});
  }
  return points;
}

}  // namespace

GrowthLog::GrowthLog(std::filesystem::path folder, const GrowthPoint& start)
    : folder_(std::move(folder)), last_(start), written_(start) {}

GrowthLog::~GrowthLog() {
  if (file_.is_open() && last_ != written_) write(last_);
}

void GrowthLog::note(const GrowthPoint& now) {
  last_ = now;
  if (now.time < written_.time + kEvery) return;
  if (!file_.is_open()) {
    // A pipe of that name must not stop who plays.
    file_ = OpenFile((folder_ / kFile).string(),
                     O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
    if (size_of_file(file_.descriptor()) == 0) write_all(file_.descriptor(), kHeadline);
    write(written_);
  }
  write(now);
}

void GrowthLog::write(const GrowthPoint& point) {
  written_ = point;
  write_all(file_.descriptor(), fmt::format("{},{},{}\n", point.time.time_since_epoch().count(),
                                            point.count.games, point.count.positions));
}

std::vector<GrowthPoint> growth_of(const std::filesystem::path& folder,
                                   const std::vector<ShardCount>& shards, GrowthTime now) {
  std::vector<GrowthPoint> points;
  if (const auto log = read_file(folder / kFile, kLongest))
    points = points_of({reinterpret_cast<const char*>(log->data()), log->size()}, now);
  auto files = points_of_files(folder, shards);
  if (points.empty()) return files;
  if (!files.empty() && files.back().time >= points.back().time) points.push_back(files.back());
  return points;
}

double positions_added(const std::vector<GrowthPoint>& points, GrowthTime now,
                       std::chrono::seconds within) {
  double added = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto& [begin, before] = points[i - 1];
    const auto& [end, after] = points[i];
    if (after.positions <= before.positions || end <= now - within) continue;  // some were removed
    const double whole = static_cast<double>((end - begin).count());
    const double inside = static_cast<double>((end - std::max(begin, now - within)).count());
    const double share = whole > 0 ? inside / whole : 1;
    added += share * static_cast<double>(after.positions - before.positions);
  }
  return added;
}

}  // namespace tabiya
