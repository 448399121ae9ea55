// What a game consists of, as pages see it and the database keeps it: plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "chess/piece.h"
#include "chess/values.h"
#include "search/search.h"
#include "server/protocol.h"

namespace tabiya::server {

using Moment = std::int64_t;  // milliseconds since 1970, UTC
using NodeNumber = std::int64_t;

Moment moment_now();

// An engine's opinion of a position. Scores are from White's view here, whoever is to move.
struct Evaluation {
  WrittenScore score{};
  int depth = 0;
  std::string best{};  // UCI; empty: none
  bool operator==(const Evaluation&) const = default;
};

// A move of a line that an engine cites, with the board after it.
struct LineMove {
  std::string uci;
  std::string san;
  std::string board;
  bool operator==(const LineMove&) const = default;
};

struct Player {
  std::string name{};
  std::optional<EngineKind> engine{};  // nothing: a person
  int level = 0;                       // of an engine
  std::optional<Elo> elo{};            // of an engine; nothing: full strength
  bool operator==(const Player&) const = default;
};

struct Players {
  Player white{};
  Player black{};
  Player& of(Color color) { return color == Color::White ? white : black; }
  const Player& of(Color color) const { return color == Color::White ? white : black; }
  bool operator==(const Players&) const = default;
};

struct ClockControl {
  Milliseconds initial{0};
  Milliseconds increment{0};
  bool operator==(const ClockControl&) const = default;
};

// What is left at one moment.
struct Clocks {
  Milliseconds white{0};
  Milliseconds black{0};
  std::optional<Color> running{};
  Milliseconds& of(Color color) { return color == Color::White ? white : black; }
  Milliseconds of(Color color) const { return color == Color::White ? white : black; }
  bool operator==(const Clocks&) const = default;
};

struct GameResult {
  std::optional<Color> winner{};   // nothing: a draw
  std::optional<Ending> ending{};  // nothing: unknown, as of games from elsewhere
  std::string text{};
  bool operator==(const GameResult&) const = default;
};

// What pages may do now.
struct Rights {
  std::vector<Color> move{};
  bool take_back = false;
  std::vector<Color> resign{};
  bool offer_draw = false;
  bool answer_draw = false;
  std::optional<Ending> claim_draw{};
  bool rematch = false;
  bool analyse = false;
  bool vary = false;
  bool hint = false;
  bool operator==(const Rights&) const = default;
};

struct Analysis {
  std::uint64_t search = 0;
  NodeNumber node = 0;
  EngineKind engine = EngineKind::AlphaBeta;
  int lines = 1;
  bool running = false;
  bool operator==(const Analysis&) const = default;
};

struct SideReport {
  double accuracy = 0;      // percent
  double average_loss = 0;  // centipawns
  int inaccuracies = 0;
  int mistakes = 0;
  int blunders = 0;
  bool operator==(const SideReport&) const = default;
};

struct ReportedMistake {
  NodeNumber node = 0;
  Judgement judgement = Judgement::Inaccuracy;
  WrittenScore before{};
  WrittenScore after{};
  LineMove best{};
  bool operator==(const ReportedMistake&) const = default;
};

struct Report {
  bool running = false;
  int done = 0;
  int total = 0;
  std::optional<SideReport> white{};
  std::optional<SideReport> black{};
  std::vector<ReportedMistake> mistakes{};
  bool operator==(const Report&) const = default;
};

struct TextPart {
  std::string text;
  bool operator==(const TextPart&) const = default;
};
struct NodePart {
  NodeNumber node;
  std::string label;
  bool operator==(const NodePart&) const = default;
};
struct LinePart {
  NodeNumber node;
  std::optional<WrittenScore> score;
  std::vector<LineMove> moves;
  bool operator==(const LinePart&) const = default;
};
struct FenPart {
  std::string fen;
  bool operator==(const FenPart&) const = default;
};
using ChatPart = std::variant<TextPart, NodePart, LinePart, FenPart>;

struct ChatLine {
  std::int64_t id = 0;
  Moment at = 0;
  Speaker from = Speaker::System;
  std::vector<ChatPart> parts{};
  bool operator==(const ChatLine&) const = default;
};

// What is known of a move beside the move itself.
struct NodeNotes {
  std::optional<Moment> at{};  // if it was played here
  std::optional<Milliseconds> left{};
  std::optional<Milliseconds> spent{};
  std::optional<Evaluation> evaluation{};
  std::optional<Judgement> judgement{};
  std::vector<int> nags{};
  std::string comment{};
  bool operator==(const NodeNotes&) const = default;
};

}  // namespace tabiya::server
