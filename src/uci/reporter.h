// Tells the other side what the search says, as it says it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "engine/engine.h"
#include "uci/format.h"
#include "uci/output.h"

namespace tabiya::uci {

class Reporter final : public EngineListener {
 public:
  explicit Reporter(Output& output) : output_(output) {}

  // Which position the next search is about. Not while one runs.
  void expect(const Position& root, LineStyle style) {
    root_ = root;
    style_ = style;
  }

  void on_info(const SearchInfo& info) override { output_.line(info_line(info, root_, style_)); }
  void on_root_move(const RootMoveInfo& info) override {
    output_.line(root_move_line(info, root_, style_));
  }
  void on_move_statistics(const std::vector<MoveStatistics>& moves) override {
    for (const MoveStatistics& move : moves)
      output_.line(move_statistics_line(move, root_, style_));
  }
  void on_note(const std::string& note) override { output_.line(message_line(note)); }
  void on_result(const SearchResult& result) override {
    output_.line(best_move_line(result, root_, style_));
  }

 private:
  Output& output_;
  Position root_ = Position::start();
  LineStyle style_;
};

}  // namespace tabiya::uci
