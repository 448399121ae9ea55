// The settings files of recipes/, for tests.
#pragma once

#include <filesystem>
#include <string>

namespace tabiya::test {

std::filesystem::path recipes_folder();

std::string recipe_text(const std::filesystem::path& file);

// The same with numbers so small that a run takes seconds.
std::string small_recipe(const std::filesystem::path& file);

}  // namespace tabiya::test
