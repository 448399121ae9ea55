// The chat of a room, and the commands people give there.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "server/game_session.h"
#include "server/pgn_exchange.h"
#include "server/protocol.h"

namespace tabiya::server {
namespace {

constexpr std::size_t kLongestPgnInChat = 8000;  // bytes

std::string_view first_word(std::string_view& text) {
  const auto begin = std::min(text.find_first_not_of(" \t\n\r"), text.size());
  text.remove_prefix(begin);
  const auto end = std::min(text.find_first_of(" \t\n\r"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

std::string help() {
  std::string all;
  for (const ChatCommand& each : kChatCommands)
    all += fmt::format("{}{}: {}", all.empty() ? "" : "\n", each.usage, each.about);
  return all;
}

std::string legal_moves_in_words(const Position& position) {
  std::string all;
  for (const std::string& san : legal_moves_as_san(position)) {
    if (!all.empty()) all += ' ';
    all += san;
  }
  return all.empty() ? "There is no legal move here." : all;
}

}  // namespace

Done GameSession::chat(NodeNumber at, const std::string& text) {
  if (const auto there = node(at); !there) return std::unexpected(there.error());
  if (characters_in(text) > kLongestChat)
    return refused(ProblemCode::TooLarge,
                   fmt::format("chat lines have at most {} characters", kLongestChat), "text");
  if (record_.chat.size() >= kMostChatLines)
    return refused(ProblemCode::TooLarge, "this chat is as long as a chat may be", "text");
  std::string_view rest = text;
  const std::string_view word = first_word(rest);
  if (word.empty()) return refused(ProblemCode::BadValue, "there is nothing to say", "text");
  if ((word == "/hint" || word == "/eval") && host_.searches().is_full_for_questions())
    return ask(Question::Hint, at);  // refuses
  Update change = update();
  say(Speaker::Person, {TextPart{text}});
  if (auto said = publish(change); !said) return said;
  if (!word.starts_with('/')) return {};

  const Done done = command(at, word.substr(1), first_word(rest));
  if (done || done.error().code == ProblemCode::Internal) return done;
  // The line itself was said; why the command cannot be is an answer to it.
  Update answer = update();
  std::string why = done.error().message;
  if (!why.empty() && why[0] >= 'a' && why[0] <= 'z')
    why[0] = static_cast<char>(why[0] - 'a' + 'A');
  say(why.ends_with('.') ? why : why + '.');
  return publish(answer);
}

Done GameSession::command(NodeNumber at, std::string_view word, std::string_view argument) {
  const Position& position = record_.tree.at(at).position;
  const auto tell = [this](std::vector<ChatPart> parts) {
    Update change = update();
    say(Speaker::System, std::move(parts));
    return publish(change);
  };
  if (word == "help") return tell({TextPart{help()}});
  if (word == "fen") return tell({FenPart{to_fen(position)}});
  if (word == "moves") return tell({TextPart{legal_moves_in_words(position)}});
  if (word == "pgn") {
    std::string pgn = pgn_of(record_);
    if (pgn.size() > kLongestPgnInChat)
      return refused(ProblemCode::TooLarge,
                     "the game is too long for the chat; share it as a file");
    return tell({TextPart{std::move(pgn)}});
  }
  if (word == "hint" || word == "eval") {
    if (word == "hint" && !may_.hint)
      return refused(ProblemCode::NotNow, "a hint is for the player to move");
    if (!has_legal_move(position)) return refused(ProblemCode::NotNow, "there is no move here");
    return ask(word == "hint" ? Question::Hint : Question::Evaluation, at);
  }
  if (word == "level")
    return change_strength(std::nullopt, number_from<std::int64_t>(argument).value_or(0));
  if (word == "engine") {
    const auto engine = from_word<EngineKind>(argument);
    if (!engine) return refused(ProblemCode::BadValue, "the engines are alphabeta and mcts");
    return change_strength(engine, std::nullopt);
  }
  if (word == "new" || word == "new960") {
    NewGame wish = wish_of(record_);
    wish.start = {};
    if (word == "new960") {
      wish.start.variant = Variant::Chess960;
      if (!argument.empty()) {
        const auto number = number_from<std::int64_t>(argument);
        if (!number || *number < 0 || *number >= kChess960Positions)
          return refused(ProblemCode::BadValue, "Chess960 positions are numbered 0 to 959");
        wish.start.number = number;
      }
    }
    return new_game_after(std::move(wish));
  }
  if (word == "undo") return take_back();
  if (word == "draw") {
    if (may_.claim_draw) return claim_draw();
    return may_.answer_draw ? answer_draw(true) : offer_draw();
  }
  if (word == "resign") {
    if (may_.resign.empty()) return refused(ProblemCode::NotNow, "there is nothing to resign");
    return resign(may_.resign.front());
  }
  return tell({TextPart{fmt::format("There is no command /{}. /help lists them.", word)}});
}

}  // namespace tabiya::server
