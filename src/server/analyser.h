// What pages see of the engines of one game: analyses, and the newest that any search has found.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "server/page_json.h"
#include "server/requests.h"
#include "server/session_context.h"

namespace tabiya::server {

// The newest engine output, which is sent to pages and kept for those that join.
class EngineOutput {
 public:
  EngineOutput(SearchPool& searches, const Subscribers& pages)
      : searches_(searches), pages_(pages) {}

  const Json& thinking() const { return thinking_; }  // as it stands in "joined"; or null
  const Json& tree() const { return tree_; }
  void restore(const std::string& thinking);  // as text_of(thinking()) was stored
  void clear();
  void clear_tree() { tree_ = nullptr; }

  void show(const ThinkingFrame&, const SearchProgress&, std::optional<Move> best, bool running);
  // Cancels the search; what it has said so far is forgotten, unless it has ended.
  void drop(std::optional<SearchNumber>&);

  // The moves of a node of the tree that was shown last.
  std::expected<Json, Problem> branch(const request::Branch&) const;

 private:
  SearchPool& searches_;
  const Subscribers& pages_;
  Json thinking_;
  Json tree_;
  std::optional<ThinkingFrame> tree_frame_;  // whose tree that is
};

ThinkingFrame frame_of(const GameRecord&, SearchNumber, Purpose, EngineKind, NodeNumber);

class Analyser {
 public:
  // Both must outlive it.
  Analyser(const SessionContext& context, EngineOutput& output)
      : context_(context), output_(output) {}

  bool runs() const { return search_.has_value(); }
  Done analyse(NodeNumber, EngineKind, std::int64_t lines);
  void stop();  // what it has found is kept
  void drop() { output_.drop(search_); }

 private:
  void ended(const SearchEnd&);

  const SessionContext& context_;
  EngineOutput& output_;
  std::optional<SearchNumber> search_;
};

}  // namespace tabiya::server
