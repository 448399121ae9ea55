// The end of a file that a match may have been killed over. Cutting where torn_game_in() says
// leaves a text with nothing torn in it, and games written behind it are found.
#include <string>

#include "match/match_file.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

constexpr std::string_view kGame = "[Event \"next\"]\n\n1. e4 { book } 1... e5 1/2-1/2\n\n";

void check(std::string_view text) {
  const auto torn = torn_game_in(text);
  require(!torn || *torn < text.size(), "something is torn off, if anything");
  std::string rest(text.substr(0, torn.value_or(text.size())));
  require(!torn_game_in(rest), "what is left is whole", rest);
  // As MatchFile ends a game that lacks its blank line.
  if (!rest.empty() && !rest.ends_with("\n\n")) rest += "\n\n";
  const std::size_t before = rest.size();
  rest += kGame;
  require(!torn_game_in(rest), "a whole game behind it is whole", rest);
  rest.resize(rest.size() - 5);
  require(torn_game_in(rest) == before, "and torn, it is found alone", rest);
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
