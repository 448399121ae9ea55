#include "server/chat.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "server/json.h"
#include "server/pgn_exchange.h"

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

std::vector<ChatPart> as_text(std::string text) { return {TextPart{std::move(text)}}; }

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

std::expected<ChatAction, Problem> opinion(const GameState& game, const Position& position,
                                           bool is_hint) {
  if (is_hint && !game.may().hint)
    return refused(ProblemCode::NotNow, "a hint is for the player to move");
  if (!has_legal_move(position)) return refused(ProblemCode::NotNow, "there is no move here");
  if (is_hint) return AskHint{};
  return AskEvaluation{};
}

std::expected<ChatAction, Problem> new_game(const GameRecord& game, bool chess960,
                                            std::string_view argument) {
  NewGame wish = wish_of(game);
  wish.start = {};
  if (!chess960) return wish;
  wish.start.variant = Variant::Chess960;
  if (argument.empty()) return wish;
  const auto number = number_from<std::int64_t>(argument);
  if (!number || *number < 0 || *number >= kChess960Positions)
    return refused(ProblemCode::BadValue, "Chess960 positions are numbered 0 to 959");
  wish.start.number = number;
  return wish;
}

RequestBody draw_request(const Rights& may) {
  if (may.claim_draw) return request::ClaimDraw{};
  if (may.answer_draw) return request::AnswerDraw{true};
  return request::OfferDraw{};
}

}  // namespace

ChatWords::ChatWords(std::string_view line) {
  word = first_word(line);
  argument = first_word(line);
}

Done check_chat(const GameState& game, NodeNumber at, std::string_view line) {
  if (const auto there = game.node(at); !there) return std::unexpected(there.error());
  if (characters_in(line) > kLongestChat)
    return refused(ProblemCode::TooLarge,
                   fmt::format("chat lines have at most {} characters", kLongestChat), "text");
  if (game.record().chat.size() >= kMostChatLines)
    return refused(ProblemCode::TooLarge, "this chat is as long as a chat may be", "text");
  if (ChatWords(line).word.empty())
    return refused(ProblemCode::BadValue, "there is nothing to say", "text");
  return {};
}

std::expected<ChatAction, Problem> chat_action(const GameState& game, NodeNumber at,
                                               const ChatWords& words) {
  const std::string_view word = words.word.substr(1);
  const Position& position = game.record().tree.at(at).position;
  if (word == "help") return as_text(help());
  if (word == "fen") return std::vector<ChatPart>{FenPart{to_fen(position)}};
  if (word == "moves") return as_text(legal_moves_in_words(position));
  if (word == "pgn") {
    std::string pgn = pgn_of(game.record());
    if (pgn.size() > kLongestPgnInChat)
      return refused(ProblemCode::TooLarge,
                     "the game is too long for the chat; share it as a file");
    return as_text(std::move(pgn));
  }
  if (words.asks_engine()) return opinion(game, position, word == "hint");
  if (word == "level")
    return RequestBody(request::ChangeStrength{
        std::nullopt, number_from<std::int64_t>(words.argument).value_or(0)});
  if (word == "engine") {
    const auto engine = from_word<EngineKind>(words.argument);
    if (!engine) return refused(ProblemCode::BadValue, "the engines are alphabeta and mcts");
    return RequestBody(request::ChangeStrength{engine, std::nullopt});
  }
  if (word == "new" || word == "new960")
    return new_game(game.record(), word == "new960", words.argument);
  if (word == "undo") return RequestBody(request::TakeBack{});
  if (word == "draw") return draw_request(game.may());
  if (word == "resign") {
    const Rights may = game.may();
    if (may.resign.empty()) return refused(ProblemCode::NotNow, "there is nothing to resign");
    return RequestBody(request::Resign{may.resign.front()});
  }
  return as_text(fmt::format("There is no command /{}. /help lists them.", word));
}

std::string sentence_of(const Problem& problem) {
  std::string sentence = problem.message;
  if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z')
    sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  return sentence.ends_with('.') ? sentence : sentence + '.';
}

}  // namespace tabiya::server
