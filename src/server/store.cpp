#include "server/store.h"

#include <fmt/format.h>

#include <array>
#include <system_error>
#include <utility>

#include "base/result.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "server/game_json.h"

namespace tabiya::server {

void each_field(SameAs<ToldResult> auto& told, auto visit) {
  visit("result", told.result);
  visit("at", told.at);
}

void each_field(SameAs<GameRecord> auto& game, auto visit) {
  visit("seq", game.seq);
  visit("created", game.created);
  visit("mode", game.mode);
  visit("claims", game.claims);
  visit("number", game.number);
  visit("colorWish", game.color_wish);
  visit("anyNumber", game.any_number);
  visit("players", game.players);
  visit("control", game.control);
  visit("clocks", game.clocks);
  visit("tip", game.tip);
  visit("result", game.result);
  visit("told", game.told);
  visit("drawOffer", game.draw_offer);
  visit("analysis", game.analysis);
  visit("thinking", game.thinking);
  visit("report", game.report);
  visit("next", game.next);
}

namespace {

// What the tables look like. Step n makes version n + 1 out of version n; version 0 is an empty
// file. A step that was once in a release never changes: a new one follows it.
constexpr std::array kSteps{
    // A game's list entry and its other parts are JSON; what grows with the game has rows.
    R"(
CREATE TABLE games (
  id TEXT PRIMARY KEY,
  changed INTEGER NOT NULL,     -- milliseconds since 1970
  clock_runs INTEGER NOT NULL,  -- 0 or 1
  summary TEXT NOT NULL,        -- as in the list of games
  details TEXT NOT NULL
) STRICT;
CREATE INDEX games_by_change ON games (changed);
CREATE TABLE nodes (
  game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  parent INTEGER,
  place INTEGER NOT NULL,       -- among its siblings
  move TEXT,                    -- UCI
  notes TEXT NOT NULL,
  PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE chat (
  game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
)",
};

constexpr const char* kWriteNode =
    "INSERT INTO nodes (game, id, parent, place, move, notes) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT DO UPDATE SET place = excluded.place, notes = excluded.notes";

std::string broken(const GameRecord& game, std::string_view why) {
  return fmt::format("the stored game {} is damaged: {}", game.id, why);
}

bool clock_runs(const GameRecord& game) {
  return game.clocks && game.clocks->running && !game.result;
}

// --- a game as JSON -----------------------------------------------------------------------

Json tags_json(const PgnTags& tags) {
  Json list = Json::array();
  for (const PgnTag& tag : tags) list.push_back(Json::array({tag.name, tag.value}));
  return list;
}

// Its line in the list of games.
Json summary_json(const GameRecord& game) {
  const TreeNode& tip = game.tree.at(game.tip);
  return {{"id", game.id},
          {"created", game.created},
          {"changed", game.changed},
          {"mode", text(game.mode)},
          {"variant", text(game.variant())},
          {"white", game.players.white.name},
          {"black", game.players.black.name},
          {"plies", tip.ply},
          {"result", json_of(game.result)},
          {"fen", to_fen(tip.position)}};
}

// What is written besides the fields of a game, its nodes and its chat.
std::string details_text(const GameRecord& game) {
  Json json{{"variant", text(game.variant())},
            {"start", to_fen(game.tree.at(MoveTree::kStart).position,
                             {.castling = FenStyle::Castling::Shredder})},
            {"nextNode", game.tree.next_id()},
            {"tags", tags_json(game.tags)}};
  add_fields(json, game);
  return text_of(json);
}

// Fills a record, its tree with the start position only. Throws JsonIn::exception.
void read_details(const JsonIn& json, GameRecord& game) {
  const auto start = parse_fen(json.at("start").get_ref<const std::string&>());
  if (!start) throw JsonIn::other_error::create(600, start.error().message, &json);
  game.tree = MoveTree(*start, word_in<Variant>(json.at("variant")));
  game.tree.never_use_below(json.at("nextNode").get<NodeNumber>());
  for (const JsonIn& tag : json.at("tags"))
    game.tags.add(tag.at(0).get<std::string>(), tag.at(1).get<std::string>());
  read_fields(json, game);
}

}  // namespace

// --- the file -----------------------------------------------------------------------------

Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& file) {
  const auto explain = [&file](std::string_view why) {
    if (why == "database is locked") why = "another program uses them, perhaps a second server";
    return failure("the games in {} cannot be used: {}", file.string(), why);
  };
  std::error_code ignored;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  auto opened = Database::open(file);
  if (!opened) return explain(opened.error().message);
  Database& database = **opened;
  // EXCLUSIVE: sessions keep games in memory, so a second server on the same file would write over
  // them. The journal's mode is written into the file, so first it is seen whose file it is.
  if (auto alone = database.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT"); !alone)
    return explain(alone.error().message);
  if (auto ours = check_origin(database, kSteps); !ours) return explain(ours.error().message);
  // FULL: a transaction is on the disk when it ends.
  if (auto ready = database.run(
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
          "BEGIN IMMEDIATE; COMMIT");
      !ready)
    return explain(ready.error().message);
  if (auto current = bring_up_to_date(database, kSteps); !current)
    return explain(current.error().message);
  return std::unique_ptr<Store>(new Store(*std::move(opened)));
}

Written Store::write_game(const GameRecord& game) {
  return database_
      ->prepare(
          "INSERT INTO games (id, changed, clock_runs, summary, details) VALUES (?, ?, ?, ?, ?) "
          "ON CONFLICT DO UPDATE SET changed = excluded.changed, clock_runs = excluded.clock_runs, "
          "summary = excluded.summary, details = excluded.details")
      .with(game.id)
      .with(game.changed)
      .with(std::int64_t{clock_runs(game)})
      .with(text_of(summary_json(game)))
      .with(details_text(game))
      .run();
}

Written Store::write_node(Statement& statement, const GameRecord& game, NodeNumber id) {
  const TreeNode& node = game.tree.at(id);
  statement.again();
  statement.with(game.id).with(id);
  if (node.parent)
    statement.with(*node.parent).with(std::int64_t{node.order}).with(node.uci);
  else
    statement.with(nullptr).with(std::int64_t{0}).with(nullptr);
  return statement.with(text_of(json_of(node.notes))).run();
}

Written Store::write_chat(const GameRecord& game, std::size_t from) {
  Statement statement = database_->prepare("INSERT INTO chat (game, id, line) VALUES (?, ?, ?)");
  for (std::size_t i = from; i < game.chat.size(); ++i) {
    statement.again();
    statement.with(game.id).with(game.chat[i].id).with(text_of(json_of(game.chat[i])));
    if (auto written = statement.run(); !written) return written;
  }
  return {};
}

Written Store::create(const GameRecord& game) {
  RecordChange all;
  for (const auto& [id, node] : game.tree.nodes()) all.nodes.push_back(id);
  return save(game, all);
}

Written Store::save(const GameRecord& game, const RecordChange& change) {
  return database_->transaction([&]() -> Written {
    if (auto written = write_game(game); !written) return written;
    Statement remove = database_->prepare("DELETE FROM nodes WHERE game = ? AND id = ?");
    for (const NodeNumber id : change.removed) {
      remove.again();
      if (auto written = remove.with(game.id).with(id).run(); !written) return written;
    }
    Statement write = database_->prepare(kWriteNode);
    for (const NodeNumber id : change.nodes)
      if (auto written = write_node(write, game, id); !written) return written;
    return write_chat(game, change.chat_from);
  });
}

Written Store::remove(std::string_view id) {
  return database_->transaction(
      [&] { return database_->prepare("DELETE FROM games WHERE id = ?").with(id).run(); });
}

Written Store::try_to_write() {
  return database_->transaction([&] {
    const auto version =
        fmt::format("PRAGMA user_version = {}", database_->number("PRAGMA user_version"));
    return database_->run(version.c_str());
  });
}

Result<std::optional<GameRecord>> Store::load(std::string_view id) {
  Statement row = database_->prepare("SELECT changed, details FROM games WHERE id = ?");
  row.with(id);
  if (!row.next()) {
    if (row.error()) return std::unexpected(Error{*row.error()});
    return std::nullopt;
  }
  std::optional<GameRecord> game(std::in_place);
  game->id = id;
  game->changed = row.number(0);
  try {
    read_details(JsonIn::parse(row.text(1)), *game);
    if (auto read = load_nodes(*game); !read) return std::unexpected(read.error());
    if (auto read = load_chat(*game); !read) return std::unexpected(read.error());
  } catch (const JsonIn::exception& error) {
    return std::unexpected(Error{broken(*game, error.what())});
  }
  if (game->tree.find(game->tip) == nullptr)
    return std::unexpected(Error{broken(*game, "its last position is missing")});
  return game;
}

// Every move is checked: what comes out of the file is legal.
Result<void> Store::load_nodes(GameRecord& game) {
  Statement rows = database_->prepare(
      "SELECT id, parent, place, move, notes FROM nodes WHERE game = ? ORDER BY id");
  rows.with(game.id);
  while (rows.next()) {
    const NodeNumber id = rows.number(0);
    if (id != MoveTree::kStart) {
      const NodeNumber parent = rows.number(1);
      const std::int64_t order = rows.number(2);
      const TreeNode* const before = game.tree.find(parent);
      if (before == nullptr) return std::unexpected(Error{broken(game, "a move has no place")});
      const auto move = parse_uci(before->position, rows.text(3), game.variant());
      if (!move) return std::unexpected(Error{broken(game, move.error().message)});
      if (!std::in_range<int>(order) ||
          !game.tree.restore(parent, *move, id, static_cast<int>(order)))
        return std::unexpected(Error{broken(game, "a move stands there twice")});
    }
    read_value(JsonIn::parse(rows.text(4)), game.tree.notes(id));
  }
  if (rows.error()) return std::unexpected(Error{*rows.error()});
  return {};
}

Result<void> Store::load_chat(GameRecord& game) {
  Statement rows = database_->prepare("SELECT line FROM chat WHERE game = ? ORDER BY id");
  rows.with(game.id);
  while (rows.next()) read_value(JsonIn::parse(rows.text(0)), game.chat.emplace_back());
  if (rows.error()) return std::unexpected(Error{*rows.error()});
  return {};
}

Result<std::vector<std::string>> Store::newest(std::size_t most) {
  Statement rows =
      database_->prepare("SELECT summary FROM games ORDER BY changed DESC, rowid DESC LIMIT ?");
  rows.with(static_cast<std::int64_t>(most));
  std::vector<std::string> summaries;
  while (rows.next()) summaries.push_back(rows.text(0));
  if (rows.error()) return std::unexpected(Error{*rows.error()});
  return summaries;
}

Result<std::vector<std::string>> Store::ids_with_running_clock() {
  Statement rows = database_->prepare("SELECT id FROM games WHERE clock_runs = 1");
  std::vector<std::string> ids;
  while (rows.next()) ids.push_back(rows.text(0));
  if (rows.error()) return std::unexpected(Error{*rows.error()});
  return ids;
}

}  // namespace tabiya::server
