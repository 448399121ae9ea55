#include "support/recipe.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <utility>

namespace tabiya::test {

std::filesystem::path recipes_folder() { return TABIYA_SOURCE_FOLDER "/recipes"; }

std::string recipe_text(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string small_recipe(const std::filesystem::path& file) {
  constexpr std::pair<const char*, const char*> changes[] = {
      {"\npositions = [^\n]*", "\npositions = 700"}, {"\nnodes = [^\n]*", "\nnodes = 20"},
      {"\nepochs = [^\n]*", "\nsteps = 6"},          {"\nbatch = [^\n]*", "\nbatch = 128"},
      {"\nwidth = [^\n]*", "\nwidth = 64"},          {"\ngames = [^\n]*", "\ngames = 2"},
      {"\nmax_moves = [^\n]*", "\nmax_moves = 10"},  {"\nmax_plies = [^\n]*", "\nmax_plies = 60"}};
  std::string text = recipe_text(file);
  for (const auto& [pattern, replacement] : changes)
    text = std::regex_replace(text, std::regex(pattern), replacement);
  return text;
}

}  // namespace tabiya::test
