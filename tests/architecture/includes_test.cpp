// Holds src/ and CMakeLists.txt to the table in ARCHITECTURE.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using std::filesystem::path;
using Names = std::set<std::string>;

// Splits and drops the blanks around the parts.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    const auto begin = part.find_first_not_of(" \t");
    if (begin == std::string::npos) continue;
    parts.push_back(part.substr(begin, part.find_last_not_of(" \t") + 1 - begin));
  }
  return parts;
}

// The table, and what follows from it.
class Rules {
 public:
  explicit Rules(const std::string& document) {
    bool inside = false;
    std::istringstream lines(document);
    for (std::string line; std::getline(lines, line);) {
      const std::vector<std::string> cells = split(line, '|');
      if (line.starts_with("| module | may include |")) {
        inside = true;
      } else if (!line.starts_with("|")) {
        inside = false;
      } else if (inside && !line.starts_with("|-") && cells.size() >= 2) {
        for (const std::string& module : split(cells[0], ',')) {
          const auto allowed = cells[1] == "–" ? std::vector<std::string>{} : split(cells[1], ',');
          rows_[module] = Names(allowed.begin(), allowed.end());
        }
      }
    }
  }

  const std::map<std::string, Names>& rows() const { return rows_; }
  bool knows(const std::string& module) const { return rows_.contains(module); }

  // The row that a folder follows: its own, or that of the folder it is in ("cli" for "cli/data").
  std::string module_of(path folder) const {
    while (!knows(folder) && folder.has_parent_path()) folder = folder.parent_path();
    return folder;
  }

  bool allows(const std::string& from, const std::string& to) const {
    return from == to || reachable(from).contains(to);
  }

  // What a module may include besides itself: its row, and the rows of those.
  Names reachable(const std::string& module) const {
    Names found;
    std::vector<std::string> open = named_by(module);
    while (!open.empty()) {
      const std::string next = open.back();
      open.pop_back();
      if (!found.insert(next).second) continue;
      for (const std::string& further : named_by(next)) open.push_back(further);
    }
    return found;
  }

 private:
  // A row, with "anything" and "search/*" written out.
  std::vector<std::string> named_by(const std::string& module) const {
    std::vector<std::string> names;
    if (!knows(module)) return names;
    for (const std::string& name : rows_.at(module)) {
      const bool group = name.ends_with("/*");
      const std::string prefix = group ? name.substr(0, name.size() - 1) : "";
      for (const auto& [other, unused] : rows_) {
        if (name == other || (name == "anything" && other != module) ||
            (group && other.starts_with(prefix))) {
          names.push_back(other);
        }
      }
    }
    return names;
  }

  std::map<std::string, Names> rows_;
};

void check_includes(const Rules& rules, const path& root, std::vector<std::string>& wrong) {
  static const std::regex include(R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*"([^"\n]+)")re");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "src")) {
    const std::string extension = entry.path().extension();
    if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
    const path file = entry.path().lexically_relative(root / "src");
    const std::string module = rules.module_of(file.parent_path());
    if (!rules.knows(module)) {
      wrong.push_back(file.string() + ": ARCHITECTURE.md has no row for \"" + module + '"');
      continue;
    }
    const std::string text = content_of(entry.path());
    for (std::sregex_iterator match(text.begin(), text.end(), include), end; match != end;
         ++match) {
      const std::string included = (*match)[1];
      if (!rules.allows(module, rules.module_of(path(included).parent_path()))) {
        wrong.push_back(file.string() + ": may not include \"" + included + '"');
      }
    }
  }
}

// libtorch takes long to compile and not everybody has it: it stays in one place.
void check_libtorch(const path& root, std::vector<std::string>& wrong) {
  static const std::regex include(
      R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*<((?:torch|ATen|c10)/[^>\n]+)>)re");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "src")) {
    if (!entry.is_regular_file()) continue;
    const path file = entry.path().lexically_relative(root / "src");
    std::smatch match;
    const std::string text = content_of(entry.path());
    if (file.parent_path() != "train/az/torch" && std::regex_search(text, match, include))
      wrong.push_back(file.string() + ": may not include <" + match[1].str() + '>');
  }
}

// The namespace in which a line stands. This relies on the formatter, which lets namespaces begin
// in the first column and names them at their end.
class Scope {
 public:
  void read(const std::string& line) {
    static const std::regex begin(R"re(^namespace (\w[\w:]*) \{)re");
    std::smatch match;
    if (line == "namespace {") {
      spaces_.emplace_back();
    } else if (std::regex_search(line, match, begin)) {
      // Namespaces of others are left without a name where they have one line.
      if (match[1].str().starts_with("tabiya")) spaces_.clear();
      spaces_.push_back(match[1]);
    } else if (line.starts_with("}  // namespace") && !spaces_.empty()) {
      spaces_.pop_back();
    }
  }

