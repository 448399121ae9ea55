#include "server/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/result.h"

namespace tabiya::server {
namespace {

// "Tabi": how a file says whose it is (PRAGMA application_id).
constexpr std::int64_t kApplication = 0x54616269;

std::string what_is_wrong(sqlite3* connection) {
  const int code = sqlite3_errcode(connection) & 0xFF;
  const char* const message = sqlite3_errmsg(connection);
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
    return fmt::format("the file is damaged or no database ({})", message);
  if (sqlite3_extended_errcode(connection) == SQLITE_READONLY_DIRECTORY)
    return "its folder is read-only for this user";
  return message;
}

std::string first_fault(Database& database) {
  Statement check = database.prepare("PRAGMA quick_check(1)");
  if (!check.next()) return check.error().value_or("it cannot be read");
  const std::string found = check.text(0);
  return found == "ok" ? "" : fmt::format("the file is damaged ({})", found);
}

}  // namespace

Statement::Statement(sqlite3* connection, const char* sql) : connection_(connection) {
  check(sqlite3_prepare_v2(connection, sql, -1, &statement_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::check(int code) {
  if (code != SQLITE_OK && !error_) error_ = what_is_wrong(connection_);
}

Statement& Statement::with(std::int64_t value) {
  if (!error_) check(sqlite3_bind_int64(statement_, ++bound_, value));
  return *this;
}

Statement& Statement::with(std::string_view value) {
  if (!error_)
    check(sqlite3_bind_text64(statement_, ++bound_, value.data() == nullptr ? "" : value.data(),
                              value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::with(std::nullptr_t) {
  if (!error_) check(sqlite3_bind_null(statement_, ++bound_));
  return *this;
}

bool Statement::next() {
  if (error_) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) error_ = what_is_wrong(connection_);
  return false;
}

Written Statement::run() {
  while (next()) {
  }
  if (error_) return std::unexpected(Error{*error_});
  return {};
}

void Statement::again() {
  if (!error_) check(sqlite3_reset(statement_));
  bound_ = 0;
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_, column);
}

std::string Statement::text(int column) const {
  const unsigned char* const bytes = sqlite3_column_text(statement_, column);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path& file) {
  sqlite3* connection = nullptr;
  const int code =
      sqlite3_open_v2(file.c_str(), &connection,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  auto database = std::unique_ptr<Database>(new Database(connection));
  if (code != SQLITE_OK)
    return std::unexpected(Error{connection == nullptr ? "there is no memory for a database"
                                                       : sqlite3_errmsg(connection)});
  // SQLite itself would fail to lock it later, and call that a "disk I/O error".
  if (sqlite3_db_readonly(connection, "main") == 1)
    return failure("the file is read-only for this user");
  sqlite3_extended_result_codes(connection, 1);
  sqlite3_busy_timeout(connection, 2000);
  return database;
}

Database::~Database() { sqlite3_close_v2(connection_); }

Written Database::check_file() {
  int moved = 0;
  sqlite3_file_control(connection_, nullptr, SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved == 0) return {};
  return failure(
      "the file {} was moved or deleted while it was in use; put it back, or start again",
      sqlite3_db_filename(connection_, nullptr));
}

Written Database::run(const char* sql) {
  if (sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return std::unexpected(Error{what_is_wrong(connection_)});
}

std::int64_t Database::number(const char* sql) {
  Statement statement(connection_, sql);
  return statement.next() ? statement.number(0) : 0;
}

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
