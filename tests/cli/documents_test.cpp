// The examples in the documents are true: each is run, and prints what the document says.
//
// An example stands in a block marked ```console:
//
//   $ tabiya fen startpos
//   … what it prints, standard error included …
//
// A line that is only … stands for any number of lines.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "base/system.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

struct Example {
  std::string document;
  std::string command;
  std::vector<std::string> output;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void collect(const std::filesystem::path& file, std::vector<Example>& examples) {
  std::ifstream in(file);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back({file.filename(), line.substr(2), {}});
    } else if (inside && !examples.empty()) {
      examples.back().output.push_back(line);
    }
  }
}

std::vector<Example> all_examples() {
  const std::filesystem::path root(TABIYA_SOURCE_FOLDER);
  std::vector<Example> examples;
  for (const auto& folder : {root, root / "docs"})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".md") collect(entry.path(), examples);
  return examples;
}

// A line that ends with dots stands for all that begin like it.
bool line_matches(std::string_view pattern, std::string_view line) {
  constexpr std::string_view dots = "…";
  if (!pattern.ends_with(dots)) return pattern == line;
  pattern.remove_suffix(dots.size());
  return line.starts_with(pattern);
}

bool matches(const std::vector<std::string>& pattern, std::size_t p,
             const std::vector<std::string>& lines, std::size_t l) {
  if (p == pattern.size()) return l == lines.size();
  if (pattern[p] == "…") {
    for (std::size_t skip = l; skip <= lines.size(); ++skip)
      if (matches(pattern, p + 1, lines, skip)) return true;
    return false;
  }
  return l < lines.size() && line_matches(pattern[p], lines[l]) &&
         matches(pattern, p + 1, lines, l + 1);
}

TEST(Documents, ShowWhatTheProgramReallyPrints) {
  // The examples say "tabiya": a folder with that name for the program is put before the PATH.
  const TemporaryFolder bin;
  std::filesystem::create_symlink(TABIYA_PROGRAM, bin.path() / "tabiya");
  const std::string path = bin.path().string() + ":" + std::getenv("PATH");

  // They are run where the project's files seem to lie, and may leave files of their own.
  const TemporaryFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(TABIYA_SOURCE_FOLDER))
    std::filesystem::create_symlink(entry.path(), folder.path() / entry.path().filename());

  const auto examples = all_examples();
  EXPECT_GE(examples.size(), 5u);
  for (const Example& example : examples) {
    const Finished result = run(
        {.arguments = {"sh", "-c", "cd \"$0\" && { " + example.command + "; } 2>&1", folder.path()},
         .environment = {{"PATH", path}}});
    auto expected = example.output;
    while (!expected.empty() && expected.back().empty()) expected.pop_back();
    auto printed = lines_of(result.out);
    while (!printed.empty() && printed.back().empty()) printed.pop_back();
    EXPECT_TRUE(matches(expected, 0, printed, 0))
        << example.document << ": $ " << example.command << "\nprints\n"
        << result.out;
  }
}

// The documents, and the examples of the web protocol, which are what the page is tested with.
TEST(Documents, NameNoVersionButTheProgramsOwn) {
  const std::filesystem::path root(TABIYA_SOURCE_FOLDER);
  const std::regex named("Tabiya ([0-9]+\\.[0-9.]*[0-9])");
  int found = 0;
  for (const auto& folder : {root, root / "docs", root / "web/protocol-examples/http",
                             root / "web/protocol-examples/from-server"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".md" && extension != ".json") continue;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);)
        for (std::sregex_iterator each(line.begin(), line.end(), named), end; each != end;
             ++each, ++found)
          EXPECT_EQ((*each)[1].str(), version()) << entry.path().filename() << ": " << line;
    }
  EXPECT_GE(found, 2) << "no version was found in the examples of the protocol";
}

}  // namespace
}  // namespace tabiya::test
