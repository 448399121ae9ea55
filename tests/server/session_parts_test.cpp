// The smaller parts of a session, each alone: its pages, its report, its chat.
#include <gtest/gtest.h>

#include "server/chat.h"
#include "server/report_maker.h"
#include "server/test_service.h"

namespace tabiya::test {
namespace {

using namespace server;

TEST(Subscribers, TellEveryPageOnce) {
  Subscribers pages;
  ListPage first;
  ListPage second;
  pages.add(first);
  pages.add(first);
  pages.add(second);
  pages.send_update(2, R"({"seq":2})");
  EXPECT_EQ(first.messages, std::vector<json>({{{"type", "update"}, {"seq", 2}}}));
  EXPECT_EQ(second.messages, first.messages);
  pages.remove(first);
  pages.send(shared_text({{"type", "x"}}));
  EXPECT_EQ(first.messages.size(), 1U);
  EXPECT_EQ(second.messages.size(), 2U);
}

TEST(Subscribers, KnowWhatAPageHasMissed) {
  Subscribers pages;
  pages.send_update(2, R"({"seq":2})");
  pages.send_update(3, R"({"seq":3})");
  EXPECT_EQ(pages.updates_since(1, 3), R"([{"seq":2},{"seq":3}])");
  EXPECT_EQ(pages.updates_since(2, 3), R"([{"seq":3}])");
  EXPECT_EQ(pages.updates_since(3, 3), "[]");
  EXPECT_EQ(pages.updates_since(0, 3), std::nullopt);  // the first is not kept
  EXPECT_EQ(pages.updates_since(4, 3), std::nullopt);  // there is no such update
  EXPECT_EQ(pages.updates_since(-1, 3), std::nullopt);
}

// A game that is being reviewed: its positions get the evaluations that are given here.
struct Reviewed {
  explicit Reviewed(const std::vector<std::string>& moves) {
    NewGame wish;
    wish.mode = Mode::People;
    wish.moves = moves;
    Random random(1);
    game = make_game(wish, random)->record;
    game.report.emplace();
    line = game.tree.path(game.tip);
  }
  void judge(std::optional<Evaluation> found) {
    server::judge(game, std::span(line).first(++done), found);
  }
  std::optional<Judgement> judgement(NodeNumber id) const {
    return game.tree.at(id).notes.judgement;
  }

  GameRecord game;
  std::vector<NodeNumber> line;
  std::size_t done = 0;
};

TEST(Report, CallsALossOfAQueenABlunderAndNamesTheBestMove) {
  Reviewed review({"e2e4", "g7g5"});
  review.judge(Evaluation{{false, 30}, 10, "e2e4"});
  review.judge(Evaluation{{false, 30}, 10, "e7e5"});
  review.judge(Evaluation{{false, 900}, 10, "d2d4"});
  EXPECT_EQ(review.judgement(1), Judgement::Good);
  EXPECT_EQ(review.judgement(2), Judgement::Blunder);
  ASSERT_EQ(review.game.report->mistakes.size(), 1U);
  EXPECT_EQ(review.game.report->mistakes[0].best.san, "e5");
  EXPECT_EQ(review.game.report->white->accuracy, 100);
  EXPECT_EQ(review.game.report->black->blunders, 1);
  EXPECT_EQ(review.game.report->black->average_loss, 870);
}

TEST(Report, JudgesAMateWithoutASearch) {
  Reviewed review({"f2f3", "e7e5", "g2g4", "d8h4"});
  review.judge(Evaluation{{false, 20}, 10, "e2e4"});
  review.judge(Evaluation{{false, -20}, 10, "e7e5"});
  review.judge(Evaluation{{false, -30}, 10, "e2e4"});
  review.judge(Evaluation{{true, -1}, 10, "d8h4"});
  review.judge(std::nullopt);
  EXPECT_EQ(review.game.tree.at(4).notes.evaluation->score, (WrittenScore::mate(-1)));
  EXPECT_EQ(review.judgement(3), Judgement::Blunder);
  EXPECT_EQ(review.judgement(4), Judgement::Good);
}

TEST(Chat, CommandsAreRequestsWhereAPageHasThemToo) {
  GameRecord record;
  record.mode = Mode::People;
  record.tip = record.tree.add(0, Move::normal(Square::E2, Square::E4));
  const GameState game(std::move(record), Time{});
  const auto request = [&game](std::string_view line) {
    const auto action = chat_action(game, 0, ChatWords(line));
    return action && std::holds_alternative<RequestBody>(*action) ? std::get<RequestBody>(*action)
                                                                  : RequestBody(request::Ping{});
  };
  EXPECT_TRUE(std::holds_alternative<request::TakeBack>(request("/undo")));
  EXPECT_TRUE(std::holds_alternative<request::OfferDraw>(request(" /draw  now")));
  EXPECT_EQ(std::get<request::Resign>(request("/resign")).color, Color::Black);
  EXPECT_EQ(std::get<request::ChangeStrength>(request("/level 3")).level, 3);
  EXPECT_EQ(std::get<request::ChangeStrength>(request("/engine mcts")).engine, EngineKind::Mcts);
}

TEST(Chat, ARefusedCommandIsAnsweredWithASentence) {
  EXPECT_EQ(sentence_of({ProblemCode::NotNow, "there is nothing to take back"}),
            "There is nothing to take back.");
  EXPECT_EQ(sentence_of({ProblemCode::Busy, "Ask again."}), "Ask again.");
}

}  // namespace
}  // namespace tabiya::test
