// Games in the database: nothing confirmed is lost, nothing broken is believed.
#include "server/store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "notation/uci_move.h"
#include "server/test_service.h"

namespace tabiya::test {
namespace {

using namespace server;

const json kWithClock{{"mode", "people"},
                      {"start", json::object()},
                      {"control", {{"initial", 60000}, {"increment", 1000}}}};

json without_moments(json state) {
  // A clock that runs goes on from the last move.
  state.erase("clocks");
  return state;
}

TEST(Store, KeepsAWholeGameOverARestart) {
  TestService at;
  ListPage page;
  const std::string game = at.new_game(kWithClock);
  at.join(page, game);
  at.move(page, game, "e2e4");
  at.dispatcher.pass(std::chrono::seconds(5));
  at.move(page, game, "e7e5");
  at.say(page, game, "chat", {{"node", 0}, {"text", "Hello \u265e <b>"}});
  at.say(page, game, "comment", {{"node", 1}, {"text", "The best by test."}});
  const json before = at.state(game);
  EXPECT_EQ(before.at("clocks"), json({{"white", 60000}, {"black", 56000}, {"running", "white"}}));
  at.dispatcher.pass(std::chrono::seconds(2));
  at.service->left(page);
  at.reopen();
  const json after = at.state(game);
  EXPECT_EQ(without_moments(after), without_moments(before));
  // The player whose clock ran gets back what passed since the last move: a restart costs no time.
  EXPECT_EQ(after.at("clocks"), before.at("clocks"));
}

TEST(Store, FlagsFallAfterARestartToo) {
  TestService at;
  ListPage page;
  const std::string game = at.new_game(kWithClock);
  at.join(page, game);
  at.move(page, game, "e2e4");
  at.reopen();
  at.dispatcher.pass(std::chrono::seconds(59));
  EXPECT_TRUE(at.state(game).at("result").is_null());
  at.dispatcher.pass(std::chrono::seconds(1));
  EXPECT_EQ(at.state(game).at("result").at("ending"), "time");
}

// The child plays and is killed without warning; each move it saw confirmed is written to a pipe.
TEST(Store, LosesNothingConfirmedWhenTheProcessIsKilled) {
  const TemporaryFolder folder;
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ManualDispatcher dispatcher;
    GameSettings settings;
    settings.database = folder.path() / "games.db";
    settings.hash_megabytes = 1;
    auto service = open_games(settings, dispatcher);
    if (!service) _exit(1);
    std::string game;
    (*service)->answer({"POST", "/api/v1/games", R"({"mode":"people","start":{}})"},
                       [&](const std::exception_ptr&, const ApiAnswer& made) {
                         game = json::parse(made.body).at("game");
                       });
    ListPage page;
    const std::array<const char*, 4> shuffle{"g1f3", "g8f6", "f3g1", "f6g8"};
    for (int i = 0;; ++i) {
      // Repetition ends games; a chat line does not.
      const std::string frame =
          i < 4 ? json{{"type", "move"},
                       {"id", i},
                       {"game", game},
                       {"node", i},
                       {"uci", shuffle[static_cast<std::size_t>(i)]}}
                      .dump()
                : json{{"type", "chat"}, {"id", i}, {"game", game}, {"node", 0}, {"text", "x"}}
                      .dump();
      dispatcher.pass(std::chrono::seconds(1));
      (*service)->received(page, frame);
      if (page.messages.back().at("type") != "done") _exit(2);
      const std::string line = game + std::to_string(i % 10);
      if (write(pipe[1], line.data(), line.size()) < 0) _exit(3);
    }
  }
  close(pipe[1]);
  std::string heard;
  std::array<char, 11> one{};
  int confirmed = 0;
  while (confirmed < 12 && read(pipe[0], one.data(), one.size()) == 11) {
    heard.assign(one.data(), 10);
    ++confirmed;
  }
  ASSERT_EQ(kill(child, SIGKILL), 0);
  while (read(pipe[0], one.data(), one.size()) == 11) ++confirmed;
  int status = 0;
  waitpid(child, &status, 0);
  close(pipe[0]);
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_GE(confirmed, 12);

  auto store = Store::open(folder.path() / "games.db");
  ASSERT_TRUE(store) << store.error().message;
  const auto record = (*store)->load(heard);
  ASSERT_TRUE(record) << record.error().message;
  ASSERT_TRUE(*record);
  EXPECT_EQ((*record)->tip, 4);
  EXPECT_GE((*record)->chat.size(), static_cast<std::size_t>(confirmed - 4 + 1));
  EXPECT_EQ((*record)->seq, 1 + 4 + (*record)->chat.size() - 1);
}

TEST(Store, RefusesWhatIsNoDatabase) {
  const TemporaryFolder folder;
  folder.write("games.db", std::string(5000, 'x'));
  const auto store = Store::open(folder.path() / "games.db");
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("games.db"), std::string::npos);
}

TEST(Store, RefusesADamagedDatabase) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "games.db";
  {
    auto store = Store::open(file);
    ASSERT_TRUE(store) << store.error().message;
  }
  std::filesystem::resize_file(file, 4096 * 2 + 100);
  const auto store = Store::open(file);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("damaged"), std::string::npos) << store.error().message;
}

