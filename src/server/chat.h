// The chat of a game: what may be said, and the commands that begin with a slash.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/game_state.h"
#include "server/new_game.h"
#include "server/requests.h"

namespace tabiya::server {

// The first two words of a line: "/level" and "3".
struct ChatWords {
  explicit ChatWords(std::string_view line);
  bool is_command() const { return word.starts_with('/'); }
  bool asks_engine() const { return word == "/hint" || word == "/eval"; }

  std::string_view word;
  std::string_view argument;
};

// Whether a person may say this line now.
Done check_chat(const GameState&, NodeNumber at, std::string_view line);

// What a command asks for: an answer in the chat, the engine's opinion, another game, or what a
// page could request as well.
struct AskHint {};
struct AskEvaluation {};
using ChatAction =
    std::variant<std::vector<ChatPart>, AskHint, AskEvaluation, NewGame, RequestBody>;

// Precondition: check_chat() found nothing, and the words are a command.
std::expected<ChatAction, Problem> chat_action(const GameState&, NodeNumber at, const ChatWords&);

// "there is nothing to take back" as a sentence.
std::string sentence_of(const Problem&);

}  // namespace tabiya::server
