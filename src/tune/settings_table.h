// A table of a TOML file, whose settings are taken out one by one and must all be known.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "base/toml.h"

namespace tabiya {

// One table of the file. Settings are taken out of it one by one; the first mistake is remembered,
// and what is left in the end is one, too.
class SettingsTable {
 public:
  SettingsTable(const toml::table& table, std::string name)
      : table_(table), name_(std::move(name)) {}

  const toml::node* take(std::string_view key) {
    known_.emplace_back(key);
    return table_.get(key);
  }
  template <class Number>
  void take_whole(std::string_view key, std::int64_t lowest, std::int64_t highest, Number& into) {
    const toml::node* const node = take(key);
    if (node == nullptr) return;
    const auto* number = node->as_integer();
    if (number == nullptr || number->get() < lowest || number->get() > highest)
      return complain(*node, key, fmt::format("a whole number from {} to {}", lowest, highest));
    into = static_cast<Number>(number->get());
  }
  template <class Number>
  void take_whole(std::string_view key, std::int64_t lowest, std::int64_t highest,
                  std::optional<Number>& into) {
    if (table_.get(key) == nullptr)
      known_.emplace_back(key);
    else
      take_whole(key, lowest, highest, into.emplace());
  }
  void take_number(std::string_view key, double lowest, double highest,
                   std::optional<double>& into) {
    const toml::node* const node = take(key);
    if (node == nullptr) return;
    into = node->value<double>();  // of an integer, too
    if (!into || !(*into >= lowest && *into <= highest))
      complain(*node, key, fmt::format("a number from {} to {}", lowest, highest));
  }
  void take_number(std::string_view key, double lowest, double highest, double& into) {
    std::optional<double> number;
    take_number(key, lowest, highest, number);
    into = number.value_or(into);
  }
  void take_flag(std::string_view key, bool& into) {
    const toml::node* const node = take(key);
    if (node == nullptr) return;
    if (const auto* flag = node->as_boolean())
      into = flag->get();
    else
      complain(*node, key, "true or false");
  }
  // Never empty.
  std::optional<std::string> take_text(std::string_view key) {
    const toml::node* const node = take(key);
    if (node == nullptr) return std::nullopt;
    auto text = node->value_exact<std::string>();
    if (!text || text->empty()) complain(*node, key, "a text in quotation marks");
    return text;
  }

  void complain(const toml::node& node, std::string_view key, std::string_view wanted) {
    if (!mistake_)
      mistake_ = Error{fmt::format("line {}: {}: {}", line_of(node), name_of(key), wanted)};
  }
  Result<void> finish() const {
    if (mistake_) return std::unexpected(*mistake_);
    for (const auto& [key, node] : table_)
      if (std::ranges::find(known_, key.str()) == known_.end())
        return problem(node,
                       fmt::format("there is no setting {}; {} are {}", quoted_if_odd(key.str()),
                                   name_.empty() ? "those here" : "those of " + name_,
                                   fmt::join(known_, ", ")));
    return {};
  }

 private:
  std::string name_of(std::string_view key) const {
    return name_.empty() ? std::string(key) : fmt::format("{} {}", name_, key);
  }

  const toml::table& table_;
  std::string name_;
  std::vector<std::string> known_;
  std::optional<Error> mistake_;
};

// A value as an engine's option or argument.
inline std::optional<std::string> text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return std::nullopt;
}

}  // namespace tabiya
