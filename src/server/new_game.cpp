#include "server/new_game.h"

#include <fmt/format.h>

#include <utility>

#include "notation/fen.h"
#include "notation/uci_move.h"
#include "server/game_record.h"

namespace tabiya::server {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kShortestTime = 1000;
constexpr std::int64_t kLongestTime = Milliseconds(3h).count();
constexpr std::int64_t kLongestIncrement = Milliseconds(3min).count();

void read_control(Fields& fields, NewGame& wish) {
  const std::int64_t initial = fields.whole("initial");
  const std::int64_t increment = fields.whole("increment");
  if (initial < kShortestTime || initial > kLongestTime)
    fields.refuse(ProblemCode::BadValue, "initial", "a clock begins with a second to three hours");
  if (increment < 0 || increment > kLongestIncrement)
    fields.refuse(ProblemCode::BadValue, "increment", "an increment has at most three minutes");
  wish.control = ClockControl{Milliseconds(initial), Milliseconds(increment)};
}

void read_start(Fields& fields, NewGame& wish) {
  wish.start.variant = fields.optional_word<Variant>("variant");
  wish.start.fen = fields.optional_text("fen");
  if (fields.is_left_out_or_null("number")) return;
  wish.start.number = fields.whole("number");
  if (*wish.start.number < 0 || *wish.start.number >= kChess960Positions)
    fields.refuse(ProblemCode::BadValue, "number", "Chess960 positions are numbered 0 to 959");
}

struct Start {
  Position position;
  Variant variant;
  std::optional<int> number{};
};

std::expected<Start, Problem> start_of(const StartWish& wish, Random& random,
                                       std::vector<std::string>& notes) {
  const Variant variant = wish.variant.value_or(Variant::Standard);
  if (wish.fen) {
    auto read = parse_fen_leniently(*wish.fen);
    if (!read) {
      Problem problem = bad_fen(read.error());
      return std::unexpected(std::move(problem));
    }
    notes = std::move(read->warnings);
    const bool shuffled = variant == Variant::Chess960 || needs_chess960(read->position);
    return Start{read->position, shuffled ? Variant::Chess960 : Variant::Standard};
  }
  if (variant == Variant::Standard) return Start{Position::start(), variant};
  const int number = wish.number ? static_cast<int>(*wish.number)
                                 : static_cast<int>(random.below(kChess960Positions));
  return Start{chess960_start(number), variant, number};
}

Players players_of(const NewGame& wish, Random& random) {
  Players players{{.name = "White"}, {.name = "Black"}};
  if (wish.mode != Mode::Engine) return players;
  Color person = wish.color == ColorWish::Black ? Color::Black : Color::White;
  if (wish.color == ColorWish::Random && random.below(2) == 1) person = Color::Black;
  players.of(person) = {.name = "You"};
  players.of(!person) = engine_player(wish.engine, wish.level);
  return players;
}

Done play(GameRecord& record, const std::vector<std::string>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (record.tree.is_full())
      return refused(ProblemCode::TooLarge, "that is more than a game may have", "moves");
    const auto move = parse_uci(record.tree.at(record.tip).position, moves[i], record.variant());
    if (!move)
      return refused(ProblemCode::IllegalMove,
                     fmt::format("{} is not possible: {}", moves[i], move.error().message),
                     fmt::format("moves[{}]", i));
    record.tip = record.tree.add(record.tip, *move);
  }
  return {};
}

std::vector<ChatPart> greeting(const GameRecord& record) {
  std::string kind = "Chess";
  if (record.variant() == Variant::Chess960)
    kind = record.number ? fmt::format("Chess960 number {}", *record.number) : "Chess960";
  std::string who = record.is_study() ? "a study" : "two people at one board";
  if (record.mode == Mode::Engine) {
    const Color person = record.players.white.engine ? Color::Black : Color::White;
    who = fmt::format("you have {} against {}", name(person), record.players.of(!person).name);
  }
  return {TextPart{fmt::format("{}: {}.", kind, who)},
          FenPart{to_fen(record.tree.at(MoveTree::kStart).position)}};
}

}  // namespace

