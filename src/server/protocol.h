// The words, limits, problems and HTTP requests of docs/web-protocol.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "chess/chess960.h"
#include "chess/outcome.h"
#include "chess/piece.h"
#include "engine/settings.h"
#include "search/search.h"

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

enum class ProblemCode : std::uint8_t {
  BadRequest,
  UnknownType,
  UnknownGame,
  UnknownNode,
  UnknownSearch,
  Stale,
  IllegalMove,
  NotNow,
  BadFen,
  BadPgn,
  BadValue,
  TooLarge,
  Busy,
  Internal,
};

enum class Mode : std::uint8_t { Engine, People, Study };
enum class ColorWish : std::uint8_t { White, Black, Random };
enum class Judgement : std::uint8_t { Good, Inaccuracy, Mistake, Blunder };
enum class Speaker : std::uint8_t { System, Person, Engine };
enum class Purpose : std::uint8_t { Play, Analysis };

// Specialised for each of them: the words in the order of the values.
template <class E>
inline constexpr std::array<std::string_view, 0> kWords{};

template <>
inline constexpr std::array<std::string_view, 2> kWords<Color>{"white", "black"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<Variant>{"standard", "chess960"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<Mode>{"engine", "people", "study"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<EngineKind>{kEngineWords[0],
                                                                    kEngineWords[1]};
template <>
inline constexpr std::array<std::string_view, 3> kWords<ColorWish>{"white", "black", "random"};
template <>
inline constexpr std::array<std::string_view, 4> kWords<Judgement>{"good", "inaccuracy", "mistake",
                                                                   "blunder"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<Speaker>{"system", "person", "engine"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<Purpose>{"play", "analysis"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<Bound>{"exact", "lower", "upper"};
template <>
inline constexpr std::array<std::string_view, 10> kWords<Ending>{"checkmate",
                                                                 "stalemate",
                                                                 "insufficient_material",
                                                                 "fifty_moves",
                                                                 "threefold_repetition",
                                                                 "seventy_five_moves",
                                                                 "fivefold_repetition",
                                                                 "agreement",
                                                                 "resignation",
                                                                 "time"};

template <>
inline constexpr std::array<std::string_view, 14> kWords<ProblemCode>{
    "bad_request", "unknown_type", "unknown_game", "unknown_node", "unknown_search",
    "stale",       "illegal_move", "not_now",      "bad_fen",      "bad_pgn",
    "bad_value",   "too_large",    "busy",         "internal"};

template <class E>
constexpr std::string_view word(E value) {
  return kWords<E>[static_cast<std::size_t>(value)];
}

template <class E>
std::string text(E value) {
  return std::string(word(value));
}

template <class E>
constexpr std::optional<E> from_word(std::string_view text) {
  for (std::size_t i = 0; i < kWords<E>.size(); ++i)
    if (kWords<E>[i] == text) return static_cast<E>(i);
  return std::nullopt;
}

// The lists are as long as the enumerations that stand elsewhere.
static_assert(word(Ending::TimeForfeit) == "time");
static_assert(word(Bound::Upper) == "upper");
static_assert(word(ProblemCode::Internal) == "internal");

// --- problems -----------------------------------------------------------------------------

// Why a request was refused: a code for programs, a sentence for people, and where it is wrong.
struct Problem {
  ProblemCode code;
  std::string message;
  std::string field{};                  // empty: none
  std::optional<std::uint64_t> line{};  // both from 1
  std::optional<std::uint64_t> column{};
};

using Done = std::expected<void, Problem>;

inline std::unexpected<Problem> refused(ProblemCode code, std::string message,
                                        std::string field = {}) {
  return std::unexpected(Problem{code, std::move(message), std::move(field), {}, {}});
}

// --- HTTP requests ------------------------------------------------------------------------

enum class Place : std::uint8_t {
  // The transport's.
  File,
  Health,
  Metrics,
  Socket,
  // The games', below /api/v1/.
  About,
  Games,
  Import,
  Check,
  Game,
  Pgn,
};

struct Route {
  Place place;
  std::string_view methods;  // "GET, HEAD", as the header Allow has them
  std::string_view game{};   // of Game and Pgn: its id; whether it exists is not known yet
};

// Where a path leads; nothing if it leads nowhere. A path that is not the API's may be that of a
// file.
std::optional<Route> route_of(std::string_view path);

// Whether a list of methods has this one.
bool allows(std::string_view methods, std::string_view method);

bool is_game_id(std::string_view);

}  // namespace tabiya::server
