// The server's log: one JSON object a line, to standard error. A reader that is not fast enough
// misses lines; the server never waits for it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

namespace tabiya::http {

enum class LogLevel { Off, Warnings, Requests };

class Log {
 public:
  using Value = std::variant<std::int64_t, double, std::string_view>;
  using Fields = std::initializer_list<std::pair<std::string_view, Value>>;

  explicit Log(LogLevel);
  ~Log();  // when everything is written, or nothing was read for a second
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // Cheap where the level leaves it out; a caller that has to compute fields first may ask.
  bool tells_requests() const { return level_ == LogLevel::Requests; }
  void info(std::string_view event, Fields);
  void warn(std::string_view event, Fields);

 private:
  struct Writer;
  LogLevel level_;
  std::unique_ptr<Writer> writer_;
};

}  // namespace tabiya::http
