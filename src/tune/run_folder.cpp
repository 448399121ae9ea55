#include "tune/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/claimed_file.h"
#include "base/system.h"
#include "base/text.h"

namespace tabiya {

namespace {

using nlohmann::json;

constexpr std::size_t kLongestState = std::size_t{4} << 20;
constexpr std::size_t kLongestLog = std::size_t{1} << 30;
constexpr std::array<std::string_view, 3> kWritten{"log.csv", "parameters.svg", "result.txt"};

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// May throw what json throws for what is not there.
TuneState state_from(const json& file) {
  TuneState state{.iterations = file.at("iterations").get<std::uint64_t>(),
                  .values = file.at("values").get<std::vector<double>>(),
                  .before = file.at("before").get<std::vector<double>>()};
  state.tally = {.wdl = {.wins = file.at("wins").get<std::uint64_t>(),
                         .draws = file.at("draws").get<std::uint64_t>(),
                         .losses = file.at("losses").get<std::uint64_t>()},
                 .discarded = file.at("discarded").get<std::uint64_t>(),
                 .time_losses = file.at("time_losses").get<std::uint64_t>()};
  return state;
}

bool fits(const std::vector<double>& values, const std::vector<TunedParameter>& parameters) {
  return std::ranges::equal(values, parameters, [](double value, const TunedParameter& one) {
    return value >= one.lowest && value <= one.highest;
  });
}

// "pairs was 4 and is 8"; nothing if there is none.
std::optional<std::string> difference(const json& before, const std::vector<RunSetting>& now) {
  for (const RunSetting& one : now) {
    const auto was = before.find(one.name);
    const std::string value = was == before.end() ? "" : was->get<std::string>();
    if (value != one.value)
      return fmt::format("{} was {} and is {}", one.name,
                         value.empty() ? "not there" : printable(value),
                         one.value.empty() ? "not there" : one.value);
  }
  for (const auto& [name, value] : before.items())
    if (std::ranges::find(now, name, &RunSetting::name) == now.end())
      return fmt::format("{} was {} and is not there", printable(name),
                         printable(value.get<std::string>()));
  return std::nullopt;
}

}  // namespace

Result<RunFolder> RunFolder::open(const std::filesystem::path& folder,
                                  std::vector<RunSetting> settings, const Spsa& spsa) {
  std::error_code trouble;
  std::filesystem::create_directories(folder, trouble);
  if (!std::filesystem::is_directory(folder, trouble))
    return failure("{} is no folder and cannot be made: choose another one with --output",
                   folder.string());
  auto lock = claimed_file(
      folder / "tune.lock",
      fmt::format("another run of this command is at work in {}: wait for it, or choose another "
                  "folder with --output",
                  folder.string()));
  if (!lock) return std::unexpected(std::move(lock.error()));
  RunFolder run(folder, std::move(*lock), std::move(settings));
  if (auto read = run.read_state(spsa); !read) return std::unexpected(std::move(read.error()));
  if (auto opened = run.open_log(spsa.parameters()); !opened)
    return std::unexpected(std::move(opened.error()));
  return run;
}

Result<void> RunFolder::read_state(const Spsa& spsa) {
  const std::filesystem::path name = file("state.json");
  std::error_code trouble;
  remove_parts_of(name);
  if (!std::filesystem::exists(name, trouble)) {
    for (const std::string_view other : kWritten)
      if (std::filesystem::exists(file(other), trouble))
        return failure(
            "{} is there, but no state.json beside it: choose another folder with "
            "--output, or remove it",
            file(other).string());
    state_ = beginning_of(spsa);
    return write_state();
  }
  const auto content = read_file(name, kLongestState);
  if (!content) return std::unexpected(content.error());
  const auto damaged = [&] {
    return failure("{} is damaged, or no state of a tuning: choose another folder with --output",
                   name.string());
  };
  try {
    const json state = json::parse(text_of(*content));
    if (const auto other = difference(state.at("settings"), settings_))
      return failure(
          "{} is of a run with other settings: {}. Undo the change, or choose another folder with "
          "--output",
          name.string(), *other);
    state_ = state_from(state);
  } catch (const json::exception&) {
    return damaged();
  }
  const auto& parameters = spsa.parameters();
  if (!fits(state_.values, parameters) || !fits(state_.before, parameters)) return damaged();
  return {};
}

Result<void> RunFolder::open_log(const std::vector<TunedParameter>& parameters) {
  const std::filesystem::path name = file("log.csv");
  std::error_code trouble;
  std::vector<std::byte> before;
  if (std::filesystem::exists(name, trouble)) {
    auto content = read_file(name, kLongestLog);
    if (!content) return std::unexpected(std::move(content.error()));
    before = std::move(*content);
  }
  ReadLog log = read_log(text_of(before), parameters, state_.iterations);
  if (log.text != text_of(before))
    if (auto written = write("log.csv", log.text); !written) return written;
  history_ = std::move(log.history);
  log_ = OpenFile(name.string(), O_WRONLY | O_APPEND);
  if (!log_.is_open())
    return failure("{} could not be opened: {}", name.string(), system_message());
  return {};
}

Result<void> RunFolder::save(const TuneState& state, const TuneTally& of_iteration) {
  if (!write_all(log_.descriptor(), log_line(state, of_iteration)))
    return failure("{} could not be written: {}", file("log.csv").string(), system_message());
  state_ = state;
  history_.push_back({.iterations = state.iterations, .values = state.values});
  return write_state();
}

Result<void> RunFolder::write(std::string_view name, std::string_view content) const {
  return write_file_atomically(file(name), std::as_bytes(std::span(content)));
}

Result<void> RunFolder::write_state() const {
  json settings = json::object();
  for (const RunSetting& one : settings_) settings[one.name] = one.value;
  const json state{{"settings", settings},
                   {"iterations", state_.iterations},
                   {"values", state_.values},
                   {"before", state_.before},
                   {"wins", state_.tally.wdl.wins},
                   {"draws", state_.tally.wdl.draws},
                   {"losses", state_.tally.wdl.losses},
                   {"discarded", state_.tally.discarded},
                   {"time_losses", state_.tally.time_losses}};
  return write("state.json", state.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
}

}  // namespace tabiya