TEST(Store, RefusesTheDatabaseOfANewerTabiyaAndOfOthers) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "games.db";
  {
    ASSERT_TRUE(Store::open(file));
  }
  {
    auto database = Database::open(file);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->run("PRAGMA user_version = 999"));
  }
  auto newer = Store::open(file);
  ASSERT_FALSE(newer);
  EXPECT_NE(newer.error().message.find("newer Tabiya"), std::string::npos) << newer.error().message;
  const auto other = folder.path() / "other.db";
  {
    auto database = Database::open(other);
    ASSERT_TRUE((*database)->run("CREATE TABLE letters (id INTEGER)"));
  }
  auto foreign = Store::open(other);
  ASSERT_FALSE(foreign);
  EXPECT_NE(foreign.error().message.find("another program"), std::string::npos)
      << foreign.error().message;
}

TEST(Store, ChangesNothingInAFileThatItRefuses) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "other.db";
  {
    auto database = Database::open(file);
    ASSERT_TRUE((*database)->run("CREATE TABLE letters (id INTEGER)"));
  }
  const std::string before = test::content_of(file);
  ASSERT_FALSE(Store::open(file));
  EXPECT_TRUE(test::content_of(file) == before);
  EXPECT_FALSE(std::filesystem::exists(file.string() + "-wal"));
}

TEST(Store, IsOneServersAlone) {
  const TemporaryFolder folder;
  const auto first = Store::open(folder.path() / "games.db");
  ASSERT_TRUE(first);
  const auto second = Store::open(folder.path() / "games.db");
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another program uses them"), std::string::npos)
      << second.error().message;
}

// While it lives, this process may write only what everybody may write: root may write everything.
class OrdinaryUser {
 public:
  OrdinaryUser() {
    if (geteuid() == 0) changed_ = seteuid(65534) == 0;
  }
  ~OrdinaryUser() {
    if (changed_ && seteuid(0) != 0) abort();
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;

 private:
  bool changed_ = false;
};

TEST(Store, SaysThatAFileOrItsFolderIsReadOnly) {
  using std::filesystem::perms;
  constexpr perms kReadable = perms::owner_read | perms::group_read | perms::others_read;
  constexpr perms kEnterable = perms::owner_exec | perms::group_exec | perms::others_exec;
  const TemporaryFolder folder;
  const auto file = folder.path() / "games.db";
  {
    ASSERT_TRUE(Store::open(file));
  }
  std::filesystem::permissions(folder.path(), perms::all);
  std::filesystem::permissions(file, kReadable);
  std::string of_file;
  std::string of_folder;
  {
    const OrdinaryUser user;
    const auto store = Store::open(file);
    ASSERT_FALSE(store);
    of_file = store.error().message;
  }
  std::filesystem::permissions(file, perms::all);
  std::filesystem::permissions(folder.path(), kReadable | kEnterable);
  {
    const OrdinaryUser user;
    const auto store = Store::open(file);
    ASSERT_FALSE(store);
    of_folder = store.error().message;
  }
  std::filesystem::permissions(folder.path(), perms::all);
  EXPECT_EQ(of_file, "the games in " + file.string() +
                         " cannot be used: the file is read-only for this user");
  EXPECT_EQ(of_folder, "the games in " + file.string() +
                           " cannot be used: its folder is read-only for this user");
}

TEST(Store, GoesOnAfterATransactionThatWasThrownOutOf) {
  const TemporaryFolder folder;
  auto database = Database::open(folder.path() / "x.db");
  ASSERT_TRUE(database);
  ASSERT_TRUE((*database)->run("CREATE TABLE a (x INTEGER)"));
  EXPECT_THROW((void)(*database)->transaction([&]() -> Written {
    (void)(*database)->run("INSERT INTO a VALUES (1)");
    throw std::bad_alloc();
  }),
               std::bad_alloc);
  EXPECT_TRUE(
      (*database)->transaction([&] { return (*database)->run("INSERT INTO a VALUES (2)"); }));
  EXPECT_EQ((*database)->number("SELECT sum(x) FROM a"), 2);
}

TEST(Store, MigratesStepByStepAndKeepsWhatIsThere) {
  const TemporaryFolder folder;
  auto database = Database::open(folder.path() / "x.db");
  ASSERT_TRUE(database);
  const std::array first{"CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (7)"};
  ASSERT_TRUE(bring_up_to_date(**database, first));
  const std::array second{first[0], "ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 8"};
  ASSERT_TRUE(bring_up_to_date(**database, second));
  EXPECT_EQ((*database)->number("PRAGMA user_version"), 2);
  EXPECT_EQ((*database)->number("SELECT x * 10 + y FROM a"), 78);
  // A step that fails leaves the version before it.
  const std::array broken{first[0], second[1], "DROP TABLE a; SELECT nonsense"};
  ASSERT_FALSE(bring_up_to_date(**database, broken));
  EXPECT_EQ((*database)->number("PRAGMA user_version"), 2);
  EXPECT_EQ((*database)->number("SELECT x FROM a"), 7);
}

TEST(Store, BelievesNoMoveThatIsNotLegal) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "games.db";
  GameRecord record;
  record.id = "abcdefghij";
  record.tip = record.tree.add(0, *parse_uci(Position::start(), "e2e4"));
  {
    auto store = Store::open(file);
    ASSERT_TRUE((*store)->create(record));
    ASSERT_TRUE((*store)->load(record.id));
  }
  {
    auto database = Database::open(file);
    ASSERT_TRUE((*database)->run("UPDATE nodes SET move = 'e2e5' WHERE id = 1"));
  }
  auto store = Store::open(file);
  ASSERT_TRUE(store);
  const auto loaded = (*store)->load(record.id);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace tabiya::test
