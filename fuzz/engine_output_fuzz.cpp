// The first byte is the size of the pieces, the rest what an engine writes. The lines are the same
// in whatever pieces they come, none is longer than promised, and what is understood of a line lies
// inside it.
#include <algorithm>
#include <string>
#include <vector>

#include "match/child_process.h"
#include "match/uci_output.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

std::vector<std::string> lines_of(std::string_view text, std::size_t piece) {
  LineSplitter splitter;
  std::vector<std::string> lines;
  while (!text.empty()) {
    splitter.feed(text.substr(0, piece));
    while (const auto line = splitter.next()) lines.emplace_back(*line);
    text.remove_prefix(std::min(text.size(), piece));
  }
  return lines;
}

void require_inside(std::string_view part, std::string_view line) {
  require(part.empty() || (part.data() >= line.data() &&
                           part.data() + part.size() <= line.data() + line.size()),
          "what is understood of a line lies inside it", line);
}

void check_line(const std::string& line) {
  require(line.size() <= LineSplitter::kLongestLine, "lines are cut");
  require(line.find('\n') == line.npos, "a line has no line end", line);
  const UciLine said = parse_uci_line(line);
  if (const auto* id = std::get_if<UciIdName>(&said)) require_inside(id->name, line);
  if (const auto* best = std::get_if<UciBestMove>(&said)) require_inside(best->move, line);
  if (const auto* offer = std::get_if<UciOptionOffer>(&said)) {
    require_inside(offer->name, line);
    require_inside(offer->type, line);
  }
  if (const auto* info = std::get_if<UciInfo>(&said)) {
    require(!info->depth || *info->depth >= 0, "depths are not negative", line);
    if (info->score)
      require(std::abs(info->score->value) <= 100'000, "scores can be reckoned with", line);
  }
}

}  // namespace

void check(Bytes bytes) {
  const std::size_t piece = std::size_t{bytes.byte()} + 1;
  const std::string_view text = bytes.rest();
  const auto whole = lines_of(text, std::max<std::size_t>(text.size(), 1));
  require(whole == lines_of(text, piece), "pieces do not matter");
  for (const std::string& line : whole) check_line(line);
}

}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({data, size});
  return 0;
}
