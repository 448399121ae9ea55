// A chess engine in a process of its own, spoken to in UCI.
//
// An engine that crashes, falls silent or talks nonsense is a failure with a sentence; afterwards
// the object is of no more use. It belongs to the thread that started it.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/milliseconds.h"
#include "match/child_process.h"
#include "match/engine_spec.h"
#include "match/uci_output.h"

namespace tabiya {

// How long we wait.
struct EngineTimeouts {
  Milliseconds answer{10'000};    // for uciok, readyok, and beyond a time limit
  Milliseconds loading{60'000};   // for readyok when it loads a network or clears its hash
  Milliseconds untimed{600'000};  // for a move limited by nodes or depth only
  Milliseconds margin{50};        // that a move may take longer than allowed
};

struct EngineFailure {
  enum class Kind : std::uint8_t { NotStarted, Crashed, Stalled, Stopped };
  Kind kind;
  std::string message;  // "crashed: signal 11 (Segmentation fault)"

  // "it crashed: …"; what keeps a program from being started says itself what it is about.
  std::string sentence() const { return (kind == Kind::NotStarted ? "" : "it ") + message; }
};

// What an engine said about its move.
struct EngineMove {
  std::string move;
  std::optional<WrittenScore> score{};
  std::optional<int> depth{};
  std::optional<std::uint64_t> nodes{};
  std::chrono::nanoseconds elapsed{};
};

// An option as the engine offered it when it introduced itself.
struct OfferedOption {
  std::string name;
  std::string type;  // check, spin, combo, button, string
  std::optional<std::int64_t> lowest{};
  std::optional<std::int64_t> highest{};
  std::optional<std::int64_t> usual{};  // its default, if that is a number
};

class UciEngine {
 public:
  // Starts the program and sets its options. The limits in the spec are for the caller.
  static std::expected<std::unique_ptr<UciEngine>, EngineFailure> start(const EngineSpec&,
                                                                        bool chess960,
                                                                        const EngineTimeouts&,
                                                                        const std::stop_token&);
  // The same for one that has been running before: a machine may be short of something for the
  // moment, so it is tried again twice.
  static std::expected<std::unique_ptr<UciEngine>, EngineFailure> start_patiently(
      const EngineSpec&, bool chess960, const EngineTimeouts&, const std::stop_token&);
  // Asks it to quit, and kills it if it does not within a second.
  ~UciEngine();
  UciEngine(const UciEngine&) = delete;
  UciEngine& operator=(const UciEngine&) = delete;

  // What it calls itself; empty if it does not say.
  const std::string& id_name() const { return id_name_; }
  const std::vector<OfferedOption>& offers() const { return offers_; }
  // By its name in any case of letters; null if it does not have it.
  const OfferedOption* offer(std::string_view name) const;

  // Between games. What it would not accept is a failure, and then not all of them are set.
  std::expected<void, EngineFailure> set_options(std::span<const OptionSetting>);
  std::expected<void, EngineFailure> begin_game(const std::stop_token&);

  // Sends the two commands and waits for the best move. If it may take only `allowed`, an engine
  // that has not answered by then (and the margin) is told to stop, and given up after
  // timeouts.answer more; whether it was too late is for the caller to judge.
  std::expected<EngineMove, EngineFailure> think(std::string_view position, std::string_view go,
                                                 std::optional<std::chrono::nanoseconds> allowed,
                                                 const std::stop_token&);

 private:
  using Clock = ChildProcess::Clock;

  explicit UciEngine(const EngineTimeouts& timeouts) : timeouts_(timeouts) {}
  std::expected<void, EngineFailure> introduce(const EngineSpec&, bool chess960,
                                               const std::stop_token&);
  std::expected<void, EngineFailure> set_option(const OptionSetting&);
  std::expected<void, EngineFailure> synchronise(Milliseconds timeout, const std::stop_token&);
  EngineFailure failure_of(ChildProcess::Silence, std::string_view waiting_for);

  static std::optional<std::string> what_is_wrong(const OfferedOption&, const std::string& value);

  EngineTimeouts timeouts_;
  std::unique_ptr<ChildProcess> process_;
  std::string id_name_;
  std::vector<OfferedOption> offers_;
};

}  // namespace tabiya
