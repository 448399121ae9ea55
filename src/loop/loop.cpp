#include "loop/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/claimed_file.h"
#include "base/file.h"
#include "base/result.h"
#include "dataset/data_files.h"
#include "loop/chart.h"
#include "loop/status.h"
#include "loop/steps.h"

namespace tabiya {
namespace {

// The claim of a loop on the folder of its run: a second one would play, train and judge the same
// generations, and end the stages of the first with errors that nobody understands. Precondition:
// the folder is there.
Result<OpenFile> claimed(const std::filesystem::path& run) {
  return claimed_file(
      run / "loop.lock",
      fmt::format("another loop is at work in {}: wait for it, or choose another folder",
                  run.string()));
}

// For people only, so games that cannot be read count as none.
std::uint64_t positions_in(const std::filesystem::path& games) {
  const auto files = DataFiles::open(std::array{games});
  return files ? files->count().positions : 0;
}

class Loop {
 public:
  Loop(const LoopConfig& config, const std::filesystem::path& program, const LoopHooks& hooks)
      : config_(config), program_(program), hooks_(hooks) {}

  Result<LoopEnd> run() {
    auto all = finished_generations(config_.folder);
    if (!all) return std::unexpected(all.error());
    // Networks of two kinds cannot be compared, nor continue each other's work.
    const std::string network = paths_of(config_, 1).network.filename().string();
    for (const Generation& one : *all)
      if (one.network != network)
        return failure("{} has networks of another kind ({}): choose another folder",
                       config_.folder.string(), one.network);
    if (all->size() >= config_.generations()) return LoopEnd::Finished;
    if (auto right = check_commands(all->size() + 1, best_generation(*all)); !right)
      return std::unexpected(right.error());
    if (auto made = make_folder(); !made) return std::unexpected(made.error());
    const auto lock = claimed(config_.folder);
    if (!lock) return std::unexpected(lock.error());
    const auto ready = prepare_start();
    if (!ready) return std::unexpected(ready.error());
    if (!*ready) return LoopEnd::Stopped;
    while (all->size() < config_.generations()) {
      auto generation = play_generation(all->size() + 1, best_generation(*all));
      if (!generation) return std::unexpected(generation.error());
      if (!*generation) return LoopEnd::Stopped;
      all->push_back(**generation);
      // A picture that cannot be drawn is no reason to stop: nothing of the run depends on it.
      if (const auto written = write_chart(config_.folder, *all); !written)
        hooks_.say(written.error().message);
    }
    return LoopEnd::Finished;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  // A loop that is killed loses at most this much of what it says about its time.
  static constexpr std::chrono::seconds kBetweenNotes{1};

  // What is wrong with a table must show before hours of other steps are done.
  Result<void> check_commands(std::uint64_t next, std::uint64_t best) {
    std::uint64_t last = 0;
    for (const LoopStage& stage : config_.stages) {
      const std::uint64_t first = last + 1;
      last += stage.generations;
      if (last < next) continue;
      if (auto right = check_stage(stage, std::max(first, next), best); !right) return right;
    }
    for (const LoopOpponent& opponent : config_.opponents)
      if (const auto right = hooks_.check(
              opponent_words(config_, std::max(opponent.from, next), opponent, program_));
          !right)
        return failure("[[opponent]] {}: {}", opponent.name, right.error().message);
    return {};
  }

  Result<void> check_stage(const LoopStage& stage, std::uint64_t generation, std::uint64_t best) {
    for (const auto& [table, words] :
         {std::pair{"selfplay", selfplay_words(config_, generation, best)},
          std::pair{"train", train_words(config_, generation)},
          std::pair{"match", match_words(config_, generation, best, program_)}})
      if (const auto right = hooks_.check(words); !right)
        return failure(
            "[{}] {}{}", table,
            stage.line > 0 ? fmt::format("for the stage of line {}: ", stage.line) : std::string{},
            right.error().message);
    return {};
  }

  // Not before the settings are known to be right: nothing must be left behind by wrong ones.
  Result<void> make_folder() {
    std::error_code trouble;
    if (config_.start_is_file() && !std::filesystem::exists(config_.start, trouble))
      return failure("start: there is no file {}", config_.start);
    const std::string folder = config_.folder.string();
    if (std::filesystem::exists(folder, trouble) && !std::filesystem::is_directory(folder, trouble))
      return failure(
          "{} is a file where the folder of the run should be: name another with folder = \"…\"",
          folder);
    std::filesystem::create_directories(folder, trouble);
    if (trouble) return failure("{}: {}", folder, trouble.message());
    return {};
  }

  // True: done. False: told to stop.
  Result<bool> prepare_start() {
    std::error_code trouble;
    const Words words = start_words(config_);
    if (words.empty() || std::filesystem::exists(network_of(config_, 0), trouble)) return true;
    const auto code = hooks_.run(words, [] {});
    if (!code) return std::unexpected(code.error());
    if (hooks_.stop_requested()) return false;
    if (*code != 0) return failure("the {} network could not be written", config_.start);
    return true;
  }

  // True: done. False: told to stop.
  Result<bool> step(const std::string& name, Generation& all, const Words& words, double& seconds) {
    const std::uint64_t generation = all.number;
    hooks_.say(fmt::format("Generation {} of {}: {}", generation, config_.generations(), name));
    // Of earlier runs. What this one takes is noted now and then: it may be killed.
    const double before = seconds;
    const auto begin = Clock::now();
    auto noted = begin;
    const auto note = [&](Clock::time_point now) {
      seconds = before + Seconds(now - begin).count();
      noted = now;
      // For people only: a disk that is full tells the step itself.
      const std::string text = seconds_to_json(all);
      (void)write_file_atomically(seconds_file(config_.folder, generation),
                                  std::as_bytes(std::span(text)));
    };
    const auto code = hooks_.run(words, [&] {
      const auto now = Clock::now();
      if (now - noted >= kBetweenNotes) note(now);
    });
    note(Clock::now());
    if (!code) return std::unexpected(code.error());
    if (hooks_.stop_requested()) return false;
    if (*code != 0)
      return failure(
          "generation {}: {} failed (exit code {}); the same command of the "
          "loop tries again",
          generation, name, *code);
    return true;
  }

  // A network or a result is written when it is complete, and need not be made again.
  static bool exists(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
  }

  // Nothing if it was told to stop.
  Result<std::optional<Generation>> play_generation(std::uint64_t number, std::uint64_t best) {
    const GenerationPaths paths = paths_of(config_, number);
    Generation generation{
        .number = number, .network = paths.network.filename().string(), .opponent = best};
    std::error_code trouble;
    std::filesystem::create_directories(paths.games.parent_path(), trouble);
    if (trouble) return failure("{}: {}", paths.games.parent_path().string(), trouble.message());

    // For people only, so a file that cannot be read stops nothing.
    if (auto read = read_seconds(config_.folder, generation); !read)
      hooks_.say(fmt::format("{}; its times are counted anew", read.error().message));

    for (const auto& make : {&Loop::make_network, &Loop::judge, &Loop::meet_opponents}) {
      const auto done = (this->*make)(generation);
      if (!done) return std::unexpected(done.error());
      if (!*done) return std::nullopt;
    }
    generation.positions = positions_in(paths.games);
    const std::string text = to_json(generation);
    if (const auto written = write_file_atomically(generation_file(config_.folder, number),
                                                   std::as_bytes(std::span(text)));
        !written)
      return std::unexpected(written.error());
    return generation;
  }

  // The parts of a generation. True: done. False: told to stop.
  Result<bool> make_network(Generation& generation) {
    const std::uint64_t number = generation.number;
    if (exists(paths_of(config_, number).network)) return true;
    const auto played =
        step("self-play", generation, selfplay_words(config_, number, generation.opponent),
             generation.selfplay_seconds);
    if (!played || !*played) return played;
    return step("training", generation, train_words(config_, number), generation.train_seconds);
  }

  Result<bool> judge(Generation& generation) {
    const std::uint64_t number = generation.number;
    const std::filesystem::path file = paths_of(config_, number).result;
    if (!exists(file)) {
      const auto played =
          step("match", generation, match_words(config_, number, generation.opponent, program_),
               generation.match_seconds);
      if (!played || !*played) return played;
    }
    const auto result = read_match_result(file);
    if (!result) return std::unexpected(result.error());
    generation.match = result->games;
    generation.elo = result->elo;
    generation.error = result->error;
    generation.promoted = result->tested ? result->accepted.value_or(false)
                                         : generation.elo > config_.stage_of(number).promote_above;
    hooks_.say(verdict(generation));
    return true;
  }

  // Only what will play is worth the time.
  Result<bool> meet_opponents(Generation& generation) {
    if (!generation.promoted) return true;
    for (const LoopOpponent& opponent : config_.opponents) {
      if (generation.number < opponent.from) continue;
      const std::filesystem::path file = opponent_result(config_, generation.number, opponent);
      if (!exists(file)) {
        const auto played = step("match against " + opponent.name, generation,
                                 opponent_words(config_, generation.number, opponent, program_),
                                 generation.opponents_seconds);
        if (!played || !*played) return played;
      }
      const auto result = read_match_result(file);
      if (!result) return std::unexpected(result.error());
      generation.opponents.push_back({.name = opponent.name,
                                      .games = result->games,
                                      .elo = result->elo,
                                      .error = result->error});
      hooks_.say(opponent_verdict(generation, generation.opponents.back()));
    }
    return true;
  }

  const LoopConfig& config_;
  const std::filesystem::path& program_;
  const LoopHooks& hooks_;
};

}  // namespace

Result<LoopEnd> run_loop(const LoopConfig& config, const std::filesystem::path& program,
                         const LoopHooks& hooks) {
  return Loop(config, program, hooks).run();
}

}  // namespace tabiya
