#include "server/pgn_exchange.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "base/text.h"
#include "chess/outcome.h"
#include "notation/fen.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"
#include "notation/text_source.h"
#include "server/game_record.h"
#include "server/protocol.h"

namespace tabiya::server {
namespace {

constexpr std::size_t kMostNotes = 20;
constexpr std::size_t kMostNags = 16;  // of a move
constexpr std::size_t kMostTags = 64;
constexpr std::size_t kLongestTag = 500;  // bytes

// --- out ---------------------------------------------------------------------------------

std::string date_of(Moment moment) {
  const auto seconds = static_cast<std::time_t>(moment / 1000);
  return fmt::format("{:%Y.%m.%d}", fmt::gmtime(seconds));
}

PgnEval pgn_eval(const Evaluation& evaluation) {
  PgnEval eval{.score = evaluation.score};
  if (evaluation.depth > 0) eval.depth = evaluation.depth;
  return eval;
}

void annotate(PgnGame& pgn, NodeId id, const NodeNotes& notes) {
  std::string text;
  const auto add = [&text](const std::string& piece) {
    if (!text.empty()) text += ' ';
    text += piece;
  };
  if (notes.evaluation) add(eval_command(pgn_eval(*notes.evaluation)));
  if (notes.left) add(clock_command(*notes.left));
  if (notes.spent) add(elapsed_command(*notes.spent));
  if (!notes.comment.empty()) add(notes.comment);
  if (!text.empty()) pgn.tree.comments(id).push_back(std::move(text));
  for (const int nag : notes.nags) pgn.tree.nags(id).push_back(static_cast<Nag>(nag));
}

PgnResult pgn_result(const std::optional<GameResult>& result) {
  if (!result) return PgnResult::Unknown;
  if (!result->winner) return PgnResult::Draw;
  return *result->winner == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins;
}

PgnTags tags_of(const GameRecord& game) {
  PgnTags tags = game.tags;
  const auto complete = [&tags](std::string_view name, const std::string& value) {
    if (!tags.value(name)) tags.set(name, value);
  };
  complete("Event", game.is_study() ? "Study" : "Casual game");
  complete("Site", "Tabiya");
  complete("Date", date_of(game.created));
  complete("Round", "-");
  complete("White", game.players.white.name);
  complete("Black", game.players.black.name);
  if (game.control)
    complete("TimeControl", fmt::format("{}+{}", game.control->initial.count() / 1000,
                                        game.control->increment.count() / 1000));
  if (game.result && game.result->ending == Ending::TimeForfeit)
    complete("Termination", "time forfeit");
  return tags;
}

// --- in ----------------------------------------------------------------------------------

bool looks_like_fen(std::string_view text) {
  const auto end = text.find_first_of(" \t\r\n");
  const std::string_view first = text.substr(0, end);
  return std::ranges::count(first, '/') == 7 && !first.starts_with('[');
}

// Cut at a character's border.
std::string cut(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return std::string(text.substr(0, bytes));
}

std::string placed(const PgnProblem& problem) {
  return fmt::format("line {}: {}", problem.place.line, problem.message);
}

class Notes {
 public:
  void add(std::string note) {
    if (notes_.size() < kMostNotes)
      notes_.push_back(std::move(note));
    else
      ++more_;
  }
  std::vector<std::string> all() && {
    if (more_ > 0) notes_.push_back(fmt::format("There are {} more notes like these.", more_));
    return std::move(notes_);
  }

