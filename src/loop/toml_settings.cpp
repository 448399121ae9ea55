#include "loop/toml_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/result.h"

namespace tabiya {
namespace {

Result<std::vector<std::string>> list_of(const std::string& name, const toml::array& list) {
  std::vector<std::string> words;
  for (const toml::node& item : list) {
    auto word = word_of(item);
    if (!word) return problem(item, fmt::format("{}: a list of words or numbers", name));
    words.push_back(*std::move(word));
  }
  return words;
}

// What stands behind the name on a command line; nothing for false.
Result<std::optional<std::vector<std::string>>> values_of(const std::string& name,
                                                          const toml::node& node) {
  if (const auto* flag = node.as_boolean()) {
    if (!flag->get()) return std::nullopt;
    return std::vector<std::string>{};
  }
  if (const auto* list = node.as_array()) return list_of(name, *list);
  if (auto word = word_of(node)) return std::vector{*std::move(word)};
  return problem(node, fmt::format("{}: a word, a number, true, false or a list", name));
}

}  // namespace

std::optional<std::string> word_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  return std::nullopt;
}

Result<void> take_number(std::string_view key, const toml::node& node, std::int64_t lowest,
                         std::int64_t highest, std::uint64_t& into) {
  const auto* number = node.as_integer();
  if (number == nullptr || number->get() < lowest)
    return problem(node, fmt::format("{}: an integer of at least {}", key, lowest));
  if (number->get() > highest)
    return problem(node, fmt::format("{}: an integer of at most {}", key, highest));
  into = static_cast<std::uint64_t>(number->get());
  return {};
}

Result<void> take_generations(std::string_view key, const toml::node& node, std::uint64_t& into) {
  // Far beyond every run, and sums of them still fit.
  constexpr std::int64_t most = 1'000'000;
  return take_number(key, node, 1, most, into);
}

Result<void> take_text(std::string_view key, const toml::node& node, std::string& into) {
  const auto* text = node.as_string();
  if (text == nullptr || text->get().empty())
    return problem(node, fmt::format("{}: a text, in quotes", key));
  into = text->get();
  return {};
}

Result<void> take_path(std::string_view key, const toml::node& node,
                       const std::filesystem::path& base, std::filesystem::path& into) {
  const auto* text = node.as_string();
  if (text == nullptr || text->get().empty())
    return problem(node, fmt::format("{}: a path, in quotes", key));
  into = base / text->get();
  return {};
}

Result<void> take_options(std::string_view table_name, const toml::node& node,
                          std::span<const std::string_view> own, OptionTable& into) {
  const toml::table* table = node.as_table();
  if (table == nullptr)
    return problem(node, fmt::format("{}: a table, [{}]", table_name, table_name));
  for (const auto& [key, value] : *table) {
    std::string name(key.str());
    std::ranges::replace(name, '_', '-');
    auto values = std::ranges::find(own, name) != own.end()
                      ? problem(value, fmt::format("the loop itself sets {}; remove it here", name))
                      : values_of(name, value);
    if (!values) return failure("[{}] {}", table_name, values.error().message);
    into[name] = *std::move(values);
  }
  return {};
}

Result<std::vector<const toml::table*>> tables_of(std::string_view name, const toml::node& node) {
  const toml::array* array = node.as_array();
  if (array == nullptr || !array->is_array_of_tables())
    return problem(node, fmt::format("{}: write [[{}]], in double brackets", name, name));
  std::vector<const toml::table*> tables;
  for (const toml::node& one : *array) tables.push_back(one.as_table());
  return tables;
}

std::vector<std::string> words_of(const OptionTable& options) {
  std::vector<std::string> all;
  for (const auto& [name, values] : options) {
    if (!values) continue;
    all.push_back("--" + name);
    all.insert(all.end(), values->begin(), values->end());
  }
  return all;
}

}  // namespace tabiya
