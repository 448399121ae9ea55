// Settings out of a TOML file: numbers, texts, and tables that are options of a command. Errors are
// sentences with the line they are about.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/toml.h"

namespace tabiya {

// By name; nothing where the option is left out.
using OptionTable = std::map<std::string, std::optional<std::vector<std::string>>>;

// A text or a number as a word of a command line; nothing if it is neither.
std::optional<std::string> word_of(const toml::node&);

Result<void> take_number(std::string_view key, const toml::node&, std::int64_t lowest,
                         std::int64_t highest, std::uint64_t& into);
// A number of generations, or that of one.
Result<void> take_generations(std::string_view key, const toml::node&, std::uint64_t& into);
Result<void> take_text(std::string_view key, const toml::node&, std::string& into);
// Relative to `base`.
Result<void> take_path(std::string_view key, const toml::node&, const std::filesystem::path& base,
                       std::filesystem::path& into);

// Adds the options of a table, [name], to those that are there: key = value is --key value,
// key = true is --key, key = [a, b] is --key a b, and key = false leaves the option out. `_` may
// stand for `-`. Options that are in `own` are refused: the loop itself gives them.
Result<void> take_options(std::string_view name, const toml::node&,
                          std::span<const std::string_view> own, OptionTable& into);

// The tables of an array, [[name]].
Result<std::vector<const toml::table*>> tables_of(std::string_view name, const toml::node&);

// As on a command line.
std::vector<std::string> words_of(const OptionTable&);

}  // namespace tabiya
