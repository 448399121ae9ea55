// What the program tells of itself: its engines, levels, limits and chat commands.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "server/json.h"

namespace tabiya::server {

inline constexpr std::int64_t kMostLines = 5;           // of analysis
inline constexpr std::size_t kLongestChat = 500;        // characters
inline constexpr std::size_t kLongestComment = 2000;    // characters
inline constexpr std::size_t kLargestImport = 4 << 20;  // bytes

struct ChatCommand {
  std::string_view usage;
  std::string_view about;
};

inline constexpr auto kChatCommands = std::to_array<ChatCommand>({
    {"/help", "lists the commands"},
    {"/fen", "tells the position you look at"},
    {"/pgn", "tells the game"},
    {"/hint", "what the engine would play here"},
    {"/eval", "what the engine thinks of the position"},
    {"/moves", "lists the legal moves"},
    {"/level N", "how strong the engine plays, 1 to 10"},
    {"/engine NAME", "which engine plays: alphabeta or mcts"},
    {"/new", "a new game with the same settings"},
    {"/new960 [N]", "a new game of Chess960, perhaps from start position N"},
    {"/undo", "takes back"},
    {"/draw", "offers a draw, or accepts one"},
    {"/resign", "gives up"},
});

// Why the tree search cannot be used; empty if it can.
Json about_json(const std::string& why_no_tree_search);

std::size_t characters_in(std::string_view utf8);

}  // namespace tabiya::server