std::string_view engine_name(EngineKind kind) {
  return kind == EngineKind::AlphaBeta ? "Alpha-beta" : "Tree search";
}

Player engine_player(EngineKind kind, int number) {
  const std::optional<Elo> elo = level(number).elo;
  const std::string strength = elo ? fmt::format("level {}", number) : "full strength";
  return {fmt::format("{}, {}", engine_name(kind), strength), kind, number, elo};
}

Problem bad_fen(const NotationError& error) {
  using Kind = NotationError::Kind;
  std::string field = "placement";
  if (error.kind == Kind::SideToMove) field = "turn";
  if (error.kind == Kind::Castling) field = "castling";
  if (error.kind == Kind::EnPassant) field = "en_passant";
  if (error.kind == Kind::HalfmoveClock) field = "halfmove";
  if (error.kind == Kind::FullmoveNumber) field = "fullmove";
  return {ProblemCode::BadFen, error.message, std::move(field), {}, {}};
}

std::expected<NewGame, Problem> parse_new_game(const JsonIn& json) {
  if (!json.is_object()) return refused(ProblemCode::BadRequest, "expected an object");
  NewGame wish;
  Fields fields(json);
  wish.mode = fields.word<Mode>("mode");
  fields.object("start", [&wish](Fields& start) { read_start(start, wish); });
  wish.moves = fields.optional_uci_list("moves").value_or(std::vector<std::string>());
  wish.color = fields.optional_word<ColorWish>("color").value_or(wish.color);
  wish.engine = fields.optional_word<EngineKind>("engine").value_or(wish.engine);
  const std::int64_t level = fields.optional_whole("level").value_or(wish.level);
  if (!is_level(level))
    fields.refuse(ProblemCode::BadValue, "level", "levels go from 1 to 10");
  else
    wish.level = static_cast<int>(level);
  if (!fields.is_left_out_or_null("control"))
    fields.object("control", [&wish](Fields& control) { read_control(control, wish); });
  wish.claims = fields.optional_flag("claims").value_or(false);
  if (fields.problem()) return std::unexpected(*fields.problem());
  return wish;
}

std::expected<MadeGame, Problem> make_game(const NewGame& wish, Random& random) {
  MadeGame made;
  const auto start = start_of(wish.start, random, made.notes);
  if (!start) return std::unexpected(start.error());
  GameRecord& record = made.record;
  record.created = record.changed = moment_now();
  record.mode = wish.mode;
  record.claims = wish.claims;
  record.number = start->number;
  record.any_number = start->number && !wish.start.number;
  record.color_wish = wish.color;
  record.players = players_of(wish, random);
  if (!record.is_study()) record.control = wish.control;
  if (record.control) record.clocks = Clocks{record.control->initial, record.control->initial, {}};
  record.tree = MoveTree(start->position, start->variant);
  record.chat.push_back({1, record.created, Speaker::System, greeting(record)});
  if (auto played = play(record, wish.moves); !played) return std::unexpected(played.error());
  if (const auto over = record.tree.game_at(record.tip, record.draw_rule()).outcome())
    record.result = result_of(*over);
  return made;
}

NewGame wish_of(const GameRecord& game) {
  NewGame wish;
  wish.mode = game.mode;
  const Position& start = game.tree.at(MoveTree::kStart).position;
  if (game.variant() == Variant::Chess960) wish.start.variant = game.variant();
  if (game.number && !game.any_number)
    wish.start.number = *game.number;
  else if (!game.number && start != Position::start())
    wish.start.fen = to_fen(start);
  wish.color = game.color_wish;
  for (const Color color : kColors) {
    const Player& player = game.players.of(color);
    if (!player.engine) continue;
    wish.engine = *player.engine;
    wish.level = player.level;
  }
  wish.control = game.control;
  wish.claims = game.claims;
  return wish;
}

}  // namespace tabiya::server
