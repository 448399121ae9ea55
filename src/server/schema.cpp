#include "server/schema.h"

#include <fmt/format.h>

#include <array>

#include "base/result.h"

namespace tabiya::server {
namespace {

// "Tabi": how a file says whose it is (PRAGMA application_id).
constexpr std::int64_t kApplication = 0x54616269;

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

std::string first_fault(Database& database) {
  Statement check = database.prepare("PRAGMA quick_check(1)");
  if (!check.next()) return check.error().value_or("it cannot be read");
  const std::string found = check.text(0);
  return found == "ok" ? "" : fmt::format("the file is damaged ({})", found);
}

}  // namespace

std::span<const char* const> schema_steps() { return kSteps; }

Written check_origin(Database& database, std::span<const char* const> steps) {
  if (const std::string fault = first_fault(database); !fault.empty())
    return std::unexpected(Error{fault});
  const std::int64_t application = database.number("PRAGMA application_id");
  const std::int64_t version = database.number("PRAGMA user_version");
  const bool is_empty = database.number("SELECT count(*) FROM sqlite_schema") == 0;
  if (!is_empty && application != kApplication)
    return failure("this is the database of another program");
  if (version < 0 || version > static_cast<std::int64_t>(steps.size()))
    return failure("it was written by a newer Tabiya (version {} of its tables; this one knows {})",
                   version, steps.size());
  return {};
}

Written bring_up_to_date(Database& database, std::span<const char* const> steps) {
  const std::int64_t version = database.number("PRAGMA user_version");
  for (std::size_t step = static_cast<std::size_t>(version); step < steps.size(); ++step) {
    const Written done = database.transaction([&]() -> Written {
      if (auto made = database.run(steps[step]); !made) return made;
      return database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                      kApplication, step + 1)
                              .c_str());
    });
    if (!done)
      return failure("its tables cannot become version {}: {}", step + 1, done.error().message);
  }
  return {};
}

}  // namespace tabiya::server
