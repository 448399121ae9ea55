// JSON as this module reads and writes it.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/protocol.h"

namespace tabiya::server {

// What comes in: keys are found quickly however many there are, so a hostile object costs nothing.
using JsonIn = nlohmann::json;
// What goes out: fields stay in the order they were written in, which is for people.
using Json = nlohmann::ordered_json;

// Never throws: bytes that are not UTF-8 become U+FFFD.
inline std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Reads the fields of a JSON object that has not been checked yet.
//
//   Fields fields(json);
//   const auto node = fields.whole("node");
//   const auto color = fields.word<Color>("color");
//   if (fields.problem()) …
//
// Reading goes on after a wrong field with something harmless in its place; the first problem is
// kept, and names the field with its path: "start.number", "path[1]".
class Fields {
 public:
  explicit Fields(const JsonIn& object) : Fields(object, "", own_) {}
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;

  const std::optional<Problem>& problem() const { return problem_; }

  std::int64_t whole(std::string_view name);
  bool flag(std::string_view name);
  std::string text(std::string_view name);
  std::string game_id(std::string_view name);
  std::string uci(std::string_view name);
  std::vector<std::string> uci_list(std::string_view name);
  template <class E>
  E word(std::string_view name) {
    const JsonIn* const value = there(name);
    if (value != nullptr && value->is_string())
      if (const auto found = from_word<E>(value->get_ref<const std::string&>())) return *found;
    wrong(name, one_of(kWords<E>));
    return E{};
  }

  // Left out: nothing.
  std::optional<std::int64_t> optional_whole(std::string_view name);
  std::optional<bool> optional_flag(std::string_view name);
  std::optional<std::string> optional_text(std::string_view name);
  std::optional<std::vector<std::string>> optional_uci_list(std::string_view name);
  template <class E>
  std::optional<E> optional_word(std::string_view name) {
    if (there(name) == nullptr) return std::nullopt;
    return word<E>(name);
  }
  // A whole number or null.
  std::optional<std::int64_t> whole_or_null(std::string_view name);

  bool is_left_out_or_null(std::string_view name) const;

  // An object inside; its problems become those of this one.
  void object(std::string_view name, const std::function<void(Fields&)>& read);

  void refuse(ProblemCode, std::string_view name, std::string message);

 private:
  Fields(const JsonIn& object, std::string path, std::optional<Problem>& problem)
      : object_(object), path_(std::move(path)), problem_(problem) {}

  const JsonIn* there(std::string_view name) const;
  void wrong(std::string_view name, const std::string& wanted);
  template <class Words>
  static std::string one_of(const Words& words) {
    std::string all;
    for (const std::string_view each : words) {
      if (!all.empty()) all += " or ";
      all += each;
    }
    return all;
  }

  const JsonIn& object_;
  std::string path_;  // "start." inside the object "start"
  std::optional<Problem> own_;
  std::optional<Problem>& problem_;
};

bool looks_like_uci(std::string_view);
std::size_t characters_in(std::string_view utf8);

// The object in a text. Errors have line and column.
std::expected<JsonIn, Problem> parse_json(std::string_view);

// The same for large texts: only these fields are kept, and no objects or lists in them. So it
// takes no more memory than the text, whatever stands in it.
std::expected<JsonIn, Problem> parse_flat_json(std::string_view,
                                               std::initializer_list<std::string_view> names);

}  // namespace tabiya::server
