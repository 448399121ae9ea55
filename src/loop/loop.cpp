#include "loop/loop.h"

#include <fmt/format.h>

#include <chrono>
#include <span>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/claimed_file.h"
#include "base/file.h"
#include "base/result.h"
#include "loop/stages.h"
#include "loop/status.h"

namespace tabiya {
namespace {

constexpr std::size_t kLargestResult = 1 << 20;

// The claim of a loop on the folder of its run: a second one would play, train and judge the same
// generations, and end the stages of the first with errors that nobody understands. Precondition:
// the folder is there.
Result<OpenFile> claimed(const std::filesystem::path& run) {
  return claimed_file(
      run / "loop.lock",
      fmt::format("another loop is at work in {}: wait for it, or choose another folder",
                  run.string()));
}

class Loop {
 public:
  Loop(const LoopConfig& config, const std::filesystem::path& program, const LoopHooks& hooks)
      : config_(config), program_(program), hooks_(hooks) {}

  Result<LoopEnd> run() {
    auto all = finished_generations(config_.folder);
    if (!all) return std::unexpected(all.error());
    // Networks of two kinds cannot be compared, nor continue each other's work.
    const std::string network = stage_paths(config_, 1).network.filename().string();
    for (const Generation& one : *all)
      if (one.network != network)
        return failure("{} has networks of another kind ({}): choose another folder",
                       config_.folder.string(), one.network);
    if (all->size() >= config_.generations) return LoopEnd::Finished;
    if (auto right = check_stages(all->size() + 1, best_generation(*all)); !right)
      return std::unexpected(right.error());
    if (auto made = make_folder(); !made) return std::unexpected(made.error());
    const auto lock = claimed(config_.folder);
    if (!lock) return std::unexpected(lock.error());
    const auto ready = prepare_start();
    if (!ready) return std::unexpected(ready.error());
    if (!*ready) return LoopEnd::Stopped;
    while (all->size() < config_.generations) {
      auto generation = play_generation(all->size() + 1, best_generation(*all));
      if (!generation) return std::unexpected(generation.error());
      if (!*generation) return LoopEnd::Stopped;
      all->push_back(**generation);
      // A picture that cannot be drawn is no reason to stop: nothing of the run depends on it.
      if (const auto written = write_chart(config_.folder, *all); !written)
        hooks_.say(written.error().message);
      hooks_.say(verdict(**generation));
    }
    return LoopEnd::Finished;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  // A loop that is killed loses at most this much of what it says about its time.
  static constexpr std::chrono::seconds kBetweenNotes{1};

  // What is wrong with a table must show before hours of other stages are done.
  Result<void> check_stages(std::uint64_t generation, std::uint64_t best) {
    for (const auto& [table, words] :
         {std::pair{"selfplay", selfplay_words(config_, generation, best)},
          std::pair{"train", train_words(config_, generation)},
          std::pair{"match", match_words(config_, generation, best, program_)}})
      if (const auto right = hooks_.check(words); !right)
        return failure("[{}] {}", table, right.error().message);
    return {};
  }

  // Not before the settings are known to be right: nothing must be left behind by wrong ones.
  Result<void> make_folder() {
    std::error_code trouble;
    if (config_.start != "uniform" && config_.start != "bootstrap" &&
        !std::filesystem::exists(config_.start, trouble))
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
    const std::string start = network_of(config_, 0);
    if (config_.start != "bootstrap" || std::filesystem::exists(start, trouble)) return true;
    const auto code = hooks_.run({"net", "bootstrap", "--output", start}, [] {});
    if (!code) return std::unexpected(code.error());
    if (hooks_.stop_requested()) return false;
    if (*code != 0) return failure("the bootstrap network could not be written");
    return true;
  }

  // True: done. False: told to stop.
  Result<bool> stage(std::string_view name, Generation& all, const Words& words, double& seconds) {
    const std::uint64_t generation = all.number;
    hooks_.say(fmt::format("Generation {} of {}: {}", generation, config_.generations, name));
    // Of earlier runs. What this one takes is noted now and then: it may be killed.
    const double before = seconds;
    const auto begin = Clock::now();
    auto noted = begin;
    const auto note = [&](Clock::time_point now) {
      seconds = before + Seconds(now - begin).count();
      noted = now;
      // For people only: a disk that is full tells the stage itself.
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

  // Nothing if it was told to stop.
  Result<std::optional<Generation>> play_generation(std::uint64_t number, std::uint64_t best) {
    const StagePaths paths = stage_paths(config_, number);
    Generation generation{
        .number = number, .network = paths.network.filename().string(), .opponent = best};
    std::error_code trouble;
    std::filesystem::create_directories(paths.games.parent_path(), trouble);
    if (trouble) return failure("{}: {}", paths.games.parent_path().string(), trouble.message());

    // For people only, so a file that cannot be read stops nothing.
    if (auto read = read_seconds(config_.folder, generation); !read)
      hooks_.say(fmt::format("{}; its times are counted anew", read.error().message));

    struct Step {
      const char* name;
      Words words;
      double& seconds;
      bool is_done;
    };
    // A network or a result is written when it is complete, and need not be made again.
    const auto exists = [](const std::filesystem::path& file) {
      std::error_code ignored;
      return std::filesystem::exists(file, ignored);
    };
    const std::array steps = {Step{"self-play", selfplay_words(config_, number, best),
                                   generation.selfplay_seconds, exists(paths.network)},
                              Step{"training", train_words(config_, number),
                                   generation.train_seconds, exists(paths.network)},
                              Step{"match", match_words(config_, number, best, program_),
                                   generation.match_seconds, exists(paths.result)}};
    for (const Step& step : steps) {
      if (step.is_done) continue;
      const auto done = stage(step.name, generation, step.words, step.seconds);
      if (!done) return std::unexpected(done.error());
      if (!*done) return std::nullopt;
    }
    return judge(std::move(generation), paths.result);
  }

  Result<std::optional<Generation>> judge(Generation generation,
                                          const std::filesystem::path& file) {
    const auto content = read_file(file, kLargestResult);
    if (!content) return std::unexpected(content.error());
    const auto result =
        match_result_from_json({reinterpret_cast<const char*>(content->data()), content->size()});
    if (!result)
      return failure("{}: {}; remove it, and the match writes it anew from its games",
                     file.string(), result.error().message);
    generation.match = result->games;
    generation.elo = result->elo;
    generation.error = result->error;
    generation.promoted =
        result->tested ? result->accepted.value_or(false) : generation.elo > config_.promote_above;
    const std::string text = to_json(generation);
    if (const auto written = write_file_atomically(
            generation_file(config_.folder, generation.number), std::as_bytes(std::span(text)));
        !written)
      return std::unexpected(written.error());
    return generation;
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