  bool is_unnamed() const { return std::ranges::find(spaces_, "") != spaces_.end(); }
  std::string name() const {
    std::string all;
    for (const std::string& each : spaces_) all += each + "::";
    return all;
  }

 private:
  std::vector<std::string> spaces_;  // the outer first
};

// Types at namespace scope, outside of unnamed namespaces; they begin in the first column, too.
void check_type_names(const path& root, std::vector<std::string>& wrong) {
  static const std::regex definition(
      R"re(^(?:class|struct|enum class) (\w+)(?: final)?(?: :[^;]*)? \{)re");
  std::map<std::string, path> where;
  std::vector<path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "src"))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const path& file : files) {
    std::istringstream lines(content_of(file));
    Scope scope;
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
      scope.read(line);
      if (scope.is_unnamed() || !std::regex_search(line, match, definition)) continue;
      const std::string name = scope.name() + match[1].str();
      const path here = file.lexically_relative(root / "src");
      if (const auto [known, is_new] = where.emplace(name, here); !is_new)
        wrong.push_back(here.string() + ": " + name + " is also in " + known->second.string());
    }
  }
}

void check_build(const Rules& rules, const path& root, std::vector<std::string>& wrong) {
  static const std::regex call(R"(\ntabiya_module\(([^)]*)\))");
  const std::string text = content_of(root / "CMakeLists.txt");
  for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match) {
    std::istringstream words((*match)[1]);
    std::string module;
    words >> module;
    bool is_module = false;
    for (std::string word; words >> word;) {
      if (word == "DEPENDS" || word == "LIBRARIES" || word == "FOLDERS") {
        is_module = word == "DEPENDS";
      } else if (is_module && !rules.allows(module, word)) {
        wrong.push_back("CMakeLists.txt: " + module + " may not depend on " + word);
      }
    }
  }
}

void check_table(const Rules& rules, std::vector<std::string>& wrong) {
  if (rules.rows().empty()) wrong.push_back("ARCHITECTURE.md has no table");
  for (const auto& [module, allowed] : rules.rows()) {
    if (rules.reachable(module).contains(module)) {
      wrong.push_back("ARCHITECTURE.md: " + module + " stands on itself");
    }
    for (const std::string& name : allowed) {
      const bool known = name == "anything" || name.ends_with("/*") || rules.knows(name);
      if (!known) wrong.push_back("ARCHITECTURE.md: " + module + " names an unknown " + name);
    }
  }
}

// Everything in the project that breaks the rules, one sentence each.
std::vector<std::string> violations(const path& root) {
  const Rules rules(content_of(root / "ARCHITECTURE.md"));
  std::vector<std::string> wrong;
  check_table(rules, wrong);
  check_includes(rules, root, wrong);
  check_libtorch(root, wrong);
  check_type_names(root, wrong);
  check_build(rules, root, wrong);
  return wrong;
}

TEST(Architecture, IsKeptByTheProject) {
  EXPECT_EQ(violations(TABIYA_SOURCE_FOLDER), std::vector<std::string>{});
}

// A small project that keeps the rules, for tests that break one.
class ArchitectureOfASmallProject : public testing::Test {
 protected:
  ArchitectureOfASmallProject() {
    write_table("");
    folder_.write("CMakeLists.txt", "\ntabiya_module(base)\ntabiya_module(chess DEPENDS base)\n");
    folder_.write("src/base/random.h", "#include <array>\n");
    folder_.write("src/chess/position.h", "#include \"base/random.h\"\n");
    folder_.write("src/engine/mcts/tree.h", "#include \"chess/position.h\"\n");
    folder_.write("src/uci/uci.cpp", "#include \"engine/mcts/tree.h\"\n");
    folder_.write("src/cli/main.cpp", "#include \"uci/uci.h\"\n#include \"base/random.h\"\n");
  }

  void write_table(const std::string& further_rows) {
    folder_.write("ARCHITECTURE.md",
                  "# Title\n\n| module | may include | promise |\n|---|---|---|\n"
                  "| base | – | tools |\n| chess | base | rules |\n| engine/mcts | chess | tree |\n"
                  "| uci, repl | engine/* | faces |\n| cli | anything | commands |\n" +
                      further_rows + "\n| other | table |\n|---|---|\n| docs | words |\n");
  }

  std::vector<std::string> violations_here() const { return violations(folder_.path()); }

  TemporaryFolder folder_;
};

using Wrong = std::vector<std::string>;