 private:
  std::vector<std::string> notes_;
  std::size_t more_ = 0;
};

// The words of comments, without what they tell programs.
std::string words_of(const std::vector<std::string>& comments) {
  std::string all;
  for (const std::string& comment : comments) {
    std::string_view rest = comment;
    while (!rest.empty()) {
      const auto open = rest.find("[%");
      all += rest.substr(0, open);
      if (open == std::string_view::npos) break;
      const auto close = rest.find(']', open);
      if (close == std::string_view::npos) break;
      rest.remove_prefix(close + 1);
    }
    all += ' ';
  }
  return tidy_comment(all);
}

NodeNotes notes_of(const GameTree& tree, NodeId id, Notes& remarks) {
  NodeNotes notes;
  std::vector<std::string> comments = tree.comments_before(id);
  comments.insert(comments.end(), tree.comments(id).begin(), tree.comments(id).end());
  notes.comment = words_of(comments);
  if (characters_in(notes.comment) > kLongestComment) {
    notes.comment = cut(notes.comment, kLongestComment);
    remarks.add("A comment was too long and was shortened.");
  }
  const CommentCommands commands = tree.commands(id);
  notes.left = commands.clock;
  notes.spent = commands.elapsed;
  if (commands.eval) {
    Evaluation& evaluation = notes.evaluation.emplace();
    evaluation.score = commands.eval->score;
    evaluation.depth = commands.eval->depth.value_or(0);
  }
  for (const Nag nag : tree.nags(id)) {
    if (notes.nags.size() == kMostNags) {
      remarks.add(
          fmt::format("A move had more than {} signs; the others were left out.", kMostNags));
      break;
    }
    notes.nags.push_back(static_cast<int>(nag));
  }
  return notes;
}

// Moves in the order of the file, without recursion; passes have no place here.
void fill(GameRecord& record, const GameTree& tree, Notes& remarks) {
  std::vector<std::pair<NodeId, NodeNumber>> open{{GameTree::kRoot, MoveTree::kStart}};
  record.tree.notes(MoveTree::kStart) = notes_of(tree, GameTree::kRoot, remarks);
  bool passes = false;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto [from, to] = open[i];
    for (const NodeId child : tree.children(from)) {
      const auto move = tree.move(child);
      if (!move) {
        passes = true;
        continue;
      }
      const auto there = record.tree.child(to, *move);
      const NodeNumber id = there ? *there : record.tree.add(to, *move);
      if (!there) record.tree.notes(id) = notes_of(tree, child, remarks);
      open.emplace_back(child, id);
    }
  }
  if (passes) remarks.add("Variations in which a player passes were left out.");
}

std::string name_in(const PgnTags& tags, std::string_view tag, std::string_view otherwise) {
  const std::string_view name = tags.value(tag).value_or("");
  if (name.find_first_not_of("? ") == std::string_view::npos) return std::string(otherwise);
  return cut(name, 100);
}

GameResult told_result(PgnResult result) {
  if (result == PgnResult::Draw) return {std::nullopt, std::nullopt, "Drawn"};
  const Color winner = result == PgnResult::WhiteWins ? Color::White : Color::Black;
  return {winner, std::nullopt, winner == Color::White ? "White won" : "Black won"};
}

std::expected<GameRecord, Problem> record_of(const PgnGame& pgn, Notes& remarks) {
  if (pgn.tree.size() > MoveTree::kMostNodes)
    return refused(ProblemCode::TooLarge,
                   fmt::format("this game has {} positions; a game may have {}", pgn.tree.size(),
                               MoveTree::kMostNodes));
  GameRecord record;
  record.created = record.changed = moment_now();
  record.mode = Mode::Study;
  record.tree = MoveTree(pgn.tree.start(), pgn.variant);
  record.players = {{.name = name_in(pgn.tags, "White", "White")},
                    {.name = name_in(pgn.tags, "Black", "Black")}};
  for (const PgnTag& tag : pgn.tags)
    if (record.tags.size() < kMostTags && tag.name.size() <= kLongestTag)
      record.tags.add(tag.name, cut(tag.value, kLongestTag));
  fill(record, pgn.tree, remarks);
  record.tip = record.tree.end_of_line(MoveTree::kStart);
  if (const auto outcome = outcome_of(record.tree.at(record.tip).position))
    record.result = result_of(*outcome);
  else if (pgn.result != PgnResult::Unknown)
    record.told = ToldResult{told_result(pgn.result), record.tip};
  if (record.told) record.result = record.told->result;
  record.chat.push_back({1,
                         record.created,
                         Speaker::System,
                         {TextPart{fmt::format("{} – {}, a study.", record.players.white.name,
                                               record.players.black.name)},
                          FenPart{to_fen(pgn.tree.start())}}});
  return record;
}

// People paste the moves alone, and know that they left out the rest.
bool is_news(const PgnProblem& warning) {
  return !warning.message.starts_with("a game without") &&
         !warning.message.starts_with("missing tags");
}

Problem bad_pgn(const PgnProblem& problem) {
  return {ProblemCode::BadPgn, problem.message, {}, problem.place.line, problem.place.column};
}

std::expected<Imported, Problem> import_fen(std::string_view fen) {
  Random unused(1);
  NewGame wish;
  wish.start.fen = std::string(fen);
  auto made = make_game(wish, unused);
  if (!made) return std::unexpected(made.error());
  return Imported{std::move(made->record), 1, std::move(made->notes)};
}

}  // namespace

std::string pgn_of(const GameRecord& game) {
  PgnGame pgn;
  pgn.tags = tags_of(game);
  pgn.variant = game.variant();
  pgn.tree = GameTree(game.tree.at(MoveTree::kStart).position);
  pgn.result = pgn_result(game.result);
  std::vector<std::pair<NodeNumber, NodeId>> open{{MoveTree::kStart, GameTree::kRoot}};
  annotate(pgn, GameTree::kRoot, game.tree.at(MoveTree::kStart).notes);
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto [from, to] = open[i];
    for (const NodeNumber child : game.tree.at(from).children) {
      const TreeNode& node = game.tree.at(child);
      const NodeId id = pgn.tree.add(to, *node.move);
      annotate(pgn, id, node.notes);
      open.emplace_back(child, id);
    }
  }
  return to_pgn(pgn);
}

std::expected<Imported, Problem> import_text(std::string_view text,
                                             std::optional<std::int64_t> number) {
  text = trimmed(text);
  if (looks_like_fen(text)) return import_fen(text);
  if (number && *number < 1)
    return refused(ProblemCode::BadValue, "games are counted from 1", "game");
  StringSource source(text);
  PgnReader reader(source);
  Notes remarks;
  Imported imported;
  imported.games = 0;
  std::optional<GameRecord> taken;
  std::optional<Problem> problem;
  while (auto read = read_pgn_game(reader)) {
    ++imported.games;
    const bool wanted = number ? imported.games == *number : !taken;
    if (!read->game) {
      if (wanted && (number || !problem)) problem = bad_pgn(read->game.error());
      remarks.add(
          fmt::format("Game {} was skipped: {}", imported.games, placed(read->game.error())));
      continue;
    }
    if (!wanted) continue;
    for (const PgnProblem& warning : read->warnings)
      if (is_news(warning))
        remarks.add(fmt::format("Game {}: {}", imported.games, placed(warning)));
    auto record = record_of(*read->game, remarks);
    if (!record) return std::unexpected(record.error());
    taken = *std::move(record);
  }
  if (!taken) {
    if (problem) return std::unexpected(*problem);
    if (number && imported.games > 0)
      return refused(ProblemCode::BadValue,
                     fmt::format("there are only {} games in this text", imported.games), "game");
    return std::unexpected(Problem{ProblemCode::BadPgn, "there is no game in this text", {}, 1, 1});
  }
  imported.record = *std::move(taken);
  imported.notes = std::move(remarks).all();
  return imported;
}

}  // namespace tabiya::server
