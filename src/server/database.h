// SQLite in a few safe words: one connection, one thread, tables that come up to date step by step.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tabiya::server {

using Written = Result<void>;  // the error is a sentence for people

// A prepared statement with its values. After an error, nothing happens any more and error() tells.
class Statement {
 public:
  Statement(sqlite3*, const char* sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Parameters are counted from 1, in the order of these calls.
  Statement& with(std::int64_t);
  Statement& with(std::string_view);
  Statement& with(std::nullptr_t);

  bool next();    // the next row; false at the end or after an error
  Written run();  // to its end
  void again();   // from the start, with new values

  std::int64_t number(int column) const;
  std::string text(int column) const;
  bool is_null(int column) const;

  const std::optional<std::string>& error() const { return error_; }

 private:
  void check(int code);

  sqlite3* connection_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  std::optional<std::string> error_;
};

class Database {
 public:
  static Result<std::unique_ptr<Database>> open(const std::filesystem::path&);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  Written run(const char* sql);  // any number of statements
  Statement prepare(const char* sql) { return {connection_, sql}; }
  std::int64_t number(const char* sql);  // the first value of the first row; 0 if there is none

  // All of what the function does, or nothing.
  template <class Function>
  Written transaction(Function&& function) {
    // SQLite would go on writing into a file that cannot be opened again.
    if (auto there = check_file(); !there) return there;
    if (auto begun = run("BEGIN IMMEDIATE"); !begun) return begun;
    // Also if something is thrown. Where SQLite has rolled back by itself, this fails, and what
    // went wrong first is what counts.
    struct Rollback {
      Database& database;
      bool wanted = true;
      ~Rollback() {
        if (wanted) static_cast<void>(database.run("ROLLBACK"));
      }
    } rollback{*this};
    Written done = function();
    if (done) done = run("COMMIT");
    rollback.wanted = !done;
    return done;
  }

 private:
  explicit Database(sqlite3* connection) : connection_(connection) {}
  Written check_file();  // whether it is still where it was opened

  sqlite3* connection_;
};

// Whether the file is ours to use. Refused: one of another program, one of a newer Tabiya, a
// damaged one. Changes nothing.
Written check_origin(Database&, std::span<const char* const> steps);

// All steps that are missing, each whole or not at all; the version is the number of steps made.
// Precondition: check_origin().
Written bring_up_to_date(Database&, std::span<const char* const> steps);

}  // namespace tabiya::server
