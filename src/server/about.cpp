#include "server/about.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/version.h"
#include "engine/strength.h"
#include "server/new_game.h"

namespace tabiya::server {

Json about_json(const std::string& why_no_tree_search) {
  const bool tree_search = why_no_tree_search.empty();
  Json levels = Json::array();
  for (const Level& each : kLevels)
    levels.push_back({{"level", each.number},
                      {"name", std::string(each.name)},
                      {"elo", each.elo ? Json(static_cast<int>(*each.elo)) : Json(nullptr)}});
  Json commands = Json::array();
  for (const ChatCommand& each : kChatCommands)
    commands.push_back({{"usage", std::string(each.usage)}, {"about", std::string(each.about)}});
  const auto engine = [](EngineKind kind, const char* about, bool available, Json why, bool tree) {
    return Json{{"id", std::string(word(kind))},
                {"name", std::string(engine_name(kind))},
                {"about", about},
                {"available", available},
                {"why", std::move(why)},
                {"tree", tree}};
  };
  return {
      {"protocol", 1},
      {"program", fmt::format("Tabiya {}", version())},
      {"engines",
       Json::array(
           {engine(EngineKind::AlphaBeta, "Looks at millions of positions and misses little.", true,
                   nullptr, false),
            engine(EngineKind::Mcts, "A network with intuition; you can watch it think.",
                   tree_search, tree_search ? Json(nullptr) : Json(why_no_tree_search), true)})},
      {"levels", std::move(levels)},
      {"limits",
       {{"lines", kMostLines},
        {"chat", kLongestChat},
        {"pgn", kLargestImport},
        {"comment", kLongestComment}}},
      {"commands", std::move(commands)}};
}

std::size_t characters_in(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(
      utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace tabiya::server
