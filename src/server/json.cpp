#include "server/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "chess/square.h"

namespace tabiya::server {
namespace {

// What a JavaScript number holds exactly.
constexpr double kLargestWhole = 9007199254740991;

std::optional<std::int64_t> whole_in(const JsonIn& value) {
  if (!value.is_number()) return std::nullopt;
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(kLargestWhole))
    return std::nullopt;
  const auto number = value.get<double>();
  if (!(std::abs(number) <= kLargestWhole) || number != std::trunc(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

// Each level costs far more memory than its bracket; nothing of the protocol is half as deep.
constexpr int kDeepestNesting = 16;

// Of text that may not be JSON at all.
bool is_nested_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestNesting) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

std::unexpected<Problem> no_json_at(std::string_view text, std::size_t place) {
  Problem problem{ProblemCode::BadRequest, "this is not JSON", {}, {}, {}};
  const std::string_view before = text.substr(0, place);
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  problem.line = static_cast<std::uint64_t>(std::ranges::count(before, '\n')) + 1;
  problem.column = before.size() - line_begin + 1;
  return std::unexpected(std::move(problem));
}

// The filter says what is kept; null: everything.
std::expected<JsonIn, Problem> parse_with(std::string_view text,
                                          const JsonIn::parser_callback_t& filter) {
  if (is_nested_too_deep(text))
    return refused(ProblemCode::BadRequest,
                   fmt::format("JSON is nested at most {} deep here", kDeepestNesting));
  // The parser would take it for the end, and believe what stands before it.
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) return no_json_at(text, nul);
  try {
    return JsonIn::parse(text, filter);
  } catch (const JsonIn::parse_error& error) {
    return no_json_at(text, error.byte == 0 ? 0 : error.byte - 1);
  } catch (const JsonIn::exception&) {  // a number beyond all bounds
    return refused(ProblemCode::BadRequest, "this is not JSON");
  }
}

}  // namespace

bool looks_like_uci(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return false;
  if (!square_from(text.substr(0, 2)) || !square_from(text.substr(2, 2))) return false;
  return text.size() == 4 || std::string_view("nbrq").find(text[4]) != std::string_view::npos;
}

std::size_t characters_in(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(
      utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

const JsonIn* Fields::there(std::string_view name) const {
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(name);
  return found == object_.end() ? nullptr : &*found;
}

void Fields::refuse(ProblemCode code, std::string_view name, std::string message) {
  if (!problem_)
    problem_ = Problem{code, std::move(message), fmt::format("{}{}", path_, name), {}, {}};
}

void Fields::wrong(std::string_view name, const std::string& wanted) {
  refuse(ProblemCode::BadRequest, name, fmt::format("{}{}: expected {}", path_, name, wanted));
}

std::int64_t Fields::whole(std::string_view name) {
  const JsonIn* const value = there(name);
  if (value != nullptr)
    if (const auto number = whole_in(*value)) return *number;
  wrong(name, "a whole number");
  return 0;
}

bool Fields::flag(std::string_view name) {
  const JsonIn* const value = there(name);
  if (value != nullptr && value->is_boolean()) return value->get<bool>();
  wrong(name, "true or false");
  return false;
}

std::string Fields::text(std::string_view name) {
  const JsonIn* const value = there(name);
  if (value != nullptr && value->is_string()) return value->get<std::string>();
  wrong(name, "a text");
  return {};
}

std::string Fields::game_id(std::string_view name) {
  const JsonIn* const value = there(name);
  if (value != nullptr && value->is_string() && is_game_id(value->get_ref<const std::string&>()))
    return value->get<std::string>();
  wrong(name, "the id of a game");
  return {};
}

std::string Fields::uci(std::string_view name) {
  const JsonIn* const value = there(name);
  if (value != nullptr && value->is_string() &&
      looks_like_uci(value->get_ref<const std::string&>()))
    return value->get<std::string>();
  wrong(name, "a move in UCI");
  return {};
}

std::vector<std::string> Fields::uci_list(std::string_view name) {
  const JsonIn* const value = there(name);
  if (value == nullptr || !value->is_array()) {
    wrong(name, "a list");
    return {};
  }
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < value->size(); ++i) {
    const JsonIn& each = (*value)[i];
    if (!each.is_string() || !looks_like_uci(each.get_ref<const std::string&>())) {
      wrong(fmt::format("{}[{}]", name, i), "a move in UCI");
      return {};
    }
    moves.push_back(each.get<std::string>());
  }
  return moves;
}

std::optional<std::int64_t> Fields::optional_whole(std::string_view name) {
  if (there(name) == nullptr) return std::nullopt;
  return whole(name);
}

std::optional<bool> Fields::optional_flag(std::string_view name) {
  if (there(name) == nullptr) return std::nullopt;
  return flag(name);
}

std::optional<std::string> Fields::optional_text(std::string_view name) {
  if (there(name) == nullptr) return std::nullopt;
  return text(name);
}

std::optional<std::vector<std::string>> Fields::optional_uci_list(std::string_view name) {
  if (there(name) == nullptr) return std::nullopt;
  return uci_list(name);
}

std::optional<std::int64_t> Fields::whole_or_null(std::string_view name) {
  const JsonIn* const value = there(name);
  if (value != nullptr && value->is_null()) return std::nullopt;
  return whole(name);
}

bool Fields::is_left_out_or_null(std::string_view name) const {
  const JsonIn* const value = there(name);
  return value == nullptr || value->is_null();
}

void Fields::object(std::string_view name, const std::function<void(Fields&)>& read) {
  const JsonIn* const value = there(name);
  if (value == nullptr || !value->is_object()) return wrong(name, "an object");
  Fields inside(*value, fmt::format("{}{}.", path_, name), problem_);
  read(inside);
}

std::expected<JsonIn, Problem> parse_json(std::string_view text) {
  return parse_with(text, nullptr);
}

std::expected<JsonIn, Problem> parse_flat_json(std::string_view text,
                                               std::initializer_list<std::string_view> names) {
  using Event = JsonIn::parse_event_t;
  return parse_with(text, [names](int depth, Event event, const JsonIn& value) {
    if (event == Event::key)
      return std::ranges::find(names, value.get_ref<const std::string&>()) != names.end();
    if (event == Event::object_start) return depth == 0;
    return event != Event::array_start;
  });
}

}  // namespace tabiya::server
