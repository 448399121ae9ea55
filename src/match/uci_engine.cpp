#include "match/uci_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/milliseconds.h"
#include "base/text.h"
#include "match/child_process.h"

namespace tabiya {

namespace {

constexpr int kStarts = 3;
constexpr Milliseconds kBetweenStarts{300};
constexpr Milliseconds kToQuit{1000};
constexpr Milliseconds kToDie{200};  // a crashing process needs a moment to be gone
constexpr std::size_t kMostOffers = 1000;
constexpr std::size_t kLongestList = 1000;  // of option names in a message

}  // namespace

std::expected<std::unique_ptr<UciEngine>, EngineFailure> UciEngine::start(
    const EngineSpec& spec, bool chess960, const EngineTimeouts& timeouts,
    const std::stop_token& stop) {
  const auto fail = [](std::string message) {
    return std::unexpected(EngineFailure{EngineFailure::Kind::NotStarted, std::move(message)});
  };
  const auto program = find_program(spec.command);
  if (!program) return fail(program.error().message);
  auto process = ChildProcess::start(
      {.program = *program, .arguments = spec.arguments, .folder = spec.folder});
  if (!process) return fail(process.error().message);

  std::unique_ptr<UciEngine> engine(new UciEngine(timeouts));
  engine->process_ = std::move(*process);
  if (auto done = engine->introduce(spec, chess960, stop); !done)
    return std::unexpected(std::move(done.error()));
  return engine;
}

std::expected<std::unique_ptr<UciEngine>, EngineFailure> UciEngine::start_patiently(
    const EngineSpec& spec, bool chess960, const EngineTimeouts& timeouts,
    const std::stop_token& stop) {
  for (int attempt = 1;; ++attempt) {
    auto started = start(spec, chess960, timeouts, stop);
    if (started || attempt == kStarts || stop.stop_requested()) return started;
    std::this_thread::sleep_for(kBetweenStarts);
  }
}

UciEngine::~UciEngine() {
  if (!process_) return;
  process_->send("stop");  // it may be thinking
  process_->send("quit");
  process_->end(kToQuit);
}

std::expected<void, EngineFailure> UciEngine::introduce(const EngineSpec& spec, bool chess960,
                                                        const std::stop_token& stop) {
  process_->send("uci");
  const auto deadline = Clock::now() + timeouts_.answer;
  for (bool known = false; !known;) {
    const auto line = process_->read_line(deadline, stop);
    if (!line) {
      EngineFailure failure = failure_of(line.error(), "uciok");
      if (failure.kind == EngineFailure::Kind::Stalled) failure.message += "; is it a UCI engine?";
      return std::unexpected(std::move(failure));
    }
    const UciLine said = parse_uci_line(line->text);
    known = std::holds_alternative<UciOk>(said);
    if (const auto* id = std::get_if<UciIdName>(&said)) id_name_ = printable_line(id->name);
    if (const auto* offer = std::get_if<UciOptionOffer>(&said))
      if (offers_.size() < kMostOffers)
        offers_.push_back({printable_line(offer->name), printable_line(offer->type), offer->lowest,
                           offer->highest, offer->usual});
  }
  if (chess960)
    if (auto done = set_option({"UCI_Chess960", "true"}); !done) return done;
  if (auto done = set_options(spec.options); !done) return done;
  return synchronise(timeouts_.loading, stop);
}

std::optional<std::string> UciEngine::what_is_wrong(const OfferedOption& offer,
                                                    const std::string& value) {
  const auto takes = [&](const std::string& what) {
    return fmt::format("its option {} takes {}, not {}", offer.name, what, in_quotes(value));
  };
  if (offer.type == "check" && value != "true" && value != "false") return takes("true or false");
  if (offer.type != "spin") return std::nullopt;
  const auto number = number_from<std::int64_t>(value);
  if (number && *number >= offer.lowest.value_or(*number) &&
      *number <= offer.highest.value_or(*number))
    return std::nullopt;
  if (!offer.lowest || !offer.highest) return takes("a whole number");
  return takes(fmt::format("a whole number from {} to {}", *offer.lowest, *offer.highest));
}

const OfferedOption* UciEngine::offer(std::string_view name) const {
  const auto found = std::ranges::find_if(
      offers_, [&](const OfferedOption& one) { return same_name(one.name, name); });
  return found == offers_.end() ? nullptr : &*found;
}

std::expected<void, EngineFailure> UciEngine::set_options(std::span<const OptionSetting> options) {
  for (const OptionSetting& option : options)
    if (auto done = set_option(option); !done) return done;
  return {};
}

// An option that the engine does not have, or a value that it does not understand, would be ignored
// by it without a word, and a whole match played with other settings than believed.
std::expected<void, EngineFailure> UciEngine::set_option(const OptionSetting& option) {
  const OfferedOption* const offer = this->offer(option.name);
  if (offer == nullptr) {
    std::string names;
    for (const OfferedOption& one : offers_) {
      names += names.empty() ? "" : ", ";
      names += names.size() < kLongestList ? one.name : "…";
      if (names.ends_with("…")) break;
    }
    return std::unexpected(
        EngineFailure{EngineFailure::Kind::NotStarted,
                      same_name(option.name, "UCI_Chess960")
                          ? std::string("it does not play Chess960: it has no option UCI_Chess960")
                          : fmt::format("it has no option {}; it has {}", in_quotes(option.name),
                                        names.empty() ? "none" : names)});
  }
  if (auto wrong = what_is_wrong(*offer, option.value))
    return std::unexpected(EngineFailure{EngineFailure::Kind::NotStarted, std::move(*wrong)});
  if (offer->type == "button")
    process_->send(fmt::format("setoption name {}", offer->name));
  else
    process_->send(fmt::format("setoption name {} value {}", offer->name, option.value));
  return {};
}

std::expected<void, EngineFailure> UciEngine::synchronise(Milliseconds timeout,
                                                          const std::stop_token& stop) {
  process_->send("isready");
  const auto deadline = Clock::now() + timeout;
  for (;;) {
    const auto line = process_->read_line(deadline, stop);
    if (!line) return std::unexpected(failure_of(line.error(), "readyok"));
    if (std::holds_alternative<UciReadyOk>(parse_uci_line(line->text))) return {};
  }
}

std::expected<void, EngineFailure> UciEngine::begin_game(const std::stop_token& stop) {
  process_->send("ucinewgame");
  return synchronise(timeouts_.loading, stop);
}

std::expected<EngineMove, EngineFailure> UciEngine::think(
    std::string_view position, std::string_view go, std::optional<std::chrono::nanoseconds> allowed,
    const std::stop_token& stop) {
  // What it still had to say about earlier moves must not be taken for the answer.
  if (auto ready = synchronise(timeouts_.answer, stop); !ready)
    return std::unexpected(std::move(ready.error()));
  process_->send(position);
  const auto start = Clock::now();
  process_->send(go);

  auto deadline =
      start + (allowed ? *allowed + timeouts_.margin : std::chrono::nanoseconds(timeouts_.untimed));
  bool told_to_stop = !allowed;
  EngineMove answer;
  for (;;) {
    const auto line = process_->read_line(deadline, stop);
    if (!line) {
      if (line.error() != ChildProcess::Silence::Deadline || told_to_stop)
        return std::unexpected(failure_of(line.error(), "a move"));
      process_->send("stop");
      told_to_stop = true;
      deadline += timeouts_.answer;
      continue;
    }
    const UciLine said = parse_uci_line(line->text);
    if (const auto* info = std::get_if<UciInfo>(&said)) {
      if (info->depth) answer.depth = info->depth;
      if (info->score) answer.score = info->score;
      if (info->nodes) answer.nodes = info->nodes;
    } else if (const auto* best = std::get_if<UciBestMove>(&said)) {
      answer.move = best->move;
      answer.elapsed = line->time - start;
      return answer;
    }
  }
}

EngineFailure UciEngine::failure_of(ChildProcess::Silence silence, std::string_view waiting_for) {
  switch (silence) {
    case ChildProcess::Silence::Stopped:
      return {EngineFailure::Kind::Stopped, "stopped"};
    case ChildProcess::Silence::Deadline:
      process_->end(Milliseconds(0));
      return {EngineFailure::Kind::Stalled, fmt::format("did not answer with {}", waiting_for)};
    case ChildProcess::Silence::Closed:
      break;
  }
  std::string message =
      fmt::format("ended ({}) instead of answering with {}", process_->end(kToDie), waiting_for);
  if (const std::string words = process_->last_words(); !words.empty())
    message += fmt::format("; its last words: {}", words);
  return {EngineFailure::Kind::Crashed, std::move(message)};
}

}  // namespace tabiya
