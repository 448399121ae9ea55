#include "server/analyser.h"

#include <fmt/format.h>

#include <utility>

#include "chess/movegen.h"
#include "notation/uci_move.h"

namespace tabiya::server {

ThinkingFrame frame_of(const GameRecord& game, SearchNumber search, Purpose purpose,
                       EngineKind engine, NodeNumber at) {
  return {game.id, search, purpose, engine, at, game.tree.at(at).position, game.variant()};
}

// --- output ------------------------------------------------------------------------------

void EngineOutput::restore(const std::string& thinking) {
  if (!thinking.empty()) thinking_ = Json::parse(thinking, nullptr, false);
  if (thinking_.is_discarded()) thinking_ = nullptr;
}

void EngineOutput::clear() {
  thinking_ = tree_ = nullptr;
  tree_frame_.reset();
}

void EngineOutput::show(const ThinkingFrame& frame, const SearchProgress& progress,
                        std::optional<Move> best, bool running) {
  thinking_ = thinking_json(frame, progress, best, running);
  Json message{{"type", "thinking"}};
  message.update(thinking_);
  pages_.send_newest(Stream::Thinking, frame.search, shared_text(message));
  if (!progress.tree) return;
  tree_ = tree_json(frame, *progress.tree);
  tree_frame_ = frame;
  message = {{"type", "tree"}};
  message.update(tree_);
  pages_.send_newest(Stream::Tree, frame.search, shared_text(message));
}

void EngineOutput::drop(std::optional<SearchNumber>& search) {
  if (!search) return;
  searches_.cancel(*search);
  // A page that joins now must not wait for its end. What has ended already may be shown for ever.
  if (thinking_.is_object() && thinking_.value("search", SearchNumber{0}) == *search &&
      thinking_.value("running", false))
    clear();
  search.reset();
}

std::expected<Json, Problem> EngineOutput::branch(const request::Branch& wish) const {
  const auto gone = refused(ProblemCode::UnknownSearch, "that tree is gone");
  if (!tree_frame_ || !std::cmp_equal(tree_frame_->search, wish.search)) return gone;
  const Variant variant = tree_frame_->variant;
  std::vector<Move> path;
  Position position = tree_frame_->position;
  for (std::size_t i = 0; i < wish.path.size(); ++i) {
    const auto move = parse_uci(position, wish.path[i], variant);
    if (!move)
      return refused(ProblemCode::IllegalMove, move.error().message, fmt::format("path[{}]", i));
    path.push_back(*move);
    position.play(*move);
  }
  const auto view = searches_.tree(tree_frame_->search, path);
  // A search whose slot went to others has no tree any more.
  if (!view && !searches_.tree(tree_frame_->search, {})) return gone;
  Json json{{"search", wish.search}, {"path", wish.path}};
  json.update(branch_json(view.value_or(TreeView{position, 0, 0, {}}), variant));
  return json;
}

// --- analyses ----------------------------------------------------------------------------

Done Analyser::analyse(NodeNumber at, EngineKind engine, std::int64_t lines) {
  GameState& game = context_.game;
  SearchPool& searches = context_.host.searches();
  if (!game.may().analyse)
    return refused(ProblemCode::NotNow, "analysis is for studies and for games that are over");
  const auto there = game.node(at);
  if (!there) return std::unexpected(there.error());
  if (lines < 1 || lines > kMostLines)
    return refused(ProblemCode::BadValue, fmt::format("lines go from 1 to {}", kMostLines),
                   "lines");
  if (std::string why = context_.host.why_not(engine); !why.empty())
    return refused(ProblemCode::BadValue, std::move(why), "engine");
  if (!has_legal_move((*there)->position))
    return refused(ProblemCode::NotNow, "the game is over in this position");
  if (searches.is_full_for_analysis_of(game.record().id))
    return refused(
        ProblemCode::Busy,
        fmt::format("All {} search slots are in use. Try again when another analysis has ended.",
                    searches.slots()));
  drop();
  output_.clear_tree();
  // Its number is known when it has begun.
  const auto frame = [this, engine, at] {
    return frame_of(context_.game.record(), *search_, Purpose::Analysis, engine, at);
  };
  search_ = searches.start({
      .game = game.record().id,
      .kind = SearchKind::Analysis,
      .setting = {engine, std::nullopt, static_cast<int>(lines)},
      .position = game.record().tree.game_at(at),
      .limits =
          [] {
            SearchLimits limits;
            limits.infinite = true;
            return limits;
          },
      .on_progress =
          [this, frame](const SearchProgress& progress) {
            output_.show(frame(), progress, std::nullopt, true);
          },
      .on_end =
          [this, frame](const SearchEnd& end) {
            if (!end.progress.lines.empty())
              output_.show(frame(), end.progress, end.result.best, false);
            ended(end);
          },
  });
  GameUpdate change = game.update();
  game.edit().analysis = Analysis{*search_, at, engine, static_cast<int>(lines), true};
  change.analysis = true;
  return context_.publish(change);
}

void Analyser::ended(const SearchEnd& end) {
  search_.reset();
  GameRecord& record = context_.game.edit();
  if (!record.analysis) return;
  GameUpdate change = context_.game.update();
  record.analysis->running = false;
  change.analysis = true;
  if (!end.failure.empty()) context_.game.say("The analysis ended: " + end.failure);
  const NodeNumber at = record.analysis->node;
  const auto found = evaluation_of(end.progress, record.tree.at(at).position, record.variant());
  if (found) {
    record.tree.notes(at).evaluation = found;
    change.change.nodes = {at};
    record.thinking = text_of(output_.thinking());
  }
  static_cast<void>(context_.publish(change));
}

void Analyser::stop() {
  if (search_) context_.host.searches().stop(*search_);
}

}  // namespace tabiya::server
