#include "search/tablebases.h"

#include <dlfcn.h>
#include <tbprobe.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/result.h"
#include "chess/movegen.h"

namespace tabiya {

namespace {

constexpr const char* kLibrary = "libfathom.so.1";

// A position in the form Fathom's functions take it.
struct Boards {
  std::uint64_t white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;  // 0: none
  bool white_to_move;

  explicit Boards(const Position& position)
      : white(position.pieces(Color::White).bits()),
        black(position.pieces(Color::Black).bits()),
        kings(position.pieces(PieceType::King).bits()),
        queens(position.pieces(PieceType::Queen).bits()),
        rooks(position.pieces(PieceType::Rook).bits()),
        bishops(position.pieces(PieceType::Bishop).bits()),
        knights(position.pieces(PieceType::Knight).bits()),
        pawns(position.pieces(PieceType::Pawn).bits()),
        en_passant(0),
        white_to_move(position.side_to_move() == Color::White) {
    if (const auto square = position.en_passant_capture())
      en_passant = static_cast<unsigned>(index(*square));
  }
};

// The legal move that Fathom means.
std::optional<Move> move_of(const MoveList& moves, unsigned result) {
  constexpr std::array<std::optional<PieceType>, 5> promotions{
      std::nullopt, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight};
  const unsigned promotion = TB_GET_PROMOTES(result);
  if (promotion >= promotions.size()) return std::nullopt;
  for (Move move : moves)
    if (index(move.from()) == static_cast<int>(TB_GET_FROM(result)) &&
        index(move.to()) == static_cast<int>(TB_GET_TO(result)) &&
        move.promotes_to() == promotions[promotion])
      return move;
  return std::nullopt;
}

}  // namespace

class Tablebases::Impl {
 public:
  // Finds the library and its functions, or tells what is missing.
  static Result<std::unique_ptr<Impl>> load() {
    auto impl = std::unique_ptr<Impl>(new Impl);
    impl->library_ = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (impl->library_ == nullptr)
      return std::unexpected(
          Error{std::string("tablebases need the library ") + kLibrary +
                ", which is not installed (Debian's package libfathom1 has it)"});
    const bool complete = impl->find(impl->init, "tb_init") && impl->find(impl->free, "tb_free") &&
                          impl->find(impl->probe_wdl, "tb_probe_wdl_impl") &&
                          impl->find(impl->probe_root, "tb_probe_root_impl") &&
                          impl->find(impl->largest, "TB_LARGEST");
    if (!complete)
      return std::unexpected(
          Error{std::string("the library ") + kLibrary + " is not the Fathom that Tabiya knows"});
    return impl;
  }
  ~Impl() {
    if (opened) free();
    if (library_ != nullptr) dlclose(library_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  decltype(&tb_init) init = nullptr;
  decltype(&tb_free) free = nullptr;
  decltype(&tb_probe_wdl_impl) probe_wdl = nullptr;
  decltype(&tb_probe_root_impl) probe_root = nullptr;
  const unsigned* largest = nullptr;
  bool opened = false;

 private:
  Impl() = default;

  template <class Symbol>
  bool find(Symbol& symbol, const char* name) {
    symbol = reinterpret_cast<Symbol>(dlsym(library_, name));
    return symbol != nullptr;
  }

  void* library_ = nullptr;
};

Tablebases::Tablebases(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tablebases::~Tablebases() = default;

Result<std::shared_ptr<const Tablebases>> Tablebases::open(const std::string& path) {
  auto impl = Impl::load();
  if (!impl) return std::unexpected(impl.error());
  (*impl)->opened = (*impl)->init(path.c_str());
  if (!(*impl)->opened || *(*impl)->largest == 0)
    return std::unexpected(Error{"no Syzygy tablebase files (*.rtbw) in " + path});
  return std::shared_ptr<const Tablebases>(new Tablebases(std::move(*impl)));
}

int Tablebases::most_pieces() const { return static_cast<int>(*impl_->largest); }

std::optional<Tablebases::Verdict> Tablebases::probe(const Position& position) const {
  if (position.castling_rooks().any() || position.halfmove_clock() != 0 ||
      position.occupied().count() > most_pieces())
    return std::nullopt;
  const Boards b(position);
  const unsigned result = impl_->probe_wdl(b.white, b.black, b.kings, b.queens, b.rooks, b.bishops,
                                           b.knights, b.pawns, b.en_passant, b.white_to_move);
  if (result > TB_WIN) return std::nullopt;
  return static_cast<Verdict>(result);
}

std::optional<Tablebases::RootMoves> Tablebases::probe_root(const Position& position) const {
  if (position.castling_rooks().any() || position.occupied().count() > most_pieces())
    return std::nullopt;
  const Boards b(position);
  std::array<unsigned, TB_MAX_MOVES> results{};
  const unsigned whole =
      impl_->probe_root(b.white, b.black, b.kings, b.queens, b.rooks, b.bishops, b.knights, b.pawns,
                        static_cast<unsigned>(position.halfmove_clock()), b.en_passant,
                        b.white_to_move, results.data());
  if (whole == TB_RESULT_FAILED || whole == TB_RESULT_CHECKMATE || whole == TB_RESULT_STALEMATE)
    return std::nullopt;

  const unsigned verdict = TB_GET_WDL(whole);
  const MoveList legal = legal_moves(position);
  std::vector<std::pair<unsigned, Move>> kept;  // with the distance to a capture or pawn move
  for (const unsigned result : results) {
    if (result == TB_RESULT_FAILED) break;
    if (TB_GET_WDL(result) != verdict) continue;
    if (const auto move = move_of(legal, result)) kept.emplace_back(TB_GET_DTZ(result), *move);
  }
  if (kept.empty()) return std::nullopt;
  // A win is brought home by the shortest way to the next capture or pawn move; that also keeps the
  // fifty-move rule away.
  if (verdict == TB_WIN) {
    const unsigned least = std::min_element(kept.begin(), kept.end(), [](auto& x, auto& y) {
                             return x.first < y.first;
                           })->first;
    std::erase_if(kept, [least](const auto& move) { return move.first != least; });
  }
  RootMoves answer{static_cast<Verdict>(verdict), {}};
  for (const auto& [distance, move] : kept) answer.moves.push_back(move);
  return answer;
}

std::vector<Move> root_moves(const Position& position, const SearchLimits& limits,
                             const Tablebases* tablebases) {
  std::vector<Move> moves;
  for (Move move : legal_moves(position)) {
    const auto& wanted = limits.search_moves;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), move) != wanted.end())
      moves.push_back(move);
  }
  if (tablebases == nullptr) return moves;
  if (const auto kept = tablebases->probe_root(position)) {
    std::vector<Move> good;
    for (Move move : kept->moves)
      if (std::find(moves.begin(), moves.end(), move) != moves.end()) good.push_back(move);
    if (!good.empty()) return good;
  }
  return moves;
}

}  // namespace tabiya
