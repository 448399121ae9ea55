#include "cli/data/data_export_npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <system_error>

#include "base/progress.h"
#include "base/result.h"
#include "cli/data/output_file.h"
#include "dataset/game_reader.h"
#include "dataset/overwriting.h"
#include "dataset/position_reader.h"
#include "dataset/sample_reader.h"
#include "encode/features.h"
#include "encode/planes.h"
#include "encode/policy_index.h"

namespace tabiya {

namespace {

using Written = Result<std::uint64_t>;

// The files of one export: all get as many elements, and their names only if all went well.
class Arrays {
 public:
  explicit Arrays(const NpyExport& wanted) : wanted_(wanted) {}

  Result<void> add(const std::string& name, std::span<const int> shape) {
    const std::filesystem::path path = wanted_.folder / (name + ".npy");
    if (auto right = check_output_is_no_input(path, wanted_.inputs); !right) return right;
    auto file = NpyFile::open(path, shape);
    if (!file) return std::unexpected(file.error());
    files_.emplace(name, *std::move(file));
    return {};
  }
  void write(const std::string& name, std::span<const float> values) {
    files_.at(name).write(values);
  }
  Result<void> finish() {
    for (auto& [name, file] : files_)
      if (auto done = file.finish(); !done) return done;
    return {};
  }

 private:
  const NpyExport& wanted_;
  std::map<std::string, NpyFile> files_;
};

ShuffleSettings shuffle_of(const NpyExport& wanted) {
  return {.files = wanted.inputs, .seed = wanted.seed};
}

std::string note(std::uint64_t positions) { return fmt::format("{} positions", positions); }

Written export_planes(const NpyExport& wanted, Arrays& arrays, const Interrupt& interrupt) {
  const int planes = planes_for(wanted.history);
  auto reader = SampleReader::open(
      shuffle_of(wanted), SampleSettings{.history_steps = wanted.history, .planes = planes});
  if (!reader) return std::unexpected(reader.error());
  for (const auto& [name, shape] : std::initializer_list<std::pair<const char*, std::vector<int>>>{
           {"planes", {planes, 8, 8}}, {"policy", {kPolicySize}}, {"value", {3}}})
    if (auto added = arrays.add(name, shape); !added) return std::unexpected(added.error());

  std::vector<float> floats(plane_floats_for(wanted.history));
  std::vector<float> policy(kPolicySize);
  SampleBatch batch;
  Progress progress("data export", wanted.positions);
  std::uint64_t done = 0;
  for (; done < wanted.positions && !interrupt.requested(); ++done) {
    if (auto read = (*reader)->read_within_epoch({.count = 1, .planes = floats, .batch = batch});
        !read)
      return std::unexpected(read.error());
    if (batch.samples.empty()) break;
    arrays.write("planes", floats);
    std::ranges::fill(policy, 0.0F);
    for (const PolicyShare& share : batch.policy) policy[share.index] = share.share;
    arrays.write("policy", policy);
    const int result = batch.samples.front().result.value_or(0);
    arrays.write("value", std::array{result > 0 ? 1.0F : 0.0F, result == 0 ? 1.0F : 0.0F,
                                     result < 0 ? 1.0F : 0.0F});
    if (done % 64 == 0) progress.update(done, note(done));
  }
  return done;
}

Result<void> add_scored_arrays(Arrays& arrays, std::vector<int> shape) {
  if (auto added = arrays.add("features", shape); !added) return added;
  if (auto added = arrays.add("score", {}); !added) return added;
  return arrays.add("result", {});
}

void write_scored(Arrays& arrays, std::span<const float> features, int score, int result) {
  arrays.write("features", features);
  arrays.write("score", std::array{static_cast<float>(score)});
  arrays.write("result", std::array{static_cast<float>(result)});
}

Written export_features(const NpyExport& wanted, Arrays& arrays, const Interrupt& interrupt) {
  auto reader = PositionReader::open(shuffle_of(wanted));
  if (!reader) return std::unexpected(reader.error());
  if (auto added = add_scored_arrays(arrays, {kFeatures}); !added)
    return std::unexpected(added.error());
  std::array<ScoredPosition, 1> position{};
  std::array<float, kFeatures> features{};
  Progress progress("data export", wanted.positions);
  std::uint64_t done = 0;
  for (; done < wanted.positions && !interrupt.requested(); ++done) {
    const auto read = (*reader)->read_within_epoch(position);
    if (!read) return std::unexpected(read.error());
    if (*read == 0) break;
    const ScoredPosition& scored = position.front();
    features.fill(0);
    for (std::size_t i = 0; i < scored.count; ++i) features[scored.features[i]] = 1;
    write_scored(arrays, features, scored.score, scored.result);
    if (done % 1024 == 0) progress.update(done, note(done));
  }
  return done;
}

// As White sees it: board, score and result.
Written export_virgo(const NpyExport& wanted, Arrays& arrays, const Interrupt& interrupt) {
  auto reader = GameReader::open(wanted.inputs);
  if (!reader) return std::unexpected(reader.error());
  if (auto added = add_scored_arrays(arrays, {2, 6, 64}); !added)
    return std::unexpected(added.error());
  std::array<float, kFeatures> features{};
  Progress progress("data export", wanted.positions);
  std::uint64_t done = 0;
  while (done < wanted.positions && !interrupt.requested()) {
    const auto game = reader->next();
    if (!game) return std::unexpected(game.error());
    if (!*game) break;
    if (!(*game)->result) continue;
    const auto winner = (*game)->result->winner;
    const int result = !winner ? 0 : *winner == Color::White ? 1 : -1;
    Position position = (*game)->start;
    const std::size_t plies = (*game)->moves.size();
    for (std::size_t ply = 0; ply <= plies && done < wanted.positions; ++ply) {
      const auto score = ply < plies ? (*game)->moves[ply].score : (*game)->final_score;
      if (score) {
        encode_features(position, FeatureOrder::Virgo, features);
        write_scored(arrays, features, position.side_to_move() == Color::White ? *score : -*score,
                     result);
        ++done;
      }
      if (ply < plies) position.play((*game)->moves[ply].move);
    }
    progress.update(done, note(done));
  }
  return done;
}

}  // namespace

Result<std::uint64_t> export_npy(const NpyExport& wanted, const Interrupt& interrupt) {
  std::error_code error;
  std::filesystem::create_directories(wanted.folder, error);
  if (error)
    return failure("The folder {} could not be made: {}", wanted.folder.string(), error.message());
  Arrays arrays(wanted);
  Written written = 0;
  if (wanted.what == "planes")
    written = export_planes(wanted, arrays, interrupt);
  else if (wanted.what == "features")
    written = export_features(wanted, arrays, interrupt);
  else
    written = export_virgo(wanted, arrays, interrupt);
  if (!written || interrupt.requested()) return written;
  if (auto finished = arrays.finish(); !finished) return std::unexpected(finished.error());
  return written;
}

}  // namespace tabiya