TEST_F(ArchitectureOfASmallProject, IsKept) { EXPECT_EQ(violations_here(), Wrong{}); }

TEST_F(ArchitectureOfASmallProject, IsBrokenByIncludingAModuleAbove) {
  folder_.write("src/base/random.h", "#pragma once\n #  include \"chess/position.h\"\n");
  EXPECT_EQ(violations_here(), Wrong{"base/random.h: may not include \"chess/position.h\""});
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByIncludingANeighbour) {
  folder_.write("src/repl/repl.cpp", "#include \"uci/uci.h\"\n");
  EXPECT_EQ(violations_here(), Wrong{"repl/repl.cpp: may not include \"uci/uci.h\""});
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByIncludingWithoutTheModulesName) {
  folder_.write("src/chess/move.h", "#include \"position.h\"\n");
  EXPECT_EQ(violations_here(), Wrong{"chess/move.h: may not include \"position.h\""});
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByLibtorchInAModuleOfOurs) {
  folder_.write("src/chess/move.h", "#include <array>\n#include <torch/types.h>\n");
  EXPECT_EQ(violations_here(), Wrong{"chess/move.h: may not include <torch/types.h>"});
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByAFolderWithoutARow) {
  folder_.write("src/encode/planes.h", "");
  EXPECT_EQ(violations_here(), Wrong{"encode/planes.h: ARCHITECTURE.md has no row for \"encode\""});
}

TEST_F(ArchitectureOfASmallProject, IsKeptByAFolderInsideAModule) {
  folder_.write("src/cli/data/data.cpp", "#include \"cli/run.h\"\n#include \"uci/uci.h\"\n");
  folder_.write("src/cli/run.h", "#include \"cli/data/data.h\"\n");
  folder_.write("src/chess/tables/rays.h", "#include \"uci/uci.h\"\n");
  EXPECT_EQ(violations_here(), Wrong{"chess/tables/rays.h: may not include \"uci/uci.h\""});
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByTwoTypesOfOneNameAfterAnInnerNamespace) {
  folder_.write(
      "src/chess/clock.h",
      "namespace tabiya {\n\nnamespace parts {\nstruct Hand {\n};\n}  // namespace parts\n"
      "\nstruct Clock {\n};\n\n}  // namespace tabiya\n");
  folder_.write("src/uci/clock.h", "namespace tabiya {\n\nstruct Clock {\n};\n");
  EXPECT_EQ(violations_here(), Wrong{"uci/clock.h: tabiya::Clock is also in chess/clock.h"});
}

// The linker would take one for the other without a word.
TEST_F(ArchitectureOfASmallProject, IsBrokenByTwoTypesOfOneName) {
  const std::string text = "namespace tabiya {\n\nclass Clock final : public Thing {\n};\n";
  folder_.write("src/chess/clock.h", text);
  folder_.write("src/uci/clock.h", text);
  EXPECT_EQ(violations_here(), Wrong{"uci/clock.h: tabiya::Clock is also in chess/clock.h"});
}

TEST_F(ArchitectureOfASmallProject, IsKeptByTypesOfOneNameThatNoLinkerSees) {
  folder_.write("src/chess/clock.h", "namespace tabiya {\nclass Clock {\n};\n}\n");
  folder_.write("src/uci/a.cpp",
                "namespace tabiya {\nnamespace {\nstruct Clock {\n};\n}  // namespace\n}\n");
  folder_.write("src/uci/b.cpp", "namespace tabiya::uci {\nstruct Clock {\n};\n}\n");
  folder_.write("src/uci/c.cpp", "namespace tabiya {\nclass Clock;\n}\n");
  EXPECT_EQ(violations_here(), Wrong{});
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByAForbiddenLink) {
  folder_.write("CMakeLists.txt", "\ntabiya_module(base DEPENDS chess LIBRARIES fmt::fmt)\n");
  EXPECT_EQ(violations_here(), Wrong{"CMakeLists.txt: base may not depend on chess"});
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByATableThatGoesRoundInCircles) {
  write_table("| a | b | |\n| b | a | |\n");
  EXPECT_EQ(violations_here(),
            (Wrong{"ARCHITECTURE.md: a stands on itself", "ARCHITECTURE.md: b stands on itself"}));
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByARowThatNamesNobody) {
  write_table("| a | chest | |\n");
  EXPECT_EQ(violations_here(), Wrong{"ARCHITECTURE.md: a names an unknown chest"});
}

TEST_F(ArchitectureOfASmallProject, IsBrokenByALostTable) {
  folder_.write("ARCHITECTURE.md", "Nothing here.\n");
  EXPECT_FALSE(violations_here().empty());
}

}  // namespace
}  // namespace tabiya::test
