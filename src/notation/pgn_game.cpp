#include "notation/pgn_game.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tabiya {

namespace {

// Puts a game together from what the reader tells.
class Builder : public PgnVisitor {
 public:
  PgnGameRead finish() {
    if (problem_) return {std::unexpected(std::move(*problem_)), begin_, std::move(warnings_)};
    return {std::move(game_), begin_, std::move(warnings_)};
  }

  void begin_game(PgnPlace place) override { begin_ = place; }

  void tag(std::string_view name, std::string_view value) override { game_.tags.add(name, value); }

  PgnChoice begin_moves(const Position& start, Variant variant) override {
    std::vector<std::string> early = std::move(game_.tree.comments(GameTree::kRoot));
    game_.tree = GameTree(start);
    game_.tree.comments(GameTree::kRoot) = std::move(early);
    game_.variant = variant;
    return PgnChoice::Read;
  }

  void move(const Position&, Move move) override { go_to(game_.tree.add(line().last, move)); }
  void null_move(const Position&) override { go_to(game_.tree.add_pass(line().last)); }
  void nag(Nag nag) override { game_.tree.nags(line().last).push_back(nag); }

  void comment(std::string_view text) override {
    std::string tidy = tidy_comment(text);
    if (!tidy.empty()) add_comment(std::move(tidy));
  }

  PgnChoice begin_variation() override {
    lines_.push_back({.last = *game_.tree.parent(line().last), .comment_is_early = true});
    return PgnChoice::Read;
  }

  void end_variation() override {
    Line closed = std::move(line());
    lines_.pop_back();
    // A comment behind a variation stands in front of the next move. But a variation of a
    // variation's first move is just one more variation of the move played: it is not in between.
    const auto above = game_.tree.parent(line().last);
    if (closed.has_move && above && game_.tree.first_child(*above) == line().last)
      line().comment_is_early = true;
    // Comments that no move followed belong to the last move. If there is none, they belong to
    // the line around.
    for (std::string& comment : closed.early) {
      if (closed.has_move)
        game_.tree.comments(closed.last).push_back(std::move(comment));
      else
        add_comment(std::move(comment));
    }
  }

  void end_game(PgnResult result) override {
    std::ranges::move(line().early, std::back_inserter(game_.tree.comments(line().last)));
    game_.result = result;
  }
  void broken(const PgnProblem& problem) override { problem_ = problem; }
  void warning(const PgnProblem& problem) override { warnings_.push_back(problem); }

 private:
  struct Line {
    NodeId last;                    // its last move, or the node it starts from
    bool comment_is_early = false;  // the next comment stands in front of a move
    bool has_move = false;
    std::vector<std::string> early{};  // comments in front of the next move
  };

  Line& line() { return lines_.back(); }

  void add_comment(std::string comment) {
    auto& home = line().comment_is_early ? line().early : game_.tree.comments(line().last);
    home.push_back(std::move(comment));
  }

  void go_to(NodeId node) {
    game_.tree.comments_before(node) = std::move(line().early);
    line() = {.last = node, .has_move = true};
  }

  PgnGame game_;
  PgnPlace begin_;
  std::vector<Line> lines_{{.last = GameTree::kRoot}};
  std::optional<PgnProblem> problem_;
  std::vector<PgnProblem> warnings_;
};

PgnResult result_of(const std::optional<Outcome>& outcome) {
  if (!outcome) return PgnResult::Unknown;
  if (outcome->is_draw()) return PgnResult::Draw;
  return outcome->winner == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins;
}

}  // namespace

std::optional<std::string_view> PgnTags::value(std::string_view name) const {
  const auto tag = std::ranges::find(tags_, name, &PgnTag::name);
  if (tag == tags_.end()) return std::nullopt;
  return tag->value;
}

void PgnTags::set(std::string_view name, std::string_view value) {
  const auto tag = std::ranges::find(tags_, name, &PgnTag::name);
  if (tag == tags_.end())
    add(name, value);
  else
    tag->value = value;
}

void PgnTags::add(std::string_view name, std::string_view value) {
  tags_.push_back({std::string(name), std::string(value)});
}

void PgnTags::remove(std::string_view name) {
  std::erase_if(tags_, [&](const PgnTag& tag) { return tag.name == name; });
}

Game PgnGame::main_line() const {
  Game game(tree.start(), variant);
  for (auto node = tree.first_child(GameTree::kRoot); node && !tree.is_pass(*node);
       node = tree.first_child(*node))
    game.play(*tree.move(*node));
  return game;
}

PgnGame pgn_from(const Game& game) {
  PgnGame pgn{.variant = game.variant(), .tree = GameTree(game.start())};
  NodeId node = GameTree::kRoot;
  for (std::size_t ply = 0; ply < game.length(); ++ply)
    node = pgn.tree.add(node, game.move_at(ply));
  const auto outcome = game.outcome();
  pgn.result = result_of(outcome);
  for (const std::string_view name : kSevenTagRoster)
    pgn.tags.add(name, name == "Date" ? "????.??.??" : "?");
  pgn.tags.set("Result", to_string(pgn.result));
  pgn.tags.add("Termination", outcome ? describe(outcome->ending) : "unterminated");
  return pgn;
}

std::optional<PgnGameRead> read_pgn_game(PgnReader& reader) {
  Builder builder;
  if (!reader.read_game(builder)) return std::nullopt;
  return builder.finish();
}

}  // namespace tabiya
